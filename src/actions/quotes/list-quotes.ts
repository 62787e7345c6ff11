import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
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
 * Returns the page and the number of quotes per status. Without another filter these are counters that every change updates,
 * which cost six rows to read. Otherwise the matches are counted, if those of the page were: then it takes no longer.
 */
export function listQuotesAndCounts(
  { db }: Store,
  accountId: string,
  filter: QuoteFilter,
  page: PageRequest,
): Promise<QuotePage & QuoteCounts> {
  return queryAfterExpiry({ db }, accountId, page.now, async () => {
    const [found, counts] = await Promise.all([
      readList(db, 'quotes', accountId, filter, page),
      countByStatus(db.read, accountId),
    ]);
    const { statuses: _, ...others } = filter;
    if (Object.values(others).every((value) => value === undefined)) {
      return { ...found, all: counts, counts };
    }
    return {
      ...found,
      all: counts,
      counts: found.isExact ? await countMatches({ db }, accountId, filter) : null,
    };
  });
}

export interface QuoteCounts {
  /** Quotes of the account. */
  all: Record<QuoteStatus, number>;
  /** Quotes that match the filter in any status; `null` if there are too many to count. */
  counts: Record<QuoteStatus, number> | null;
}

async function countMatches(
  { db }: Store,
  accountId: string,
  filter: QuoteFilter,
): Promise<QuoteCounts['counts']> {
  try {
    return await readList(db, 'quoteStatuses', accountId, filter);
  } catch (error) {
    if (error instanceof Problem && error.code === 'list_too_slow') return null;
    throw error;
  }
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
