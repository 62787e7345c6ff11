import { listSignersInTurn } from '../../../domain/quote/acceptance/signers.ts';
import type { Sql } from '../../../store/database.ts';
import { findLinkRecipient } from '../../../store/tables/links.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';

/** Somebody who has an open link to a quote. */
export interface LinkRecipient {
  linkId: string;
  recipient: string;
  /** The name of a signer. */
  name: string | null;
}

/** Lists who gets what the business writes: the recipient of the last link, or every signer who has one. */
export async function listLinkRecipients(
  sql: Sql,
  accountId: string,
  { quote, linkId, signerLinks }: Pick<StoredQuote, 'quote' | 'linkId' | 'signerLinks'>,
): Promise<LinkRecipient[]> {
  if (quote.signers) {
    return quote.signers.flatMap(({ name, email }) => {
      const link = signerLinks.find((one) => one.email === email);
      return link ? [{ linkId: link.id, recipient: email, name }] : [];
    });
  }
  if (linkId === null) return [];
  const recipient = await findLinkRecipient(sql, accountId, quote.id, linkId);
  return recipient === undefined ? [] : [{ linkId, recipient, name: null }];
}

/** Lists those of them who are to be reminded: of several signers, who can sign now. */
export async function listRemindedRecipients(
  sql: Sql,
  accountId: string,
  stored: Pick<StoredQuote, 'quote' | 'linkId' | 'signerLinks'>,
): Promise<LinkRecipient[]> {
  const all = await listLinkRecipients(sql, accountId, stored);
  if (!stored.quote.signers) return all;
  const inTurn = listSignersInTurn(stored.quote);
  return all.filter(({ recipient }) => inTurn.some(({ email }) => email === recipient));
}
