import type { Deps } from '../../deps.ts';
import type { QuoteFilter } from '../../store/search/quote-counts.ts';
import * as search from '../../store/search/quote-list.ts';
import { settleExpiry } from './settle-expiry.ts';

/** A page of quotes; what has expired by now says so. */
export async function listQuotes(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  filter: QuoteFilter & { search?: string | undefined },
  page: search.PageWanted,
): Promise<search.QuotePage> {
  const found = await search.listQuotes(db.read, accountId, filter, page);
  if (!found.isDue) return found;
  await settleExpiry(db, page.now, accountId);
  return search.listQuotes(db.read, accountId, filter, page);
}
