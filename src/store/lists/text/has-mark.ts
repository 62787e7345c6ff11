import { metadataName, RECURRING, REFERENCE, SERIES } from '../../tables/quote/facts.ts';
import type { Condition, Source } from '../list-query.ts';
import { countUpTo } from '../sources.ts';

/** A text that is matched exactly: a reference, or the value of a metadata key. */
export interface Mark {
  name: string;
  value: string;
}

/** A table of marks and its column with the identifier of the marked row, and the table of that row. */
export interface MarkTable {
  table: string;
  idColumn: string;
  marked: string;
}

/** Lists the exact texts of a filter. */
export function listMarks({ reference, metadata = [], seriesId, recurring }: MarkFilter): Mark[] {
  return [
    ...(reference === undefined ? [] : [{ name: REFERENCE, value: reference }]),
    ...metadata.map(({ key, value }) => ({ name: metadataName(key), value })),
    ...(seriesId === undefined ? [] : [{ name: SERIES, value: seriesId }]),
    ...(recurring === undefined ? [] : [{ name: RECURRING, value: String(recurring) }]),
  ];
}

interface MarkFilter {
  reference?: string | undefined;
  metadata?: readonly { key: string; value: string }[] | undefined;
  /** The series of an invoice. */
  seriesId?: string | undefined;
  /** Whether a quote has recurring items. */
  recurring?: true | undefined;
}

/** Looked up for each row. With `EXISTS`, PostgreSQL would first read all such marks of the account. */
export function hasMark({ table, idColumn }: MarkTable, accountId: string, { name, value }: Mark): Condition {
  return {
    term: `mark ${name}`,
    sql: `(SELECT 1 FROM ${table} AS m
      WHERE m.account_id = ? AND m.name = ? AND m.value = ? AND m.${idColumn} = q.id LIMIT 1) IS NOT NULL`,
    values: [accountId, name, value],
    isLookup: true,
  };
}

export function markedRows(
  { table, idColumn, marked }: MarkTable,
  accountId: string,
  { name, value }: Mark,
): Source {
  const isMarked = 'm.account_id = ? AND m.name = ? AND m.value = ?';
  const values = [accountId, name, value];
  return {
    from: { sql: `${table} AS m CROSS JOIN ${marked} AS q`, values: [] },
    on: { sql: `${isMarked} AND q.account_id = m.account_id AND q.id = m.${idColumn}`, values },
    terms: [`mark ${name}`],
    isOther: true,
    size: countUpTo({ sql: `FROM ${table} AS m WHERE ${isMarked}`, values }),
  };
}
