import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import { QUOTE_STATUSES, type Quote, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { Sql } from '../database.ts';
import { parseDoc, type StoredDoc } from '../tables/stored-docs.ts';
import { countGroups } from './list-query.ts';
import { buildQuoteQuery } from './quote-query.ts';

/** Counts the matches by status; `null` if there are too many to count. The status of the filter does not matter. */
export async function countMatchesByStatus(
  sql: Sql,
  accountId: string,
  { statuses: _, ...filter }: QuoteFilter,
): Promise<Record<QuoteStatus, number> | null> {
  const list = await buildQuoteQuery(sql, accountId, filter, '-createdAt');
  const groups = await countGroups(sql, list, 'q.status');
  if (!groups) return null;
  const counts = QUOTE_STATUSES.map((status) => [status, groups.get(status) ?? 0]);
  return Object.fromEntries(counts) as Record<QuoteStatus, number>;
}

/** The texts of quotes that `q` searches and lists do not show: the reference and the descriptions of items. */
export async function listSearchedTexts(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const isNamed = sql.isAmong('id', ids);
  const rows = await sql.all<StoredDoc>(
    `SELECT doc, shape FROM quotes WHERE account_id = ? AND ${isNamed.sql}`,
    ...[accountId, ...isNamed.values],
  );
  const quotes = rows.map((row): Quote => parseDoc('quote', row));
  return new Map(
    quotes.map(({ id, reference, items }) => {
      const descriptions = items.map(({ description }) => description);
      return [id, reference === null ? descriptions : [reference, ...descriptions]];
    }),
  );
}
