import type { Sql } from '../../store/database.ts';
import { forgetQuote } from '../../store/tables/forget-quote.ts';
import { deleteQuote, type StoredQuote } from '../../store/tables/quotes.ts';

/** The quote and its traces go; documents that were sent to somebody stay. */
export async function removeQuote(tx: Sql, accountId: string, stored: StoredQuote): Promise<void> {
  await forgetQuote(tx, accountId, stored.quote.id);
  await deleteQuote(tx, accountId, stored);
}
