import type { Deps } from '../../deps.ts';
import { QUOTE_STATUSES, type Quote, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import { countsByStatus } from '../../store/search/quote-counts.ts';
import * as search from '../../store/search/quote-list.ts';
import type { PageWanted, QuotePage } from '../../store/search/quote-page.ts';
import { settleDue, settleExpiry } from './settle-expiry.ts';

type Store = Pick<Deps, 'db'>;

/** A page of quotes; what has expired by now says so. */
export async function listQuotes(
  { db }: Store,
  accountId: string,
  filter: QuoteFilter,
  page: PageWanted,
): Promise<QuotePage> {
  const found = await search.listQuotes(db.read, accountId, filter, page);
  if (!found.isDue) return found;
  await settleExpiry(db, page.now, accountId);
  return search.listQuotes(db.read, accountId, filter, page);
}

/** How many quotes of each status there are, kept up to date with every change: it costs no more than to read six rows. */
export async function quoteCounts(
  { db }: Store,
  accountId: string,
  now: number,
): Promise<Record<QuoteStatus, number>> {
  await settleDue(db, now, accountId);
  const counts = await countsByStatus(db.read, accountId);
  return Object.fromEntries(QUOTE_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
    QuoteStatus,
    number
  >;
}

/** The quotes of a page, to be looked at here and not to be sent on as they stand. */
export function quotesIn({ docs }: Pick<QuotePage, 'docs'>): Quote[] {
  const text = typeof docs === 'string' ? docs : Buffer.from(docs).toString('utf8');
  return JSON.parse(`[${text}]`) as Quote[];
}
