import { createHash, createHmac } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Sql } from '../../store/database.ts';
import type { Sending } from '../../store/tables/mail/sendings.ts';
import { isLinkOpen } from '../../store/tables/quote/links.ts';
import { setQuoteLink } from '../../store/tables/quote/quotes.ts';

/**
 * Derives the token of a link from its id and the secret of the service. The database stores only its hash, and the owner
 * can still see the link.
 */
export function deriveLinkToken({ secret }: Pick<Deps, 'secret'>, linkId: string): string {
  return createHmac('sha256', secret).update(`link:${linkId}`).digest('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function buildLinkUrl(deps: Pick<Deps, 'secret' | 'publicUrl'>, linkId: string): string {
  return `${deps.publicUrl()}/q/${deriveLinkToken(deps, linkId)}`;
}

/** Shows the owner the link of the last email that arrived or may have arrived, unless it was revoked since. */
export async function showLink(
  tx: Sql,
  accountId: string,
  { quote_id: quoteId, link_id: linkId }: Pick<Sending, 'quote_id' | 'link_id'>,
): Promise<boolean> {
  const isOpen = await isLinkOpen(tx, accountId, quoteId, linkId);
  if (isOpen) await setQuoteLink(tx, accountId, quoteId, linkId);
  return isOpen;
}
