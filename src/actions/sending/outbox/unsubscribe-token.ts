import type { Deps } from '../../../app/deps.ts';
import { type Secrets, seal, unseal } from '../links/sealed-token.ts';

/** The quote whose reminders a customer can end, the link that they got, and the language that they read it in. */
export interface Unsubscription {
  accountId: string;
  quoteId: string;
  linkId: string;
  locale: string;
}

const PURPOSE = 'unsubscribe';

/**
 * Builds the URL that ends the reminders of a quote. Its token contains everything that the page shows, so the page
 * reveals nothing about a quote whose links were revoked or that was deleted.
 */
export function buildUnsubscribeUrl(
  { secret, publicUrl }: Pick<Deps, 'secret' | 'publicUrl'>,
  { accountId, quoteId, linkId, locale }: Unsubscription,
): string {
  return `${publicUrl()}/unsubscribe/${seal(secret, PURPOSE, [accountId, quoteId, linkId, locale])}`;
}

export function openUnsubscribeToken(deps: Secrets, token: string): Unsubscription | undefined {
  const [accountId, quoteId, linkId, locale] = unseal(deps, PURPOSE, token) ?? [];
  if (accountId === undefined || quoteId === undefined) return undefined;
  if (linkId === undefined || locale === undefined) return undefined;
  return { accountId, quoteId, linkId, locale };
}
