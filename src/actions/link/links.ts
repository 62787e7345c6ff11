import { createHash, createHmac } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Sql } from '../../store/database.ts';
import type { Sending } from '../../store/tables/mail/sendings.ts';
import { isLinkOpen } from '../../store/tables/quote/links.ts';
import { setQuoteLink } from '../../store/tables/quote/quotes.ts';

/**
 * The token of a link is made from the link's identifier and the secret of the service: the database holds only
 * its hash, and the owner can still be shown the address.
 */
export function linkToken({ secret }: Pick<Deps, 'secret'>, linkId: string): string {
  return createHmac('sha256', secret).update(`link:${linkId}`).digest('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function publicQuoteUrl(deps: Pick<Deps, 'secret' | 'publicUrl'>, linkId: string): string {
  return `${deps.publicUrl()}/q/${linkToken(deps, linkId)}`;
}

/** The link of the last mail that arrived, or may have, is the one the owner is shown; not if it was revoked since. */
export async function showLink(
  tx: Sql,
  accountId: string,
  { quote_id: quoteId, link_id: linkId }: Pick<Sending, 'quote_id' | 'link_id'>,
): Promise<boolean> {
  const isOpen = await isLinkOpen(tx, accountId, quoteId, linkId);
  if (isOpen) await setQuoteLink(tx, accountId, quoteId, linkId);
  return isOpen;
}
