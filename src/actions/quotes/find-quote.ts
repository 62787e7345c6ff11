import type { Deps } from '../../app/deps.ts';
import { isId } from '../../domain/ids.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { findQuoteId } from '../../store/tables/quote/quote-briefs.ts';
import { findCurrentQuoteRow } from './expire-quotes.ts';

/** Returns the id of a quote that is named by its id or its number. */
export async function resolveQuoteId(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  name: string,
): Promise<string | undefined> {
  return isId('quo', name) ? name : findQuoteId(db.read, accountId, name);
}

export async function findQuoteByIdOrNumber(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  name: string,
  now: number,
): Promise<Quote | undefined> {
  const id = await resolveQuoteId({ db }, accountId, name);
  const row = id === undefined ? undefined : await findCurrentQuoteRow(db, accountId, id, now);
  return row && (JSON.parse(row.doc) as Quote);
}
