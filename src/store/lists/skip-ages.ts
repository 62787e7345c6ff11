import type { Sql, SqlPart, SqlValue } from '../database.ts';
import type { WalkSkip } from './list-step.ts';

/** An index of an account's rows by age, which is the prefix of the identifier, and then by a column. */
export interface AgeIndex {
  name: string;
  table: 'quote_facts' | 'invoice_facts';
  accountId: string;
  column: string;
}

export interface Bounds<Value> {
  lower?: Value | undefined;
  upper?: Value | undefined;
}

/** Identifiers with the same prefix were made within 32^5 ms, about nine hours. */
const PREFIX = 'substr(f.id, 1, 9)';

/**
 * Skips ages without a row within the bounds of the column, in order of creation. Dates mostly follow creation, so that
 * the matches may come after all newer or older rows.
 */
export function skipAges(index: AgeIndex, bounds: Bounds<SqlValue>, isDescending: boolean): WalkSkip {
  const { accountId } = index;
  const [first, beyond, last] = isDescending ? ['max', '<', '~'] : ['min', '>', ''];
  const within = isWithin(index.column, bounds);
  const isMatch = [accountId, ...within.values];
  return {
    find(sql, after) {
      const rows = `FROM ${indexed(sql, index)} WHERE f.account_id = ? AND ${PREFIX}`;
      const next = (bound: string) => `SELECT ${first}(${PREFIX}) AS prefix ${rows} ${beyond}${bound}`;
      const hasMatch = `EXISTS (SELECT 1 ${rows} = prefixes.prefix AND ${within.sql})`;
      return {
        sql: `SELECT prefix AS next FROM (
          WITH RECURSIVE prefixes (prefix) AS (
            ${next('= substr(?, 1, 9)')} UNION ALL
            SELECT (${next(' prefixes.prefix')}) FROM prefixes WHERE prefixes.prefix IS NOT NULL AND NOT ${hasMatch}
          ) SELECT prefix FROM prefixes WHERE ${hasMatch}
        ) AS found`,
        values: [accountId, after?.[0] ?? last, accountId, ...isMatch, ...isMatch],
      };
    },
    resume: (next, after) => (String(after?.[0] ?? last).startsWith(next) ? after : [next + last]),
  };
}

/**
 * Skips values of the column that no row of the ages has, in order of the column. `ids` are bounds of the identifier, and
 * `start` is the value where the list begins.
 */
export function skipValues(
  index: AgeIndex,
  ids: Bounds<SqlPart>,
  start: number,
  isDescending: boolean,
): WalkSkip {
  const { accountId, column } = index;
  const [first, beyond, last] = isDescending ? ['max', '<=', '~'] : ['min', '>=', ''];
  const from = ids.lower && { ...ids.lower, sql: `${PREFIX} >= substr(${ids.lower.sql}, 1, 9)` };
  const to = ids.upper && { ...ids.upper, sql: `${PREFIX} <= substr(${ids.upper.sql}, 1, 9)` };
  return {
    find(sql, after) {
      const rows = `FROM ${indexed(sql, index)} WHERE f.account_id = ?`;
      const oldest = (bound: string | undefined) =>
        [`SELECT min(${PREFIX}) AS prefix ${rows}`, bound, to?.sql]
          .filter((part) => part !== undefined)
          .join(' AND ');
      // Never two bounds of the same side: SQLite might begin at the farther one.
      const next = oldest(`${PREFIX} > prefixes.prefix`);
      const upTo = to?.values ?? [];
      return {
        sql: `SELECT ${first}(value) AS next FROM (
          WITH RECURSIVE prefixes (prefix) AS (
            ${oldest(from?.sql)} UNION ALL
            SELECT (${next}) FROM prefixes WHERE prefixes.prefix IS NOT NULL
          ) SELECT (
            SELECT ${first}(f.${column}) ${rows} AND ${PREFIX} = prefixes.prefix AND f.${column} ${beyond} ?
          ) AS value FROM prefixes
        ) AS found`,
        values: [
          ...[accountId, ...(from?.values ?? []), ...upTo],
          ...[accountId, ...upTo],
          ...[accountId, after?.[0] ?? start],
        ],
      };
    },
    resume: (next, after) => (Number(next) === Number(after?.[0] ?? start) ? after : [Number(next), last]),
  };
}

/** Without statistics, SQLite might choose the index of the column alone. */
function indexed(sql: Sql, { table, name }: AgeIndex): string {
  return `${table} AS f ${sql.indexedBy(name)}`;
}

function isWithin(column: string, { lower, upper }: Bounds<SqlValue>): SqlPart {
  const parts = [
    ...(lower === undefined ? [] : [{ sql: `f.${column} >= ?`, value: lower }]),
    ...(upper === undefined ? [] : [{ sql: `f.${column} <= ?`, value: upper }]),
  ];
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.map(({ value }) => value) };
}
