import type { Sql } from '../../database.ts';

/**
 * Removes what belongs to a quote alone. Sendings stay: the cap on mails to one recipient counts them. Answers stay
 * with the documents they are about: who agreed to a text can prove it, whoever deletes the quote.
 */
export async function forgetQuote(tx: Sql, accountId: string, quoteId: string): Promise<void> {
  for (const table of ['events', 'links', 'revisions']) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND quote_id = ?`, accountId, quoteId);
  }
}
