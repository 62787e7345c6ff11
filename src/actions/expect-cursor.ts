import { assertNoErrors } from '../domain/field-errors.ts';
import type { Sql } from '../store/database.ts';
import { hasRow, type ListedTableName } from '../store/tables/has-row.ts';

/** Throws if a list is to continue after an entry that the account does not have. */
export async function expectCursor(
  sql: Sql,
  table: ListedTableName,
  accountId: string,
  after: string | undefined,
): Promise<void> {
  assertCursorFound(after === undefined || (await hasRow(sql, table, accountId, after)));
}

export function assertCursorFound(isFound: boolean): void {
  if (isFound) return;
  const message = 'must be the id of an entry of this list, such as the last one of the page before';
  assertNoErrors([{ in: 'query', path: '/after', message }]);
}
