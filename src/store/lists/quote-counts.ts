import { QUOTE_STATUSES, type Quote, type QuoteStatus } from '../../domain/quote/quote.ts';
import { formatPlaceholders, type Sql, type SqlPart } from '../database.ts';

/** Filters whose counts are stored and updated with every change. */
export interface CountedFilter {
  statuses?: readonly QuoteStatus[] | undefined;
  customerId?: string | undefined;
}

const ALL_CUSTOMERS = '';

type Counted = Pick<Quote, 'customerId' | 'status'>;

/** Updates the stored counts, from which the total of a list of a million quotes takes a few rows. */
export async function addCounts(tx: Sql, accountId: string, quotes: readonly Counted[]): Promise<void> {
  const rows = new Map<string, { customerId: string; status: string; n: number }>();
  for (const quote of quotes) {
    for (const customerId of [ALL_CUSTOMERS, quote.customerId]) {
      const key = `${quote.status} ${customerId}`;
      const row = rows.get(key);
      if (row) row.n++;
      else rows.set(key, { customerId, status: quote.status, n: 1 });
    }
  }
  await tx.run(
    `INSERT INTO quote_counts (account_id, customer_id, status, n) VALUES ${formatPlaceholders(rows.size, 4)}
     ON CONFLICT (account_id, customer_id, status) DO UPDATE SET n = quote_counts.n + excluded.n`,
    ...[...rows.values()].flatMap(({ customerId, status, n }) => [accountId, customerId, status, n]),
  );
}

export async function subtractCount(
  tx: Sql,
  accountId: string,
  { customerId, status }: Counted,
): Promise<void> {
  await tx.run(
    `UPDATE quote_counts SET n = n - 1
     WHERE account_id = ? AND status = ? AND customer_id IN (?, ?)`,
    accountId,
    status,
    ALL_CUSTOMERS,
    customerId,
  );
}

/** The stored count as a subquery. */
export function storedCount(accountId: string, { customerId, statuses = [] }: CountedFilter): SqlPart {
  const marks = statuses.map(() => '?').join(', ');
  return {
    sql: `(SELECT coalesce(sum(n), 0) FROM quote_counts
      WHERE account_id = ? AND customer_id = ? ${statuses.length > 0 ? `AND status IN (${marks})` : ''})`,
    values: [accountId, customerId ?? ALL_CUSTOMERS, ...statuses],
  };
}

/** Counts the quotes of the account, or of one customer, by status. */
export async function countByStatus(
  sql: Sql,
  accountId: string,
  customerId = ALL_CUSTOMERS,
): Promise<Record<QuoteStatus, number>> {
  const rows = await sql.all<{ status: QuoteStatus; n: number }>(
    'SELECT status, n FROM quote_counts WHERE account_id = ? AND customer_id = ?',
    ...[accountId, customerId],
  );
  const counts: Record<QuoteStatus, number> = { ...NONE };
  for (const { status, n } of rows) counts[status] = Number(n);
  return counts;
}

const NONE = Object.fromEntries(QUOTE_STATUSES.map((status) => [status, 0])) as Record<QuoteStatus, number>;
