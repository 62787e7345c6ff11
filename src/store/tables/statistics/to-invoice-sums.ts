import { isAccepted, type Quote } from '../../../domain/quote/quote.ts';
import { computeToInvoice } from '../../../domain/quote/schedule/invoicing.ts';
import type { Sql } from '../../database.ts';

/** Sums can exceed a database integer: they are stored in two parts, as those of the statistics are. */
const PART_SIZE = 100_000_000;

/** Updates what is left to invoice, in the transaction of the change. A quote counts while it is accepted. */
export async function updateToInvoice(
  tx: Sql,
  accountId: string,
  before: Quote | undefined,
  after: Quote | undefined,
): Promise<void> {
  const [old, fresh] = [before && toEntry(before), after && toEntry(after)];
  if (old?.currency === fresh?.currency && old?.amount === fresh?.amount) return;
  if (old) await addSum(tx, accountId, old, -1);
  if (fresh) await addSum(tx, accountId, fresh, 1);
}

interface Entry {
  currency: string;
  amount: number;
}

function toEntry(quote: Quote): Entry | undefined {
  return isAccepted(quote) ? { currency: quote.currency, amount: computeToInvoice(quote) } : undefined;
}

async function addSum(tx: Sql, accountId: string, { currency, amount }: Entry, sign: 1 | -1): Promise<void> {
  await tx.run(
    `INSERT INTO to_invoice_sums (account_id, currency, n, high, low) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, currency) DO UPDATE SET n = to_invoice_sums.n + excluded.n,
       high = to_invoice_sums.high + excluded.high, low = to_invoice_sums.low + excluded.low`,
    ...[accountId, currency, sign, sign * Math.trunc(amount / PART_SIZE), sign * (amount % PART_SIZE)],
  );
}

/** Number and open amounts of the accepted quotes, per currency. */
export async function listToInvoice(
  sql: Sql,
  accountId: string,
): Promise<{ currency: string; n: number; total: bigint }[]> {
  const rows = await sql.all<{ currency: string; n: number; high: number; low: number }>(
    'SELECT currency, n, high, low FROM to_invoice_sums WHERE account_id = ? AND n <> 0',
    accountId,
  );
  return rows.map(({ currency, n, high, low }) => {
    return { currency, n, total: BigInt(high) * BigInt(PART_SIZE) + BigInt(low) };
  });
}
