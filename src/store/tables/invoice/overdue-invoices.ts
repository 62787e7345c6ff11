import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { formatLimit, type Sql } from '../../database.ts';

const IS_PENDING = `status = 'ISSUED' AND overdue = 0`;

/** Finds invoices whose due date has passed and that are not marked as overdue. */
export function findNewlyOverdue(
  sql: Sql,
  accountId: string | undefined,
  now: number,
  limit: number,
): Promise<{ account_id: string; id: string }[]> {
  return accountId === undefined
    ? sql.all(
        `SELECT account_id, id FROM invoices WHERE ${IS_PENDING} AND overdue_at <= ?
         ORDER BY overdue_at ${formatLimit(limit).sql}`,
        now,
      )
    : sql.all(
        `SELECT account_id, id FROM invoices WHERE account_id = ? AND ${IS_PENDING} AND overdue_at <= ?
         ORDER BY overdue_at ${formatLimit(limit).sql}`,
        ...[accountId, now],
      );
}

export async function findNextOverdue(sql: Sql): Promise<number | undefined> {
  const row = await sql.get<{ at: number | null }>(
    `SELECT min(overdue_at) AS at FROM invoices WHERE ${IS_PENDING} AND overdue_at IS NOT NULL`,
  );
  return row?.at ?? undefined;
}

/** Test accounts ahead of real time with invoices that are overdue by their clock and not marked. */
export async function listAheadAccountsOverdue(sql: Sql, now: number): Promise<string[]> {
  const rows = await sql.all<{ account_id: string }>(
    `SELECT account_id FROM test_clocks AS c WHERE target IS NULL AND EXISTS (
       SELECT 1 FROM invoices AS i
       WHERE i.account_id = c.account_id AND i.status = 'ISSUED' AND i.overdue = 0 AND i.overdue_at <= ? + c.ahead
     )`,
    now,
  );
  return rows.map(({ account_id }) => account_id);
}

/** Overdue invoices, the longest overdue first. They are issued, so their JSON has all that is shown of them. */
export async function listOverdue(sql: Sql, accountId: string, limit: number): Promise<Invoice[]> {
  const first = formatLimit(limit).sql;
  const rows = await sql.all<{ doc: string }>(
    `SELECT doc FROM invoices WHERE account_id = ? AND id IN (SELECT id FROM (
       SELECT id FROM invoice_facts WHERE account_id = ? AND overdue = 1 ORDER BY due_date, id ${first}) AS first)
     ORDER BY due_date, id ${first}`,
    ...[accountId, accountId],
  );
  return rows.map(({ doc }) => JSON.parse(doc) as Invoice);
}
