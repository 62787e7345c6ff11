import type { Sql } from './database.ts';

/** Removes what belongs to a quote alone. Sendings stay: the cap on mails to one recipient counts them. */
export async function forgetQuote(tx: Sql, accountId: string, quoteId: string): Promise<void> {
  for (const table of ['events', 'links', 'revisions', 'answers']) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND quote_id = ?`, accountId, quoteId);
  }
}
