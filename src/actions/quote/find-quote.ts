import type { Deps } from '../../deps.ts';
import { isId } from '../../domain/ids.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { findQuoteId } from '../../store/tables/quote/quotes.ts';
import { findSettledQuoteRow } from './settle-expiry.ts';

/** Finds a quote by its id or its number. */
export async function findQuoteByIdOrNumber(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  name: string,
  now: number,
): Promise<Quote | undefined> {
  const id = isId('quo', name) ? name : await findQuoteId(db.read, accountId, name);
  const row = id === undefined ? undefined : await findSettledQuoteRow(db, accountId, id, now);
  return row && (JSON.parse(row.doc) as Quote);
}
