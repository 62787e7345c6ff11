import type { Quote, QuoteStatus } from '../domain/quote.ts';
import type { Part, Sql } from './database.ts';

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
  const kept = keptCount(accountId, filter);
  const row = await sql.get<{ n: number | null }>(`SELECT ${kept.sql} AS n`, ...kept.values);
  return Number(row?.n ?? 0);
}

/** For use within another statement. */
export function keptCount(accountId: string, { customerId, status }: QuoteFilter): Part {
  return {
    sql: `(SELECT sum(n) FROM quote_counts
      WHERE account_id = ? AND customer_id = ? ${status ? 'AND status = ?' : ''})`,
    values: [accountId, customerId ?? ALL_CUSTOMERS, ...(status ? [status] : [])],
  };
}
