import type { Quote, QuoteStatus } from '../domain/quote.ts';
import type { Sql, SqlValue } from './database.ts';

export interface QuoteFilter {
  status?: QuoteStatus;
  customerId?: string;
}

const ALL_CUSTOMERS = '';

/** Counts are kept, not counted: a page of a million quotes knows its total from a few rows. */
export async function shiftCount(
  tx: Sql,
  accountId: string,
  { customerId, status }: Pick<Quote, 'customerId' | 'status'>,
  by: 1 | -1,
): Promise<void> {
  if (by === 1) {
    await tx.run(
      `INSERT INTO quote_counts (account_id, customer_id, status, n) VALUES (?, ?, ?, 1), (?, ?, ?, 1)
       ON CONFLICT (account_id, customer_id, status) DO UPDATE SET n = quote_counts.n + 1`,
      accountId,
      ALL_CUSTOMERS,
      status,
      accountId,
      customerId,
      status,
    );
  } else {
    await tx.run(
      `UPDATE quote_counts SET n = n - 1
       WHERE account_id = ? AND status = ? AND customer_id IN (?, ?)`,
      accountId,
      status,
      ALL_CUSTOMERS,
      customerId,
    );
  }
}

export async function countQuotes(sql: Sql, accountId: string, filter: QuoteFilter): Promise<number> {
  const values: SqlValue[] = [accountId, filter.customerId ?? ALL_CUSTOMERS];
  if (filter.status) values.push(filter.status);
  const row = await sql.get<{ n: number | null }>(
    `SELECT sum(n) AS n FROM quote_counts
     WHERE account_id = ? AND customer_id = ? ${filter.status ? 'AND status = ?' : ''}`,
    ...values,
  );
  return Number(row?.n ?? 0);
}
