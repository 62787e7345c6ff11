import type { Interval } from '../../../domain/quote/recurring/recurrence.ts';
import type { SeriesTerms } from '../../../domain/quote/recurring/series.ts';
import { formatLimit, formatPlaceholders, type Sql } from '../../database.ts';
import { isOpen } from '../account/closed-accounts.ts';

/** A series with what its invoices need. */
export interface StoredSeries extends SeriesTerms {
  quoteId: string;
  customerId: string;
  /** First day of the next period and when it is invoiced; `null` once there is none. */
  nextDate: string | null;
  dueAt: number | null;
  paymentMethod: string;
  dueDays: number;
  currency: string;
  /** What a later period costs. */
  total: number;
}

const COLUMNS = `id, quote_id AS "quoteId", customer_id AS "customerId", every AS "interval", periods,
  first_date AS "first", invoiced, end_on AS "endOn", next_date AS "nextDate", due_at AS "dueAt",
  payment_method AS "paymentMethod", due_days AS "dueDays", currency, total`;

export async function insertSeries(tx: Sql, accountId: string, series: StoredSeries): Promise<void> {
  await tx.run(
    `INSERT INTO recurring_series (account_id, id, quote_id, customer_id, every, periods, first_date, invoiced, end_on,
       next_date, due_at, payment_method, due_days, currency, total)
     VALUES ${formatPlaceholders(1, 15)}`,
    ...[accountId, series.id, series.quoteId, series.customerId, series.interval, series.periods],
    ...[series.first, series.invoiced, series.endOn, series.nextDate, series.dueAt, series.paymentMethod],
    ...[series.dueDays, series.currency, series.total],
  );
}

/** Sets what changes in the life of a series. The quote is locked before. */
export async function updateSeries(
  tx: Sql,
  accountId: string,
  { id, invoiced, endOn, nextDate, dueAt }: StoredSeries,
): Promise<void> {
  await tx.run(
    `UPDATE recurring_series SET invoiced = ?, end_on = ?, next_date = ?, due_at = ?
     WHERE account_id = ? AND id = ?`,
    ...[invoiced, endOn, nextDate, dueAt, accountId, id],
  );
}

/** The day of the next invoice stays, so that it is known to be late. */
export async function postponeSeries(tx: Sql, accountId: string, id: string, dueAt: number): Promise<void> {
  await tx.run(
    'UPDATE recurring_series SET due_at = ? WHERE account_id = ? AND id = ? AND due_at IS NOT NULL',
    ...[dueAt, accountId, id],
  );
}

export function findSeries(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<Pick<StoredSeries, 'id' | 'quoteId'> | undefined> {
  return sql.get(
    'SELECT id, quote_id AS "quoteId" FROM recurring_series WHERE account_id = ? AND id = ?',
    ...[accountId, id],
  );
}

/** The series of a quote in the order in which it shows them. */
export function listQuoteSeries(sql: Sql, accountId: string, quoteId: string): Promise<StoredSeries[]> {
  return sql.all<StoredSeries>(
    `SELECT ${COLUMNS} FROM recurring_series WHERE account_id = ? AND quote_id = ? ORDER BY id`,
    ...[accountId, quoteId],
  );
}

export async function findNextSeriesTime(sql: Sql): Promise<number | undefined> {
  const row = await sql.get<{ at: number | null }>(
    'SELECT min(due_at) AS at FROM recurring_series WHERE due_at IS NOT NULL',
  );
  return row?.at ?? undefined;
}

/** Accounts with series that are due, also those that are due by a test clock ahead of real time. */
export async function listDueSeriesAccounts(sql: Sql, now: number): Promise<string[]> {
  const rows = await sql.all<{ account_id: string }>(
    `SELECT DISTINCT account_id FROM recurring_series WHERE due_at <= ? AND ${isOpen('recurring_series')}
     UNION SELECT account_id FROM test_clocks AS t WHERE target IS NULL AND ${isOpen('t')} AND EXISTS (
       SELECT 1 FROM recurring_series AS s WHERE s.account_id = t.account_id AND s.due_at <= ? + t.ahead)`,
    ...[now, now],
  );
  return rows.map(({ account_id }) => account_id);
}

/** The series of an account that are due, the longest due first. */
export function listDueSeries(
  sql: Sql,
  accountId: string,
  now: number,
  limit: number,
): Promise<{ id: string; quoteId: string }[]> {
  return sql.all(
    `SELECT id, quote_id AS "quoteId" FROM recurring_series WHERE account_id = ? AND due_at <= ?
     ORDER BY due_at, id ${formatLimit(limit).sql}`,
    ...[accountId, now],
  );
}

/** Quotes of a customer with series that are not ended. */
export async function listActiveQuotes(sql: Sql, accountId: string, customerId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT DISTINCT quote_id AS id FROM recurring_series
     WHERE account_id = ? AND customer_id = ? AND due_at IS NOT NULL`,
    ...[accountId, customerId],
  );
  return rows.map(({ id }) => id);
}

/** The days on which something is due, so that they can be found anew in another time zone. */
export async function rescheduleSeries(
  tx: Sql,
  accountId: string,
  toTime: (date: string) => number,
): Promise<void> {
  const rows = await tx.all<{ day: string }>(
    `SELECT DISTINCT next_date AS day FROM recurring_series WHERE account_id = ? AND due_at IS NOT NULL`,
    accountId,
  );
  for (const { day } of rows) {
    await tx.run(
      'UPDATE recurring_series SET due_at = ? WHERE account_id = ? AND next_date = ?',
      ...[toTime(day), accountId, day],
    );
  }
}

/** What the active series of an account cost per period, by currency and interval. */
export async function sumActiveSeries(
  sql: Sql,
  accountId: string,
): Promise<{ currency: string; interval: Interval; total: bigint }[]> {
  const rows = await sql.all<{ currency: string; interval: Interval; high: number; low: number }>(
    `SELECT currency, every AS "interval", sum(total / ${PART_SIZE}) AS high, sum(total % ${PART_SIZE}) AS low
     FROM recurring_series WHERE account_id = ? AND due_at IS NOT NULL GROUP BY currency, every`,
    accountId,
  );
  return rows.map(({ currency, interval, high, low }) => ({
    currency,
    interval,
    total: BigInt(high) * BigInt(PART_SIZE) + BigInt(low),
  }));
}

/** Sums can exceed a database integer, so they are made in two parts. */
const PART_SIZE = 100_000_000;
