import { metadataName, REFERENCE } from '../../tables/quote/facts.ts';
import type { ListCondition } from '../list-ranges.ts';

/** A text that is matched exactly: a reference, or the value of a metadata key. */
export interface Mark {
  name: string;
  value: string;
}

/** A table of marks, as `m`, its column with the identifier of the marked row, and the alias of that row. */
export interface MarkTable {
  table: string;
  idColumn: string;
  /** Default: `q`. */
  alias?: string;
}

/** Lists the exact texts of a filter. */
export function listMarks({ reference, metadata = [] }: MarkFilter): Mark[] {
  return [
    ...(reference === undefined ? [] : [{ name: REFERENCE, value: reference }]),
    ...metadata.map(({ key, value }) => ({ name: metadataName(key), value })),
  ];
}

interface MarkFilter {
  reference?: string | undefined;
  metadata?: readonly { key: string; value: string }[] | undefined;
}

export function hasMark(
  { table, idColumn, alias = 'q' }: MarkTable,
  accountId: string,
  { name, value }: Mark,
): ListCondition<`mark ${string}`> {
  const isMarked = {
    sql: 'm.account_id = ? AND m.name = ? AND m.value = ?',
    values: [accountId, name, value],
  };
  return {
    term: `mark ${name}`,
    range: { equal: [isMarked] },
    // Looked up for each row. With `EXISTS`, PostgreSQL would first read all such marks of the account.
    sql: `(SELECT 1 FROM ${table} AS m
      WHERE m.account_id = ${alias}.account_id AND m.name = ? AND m.value = ? AND m.${idColumn} = ${alias}.id LIMIT 1) IS NOT NULL`,
    values: [name, value],
    ids: { ...isMarked, table: `${table} AS m`, column: `m.${idColumn}` },
  };
}
