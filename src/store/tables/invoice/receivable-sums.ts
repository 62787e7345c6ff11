import type { Invoice } from '../../../domain/invoice/invoice.ts';
import {
  classifyReceivable,
  type Receivable,
  type ReceivableSum,
} from '../../../domain/quote/statistics/receivables.ts';
import { formatPlaceholders, type Sql } from '../../database.ts';

const ALL_CUSTOMERS = '';

/** Sums can exceed a database integer: they are stored in two parts, as those of the statistics are. */
const PART_SIZE = 100_000_000;

interface Change extends Omit<Receivable, 'amount'> {
  customerId: string;
  n: number;
  high: number;
  low: number;
}

/** Takes the invoice out as it was counted and counts it as it is now, in the transaction of the change. */
export async function updateReceivables(
  tx: Sql,
  accountId: string,
  before: Invoice | undefined,
  after: Invoice | undefined,
): Promise<void> {
  const changes = [...toChanges(before, -1), ...toChanges(after, 1)];
  const byKey = new Map<string, Change>();
  for (const change of changes) {
    const { kind, customerId, period, currency, n, high, low } = change;
    const key = [kind, customerId, period, currency].join(' ');
    const known = byKey.get(key);
    byKey.set(
      key,
      known ? { ...known, n: known.n + n, high: known.high + high, low: known.low + low } : change,
    );
  }
  // Sorted, so that no two transactions wait for each other.
  const rows = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  const changed = rows.filter(({ n, high, low }) => n !== 0 || high !== 0 || low !== 0);
  if (changed.length > 0) await addChanges(tx, accountId, changed);
}

function toChanges(invoice: Invoice | undefined, sign: 1 | -1): Change[] {
  if (!invoice) return [];
  return classifyReceivable(invoice).flatMap(({ amount, ...receivable }) => {
    const parts = { high: sign * Math.trunc(amount / PART_SIZE), low: sign * (amount % PART_SIZE) };
    const change = { ...receivable, ...parts, customerId: invoice.customerId, n: sign };
    return receivable.kind === 'due' ? [change, { ...change, customerId: ALL_CUSTOMERS }] : [change];
  });
}

/** Rows that reach zero go: every day of payment adds new ones. */
async function addChanges(tx: Sql, accountId: string, changes: readonly Change[]): Promise<void> {
  await tx.run(
    `INSERT INTO receivable_sums (account_id, customer_id, kind, period, currency, n, high, low)
     VALUES ${formatPlaceholders(changes.length, 8)}
     ON CONFLICT (account_id, customer_id, kind, period, currency) DO UPDATE SET n = receivable_sums.n + excluded.n,
       high = receivable_sums.high + excluded.high, low = receivable_sums.low + excluded.low`,
    ...changes.flatMap(({ customerId, kind, period, currency, n, high, low }) => [
      ...[accountId, customerId, kind, period, currency, n, high, low],
    ]),
  );
  for (const { customerId, kind, period, currency } of changes.filter(({ n }) => n < 0)) {
    await tx.run(
      `DELETE FROM receivable_sums
       WHERE account_id = ? AND customer_id = ? AND kind = ? AND period = ? AND currency = ? AND n = 0`,
      ...[accountId, customerId, kind, period, currency],
    );
  }
}

/** What all customers owe, by due date, or what one owes and was invoiced. */
export async function listReceivableSums(
  sql: Sql,
  accountId: string,
  customerId = ALL_CUSTOMERS,
): Promise<ReceivableSum[]> {
  const rows = await sql.all<Omit<ReceivableSum, 'total'> & { high: number; low: number }>(
    `SELECT kind, period, currency, n, high, low FROM receivable_sums WHERE account_id = ? AND customer_id = ?
     ORDER BY kind, period, currency`,
    ...[accountId, customerId],
  );
  return rows.map(({ high, low, ...row }) => {
    return { ...row, total: BigInt(high) * BigInt(PART_SIZE) + BigInt(low) };
  });
}
