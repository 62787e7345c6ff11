import type { Deps } from '../../app/deps.ts';
import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { Quote, QuoteStatus } from '../../domain/quote/quote.ts';
import { countByStatus } from '../../store/lists/quote-counts.ts';
import type { PageRequest, QuotePage } from '../../store/lists/quote-page.ts';
import { readList } from '../../store/lists/read-list.ts';
import { expectCursor } from '../expect-cursor.ts';
import { expireQuotes } from './expire-quotes.ts';

type Store = Pick<Deps, 'db'>;

/** Returns a page of quotes, with their expiry recorded if it is due. */
export async function listQuotes(
  { db }: Store,
  accountId: string,
  filter: QuoteFilter,
  page: PageRequest,
): Promise<QuotePage> {
  if (page.after !== undefined) await expectCursor(db.read, 'quotes', accountId, page.after);
  return queryAfterExpiry({ db }, accountId, page.now, () => readList(db, 'quotes', accountId, filter, page));
}

/**
 * Returns the page and the number of quotes per status. These are counters that every change updates, so they cost six
 * rows to read.
 */
export function listQuotesAndCounts(
  { db }: Store,
  accountId: string,
  filter: QuoteFilter,
  page: PageRequest,
): Promise<QuotePage & { counts: Record<QuoteStatus, number> }> {
  return queryAfterExpiry({ db }, accountId, page.now, async () => {
    const [found, counts] = await Promise.all([
      readList(db, 'quotes', accountId, filter, page),
      countByStatus(db.read, accountId),
    ]);
    return { ...found, counts };
  });
}

/** Repeats the query after recording the expiries that were due. */
async function queryAfterExpiry<Found extends Pick<QuotePage, 'isDue'>>(
  { db }: Store,
  accountId: string,
  now: number,
  find: () => Promise<Found>,
): Promise<Found> {
  const found = await find();
  if (!found.isDue) return found;
  await expireQuotes(db, now, accountId);
  return find();
}

/** Parses the quotes of a page, for callers that do not return the stored JSON. */
export function parseQuotes({ docs }: Pick<QuotePage, 'docs'>): Quote[] {
  const text = typeof docs === 'string' ? docs : Buffer.from(docs).toString('utf8');
  return JSON.parse(`[${text}]`) as Quote[];
}
