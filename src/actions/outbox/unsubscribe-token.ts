import type { Deps } from '../../deps.ts';
import { type Secrets, seal, unseal } from '../link/sealed-token.ts';

/** The quote whose reminders a customer can end, and the language that they read it in. */
interface Unsubscription {
  accountId: string;
  quoteId: string;
  locale: string;
}

const PURPOSE = 'unsubscribe';

/**
 * Builds the URL that ends the reminders of a quote. Its token contains everything that the page shows, so the page
 * reveals nothing about a quote whose links were revoked or that was deleted.
 */
export function buildUnsubscribeUrl(
  { secret, publicUrl }: Pick<Deps, 'secret' | 'publicUrl'>,
  { accountId, quoteId, locale }: Unsubscription,
): string {
  return `${publicUrl()}/unsubscribe/${seal(secret, PURPOSE, [accountId, quoteId, locale])}`;
}

export function openUnsubscribeToken(deps: Secrets, token: string): Unsubscription | undefined {
  const [accountId, quoteId, locale] = unseal(deps, PURPOSE, token) ?? [];
  if (accountId === undefined || quoteId === undefined || locale === undefined) return undefined;
  return { accountId, quoteId, locale };
}
