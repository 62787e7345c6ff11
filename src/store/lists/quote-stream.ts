import { setImmediate } from 'node:timers/promises';
import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote/list/quote-sorts.ts';
import type { Sql } from '../database.ts';
import type { StoredDoc } from '../tables/stored-docs.ts';
import { measureRanges } from './list-ranges.ts';
import { ALL_MATCHES } from './list-total.ts';
import { scanForPage, startWalk } from './list-walk.ts';
import { orderFor, sortWithin } from './quote-page.ts';
import { findFewByText, findFewQuotes, prepareSearch, type QuoteSearch, walkFor } from './quote-walks.ts';

export interface StreamedQuote extends StoredDoc {
  /** JSON of the customer. */
  customer: string;
}

/** Quotes in memory at a time; each may have megabytes. */
const BATCH = 20;

/**
 * Streams all matches in small batches, each read when it is sent. SQLite answers synchronously and the network may
 * accept everything, so every batch yields the event loop to other requests.
 */
export async function* streamQuotes(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  sort: QuoteSort,
): AsyncGenerator<StreamedQuote[]> {
  const search = await prepareSearch(sql, accountId, filter);
  for await (const ids of matchingIds(sql, search, sortWithin(filter, sort))) {
    for (let start = 0; start < ids.length; start += BATCH) {
      await setImmediate();
      yield await readBatch(sql, accountId, ids.slice(start, start + BATCH));
    }
  }
}

/** Reads few candidates directly instead of walking all quotes. */
async function* matchingIds(sql: Sql, search: QuoteSearch, sort: QuoteSort): AsyncGenerator<string[]> {
  const sizes = await measureRanges(sql, search.ranges);
  const few = (await findFewQuotes(sql, search, sizes)) ?? (await findFewByText(sql, search, sort));
  if (few) return yield (await scanForPage(sql, few, orderFor(sort), ALL_MATCHES)).ids;
  const walk = startWalk(sql, walkFor(search, sizes, sort));
  while (!walk.isOver) yield await walk.step(ALL_MATCHES);
}

/** Reads quotes in the given order, without those deleted in the meantime. */
async function readBatch(sql: Sql, accountId: string, ids: readonly string[]): Promise<StreamedQuote[]> {
  const isFound = sql.isAmong('quotes.id', ids);
  const rows = await sql.all<StreamedQuote & { id: string }>(
    `SELECT quotes.id, quotes.doc, quotes.shape, customers.doc AS customer FROM quotes
     JOIN customers ON customers.account_id = quotes.account_id AND customers.id = quotes.customer_id
     WHERE quotes.account_id = ? AND ${isFound.sql}`,
    accountId,
    ...isFound.values,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
