import { leastId } from '../../domain/ids.ts';
import { QUOTE_STATUSES, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import type { Part, Sql, SqlValue } from '../database.ts';
import { metadataName, REFERENCE } from '../tables/quote/facts.ts';

/** A range of one of the columns of `quote_facts`; but for the creation, every one has an index behind the status. */
export interface Range {
  /** Which are equal, before the one that is bounded. */
  equal?: Part;
  column: 'created_at' | 'updated_at' | 'valid_until' | 'total';
  from?: number | undefined;
  to?: number | undefined;
}

export function rangesOf(filter: QuoteFilter): Range[] {
  const { createdFrom, createdTo, updatedFrom, validTo, currency, totalFrom, totalTo } = filter;
  const ranges: Range[] = [
    { column: 'updated_at', from: updatedFrom },
    { column: 'valid_until', to: validTo },
    { column: 'created_at', from: createdFrom, to: createdTo },
  ];
  const bounded = ranges.filter(({ from, to }) => from !== undefined || to !== undefined);
  if (currency === undefined) return bounded;
  const equal = { sql: 'q.currency = ?', values: [currency] };
  return [...bounded, { equal, column: 'total', from: totalFrom, to: totalTo }];
}

/** The texts that a quote must have as they are. */
function marksOf({ reference, metadata }: QuoteFilter): { name: string; value: string }[] {
  return [
    ...(reference === undefined ? [] : [{ name: REFERENCE, value: reference }]),
    ...(metadata ?? []).map(({ key, value }) => ({ name: metadataName(key), value })),
  ];
}

export function statusesOf({ statuses }: QuoteFilter): readonly QuoteStatus[] {
  return statuses ?? QUOTE_STATUSES;
}

/**
 * All that a filter asks for, of the facts as `q`, but its account. `term` is in the form that is searched. As expressions,
 * columns do not lure an engine along their indexes, but for the one by which the quotes are walked along.
 */
export function conditionsOf(sql: Sql, filter: QuoteFilter, term: string, along?: Range['column']): Part[] {
  const { statuses } = filter;
  return [
    // Compared in this way, PostgreSQL expects it of a third of the quotes, and not of one in two hundred: it would sort.
    ...(statuses
      ? [
          {
            sql: `CASE WHEN q.status IN (${statuses.map(() => '?')}) THEN 1 ELSE 0 END > 0`,
            values: [...statuses],
          },
        ]
      : []),
    ...rangesOf(filter).flatMap((range) => (range.column === along ? partsOfRange(range) : plainly(range))),
    ...textConditions(sql, filter, term),
  ];
}

/** Of these, what is asked of texts. */
export function textConditions(sql: Sql, filter: QuoteFilter, term: string): Part[] {
  const { customerId } = filter;
  return [
    ...(customerId === undefined ? [] : [{ sql: 'q.customer_id = ?', values: [customerId] }]),
    ...marksOf(filter).map(({ name, value }) => ({
      sql: isThere(
        'quote_marks AS m WHERE m.account_id = q.account_id AND m.name = ? AND m.value = ? AND m.quote_id = q.id',
      ),
      values: [name, value],
    })),
    ...(term === '' ? [] : [{ sql: sql.search.contains('q.search'), values: [term] }]),
  ];
}

/** Looked up for each quote. In place of `EXISTS`, PostgreSQL would read all such rows of the account first. */
function isThere(rows: string): string {
  return `(SELECT 1 FROM ${rows} LIMIT 1) IS NOT NULL`;
}

/** Said in two ways, so that PostgreSQL takes the bounds for two conditions and not for a narrow range. */
function plainly(range: Range): Part[] {
  return partsOfRange(range, `(q.${range.column} + 0)`, `(0 + q.${range.column})`);
}

function partsOfRange(
  { equal, column, from, to }: Range,
  lower = `q.${column}`,
  upper = `q.${column}`,
): Part[] {
  return [
    ...(equal ? [equal] : []),
    ...(from === undefined ? [] : [{ sql: `${lower} >= ?`, values: [from] }]),
    ...(to === undefined ? [] : [{ sql: `${upper} <= ?`, values: [to] }]),
  ];
}

/**
 * A way to the quotes for each thing that a filter asks for, along its index: `id` of at most so many. `isCommon`: the
 * index of substrings would give more than anybody wants.
 */
export function waysTo(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  { term, isCommon, limit }: { term: string; isCommon: boolean; limit: number },
): Part[] {
  const most = `LIMIT ${BigInt(limit)}`;
  const ways: Part[] = marksOf(filter).map(({ name, value }) => ({
    sql: `SELECT quote_id AS id FROM quote_marks WHERE account_id = ? AND name = ? AND value = ? ORDER BY quote_id ${most}`,
    values: [accountId, name, value],
  }));
  if (term !== '' && !isCommon) {
    const found = sql.search.matching(accountId, term);
    ways.push({
      sql: `SELECT q.id FROM ${found.from} WHERE ${found.where} AND q.account_id = ? ${most}`,
      values: [...found.values, accountId],
    });
  }
  if (filter.customerId !== undefined) {
    ways.push({
      sql: `SELECT q.id FROM ${sql.facts.all} AS q WHERE q.account_id = ? AND q.customer_id = ? ORDER BY q.id ${most}`,
      values: [accountId, filter.customerId],
    });
  }
  for (const range of rangesOf(filter)) {
    ways.push(
      range.column === 'created_at'
        ? alongCreation(sql, accountId, range, most)
        : alongRange(sql, accountId, range, statusesOf(filter), most),
    );
  }
  return ways;
}

/**
 * An identifier begins with the time of creation. By the clock of a test account a quote may have been created later
 * than that, and never earlier.
 */
function alongCreation(
  { facts }: Sql,
  accountId: string,
  { from = 0, to = MAX_ID_TIME }: Range,
  most: string,
): Part {
  const isLive = `(SELECT kind FROM accounts WHERE id = ?) = 'live'`;
  return {
    sql: `SELECT q.id FROM ${facts.all} AS q WHERE q.account_id = ? AND q.id >= CASE WHEN ${isLive} THEN ? ELSE '' END
      AND q.id < ? ORDER BY q.id ${most}`,
    values: [accountId, accountId, leastId('quo', clamped(from)), leastId('quo', clamped(to) + 1)],
  };
}

const MAX_ID_TIME = 32 ** 9;

function clamped(time: number): number {
  return Math.min(Math.max(time, 0), MAX_ID_TIME);
}

/** By status, as the indexes are. The order holds an engine to the index. */
function alongRange(
  { facts }: Sql,
  accountId: string,
  range: Range,
  statuses: readonly QuoteStatus[],
  most: string,
): Part {
  const conditions = partsOfRange(range);
  const select = `SELECT id FROM (SELECT q.id, q.${range.column} FROM ${facts.all} AS q
    WHERE ${['q.account_id = ?', 'q.status = ?', ...conditions.map((part) => part.sql)].join(' AND ')}
    ORDER BY q.${range.column}, q.id ${most}) AS one`;
  return {
    sql: `SELECT id FROM (${statuses.map(() => select).join(' UNION ALL ')}) AS found ${most}`,
    values: statuses.flatMap((status): SqlValue[] => [
      ...[accountId, status],
      ...conditions.flatMap((part) => part.values),
    ]),
  };
}
