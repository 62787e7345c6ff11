import type { ListCondition } from '../list-ranges.ts';

/** A text that is matched exactly: a reference, or the value of a metadata key. */
export interface Mark {
  name: string;
  value: string;
}

/** A table of marks, as `m`, and its column with the identifier of the marked row, which is `q`. */
export interface MarkTable {
  table: string;
  idColumn: string;
}

export function hasMark(
  { table, idColumn }: MarkTable,
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
      WHERE m.account_id = q.account_id AND m.name = ? AND m.value = ? AND m.${idColumn} = q.id LIMIT 1) IS NOT NULL`,
    values: [name, value],
    ids: { ...isMarked, table: `${table} AS m`, column: `m.${idColumn}` },
  };
}
