import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { InvoiceIdRange } from '../../../domain/invoice/payment/invoice-serial.ts';
import type { GivenSeries } from '../../../domain/invoice/statement/find-numbers.ts';
import { padToFixedSize, type Sql, type SqlValue } from '../../database.ts';
import { parseDoc, type StoredDoc } from '../stored-docs.ts';

const PAYABLE = `SELECT doc, shape FROM invoices WHERE account_id = ? AND status = 'ISSUED' AND kind = 'INVOICE' AND`;

/** Values per statement. */
const BATCH = 64;
/** An account begins one or two a year. */
const MAX_SERIES = 100;
/** The same amount may be due from many. */
const MAX_PER_AMOUNT = 200;

/** Finds invoices by the ranges of their identifiers, with which references begin. */
export async function findPayableByRange(
  sql: Sql,
  accountId: string,
  ranges: readonly InvoiceIdRange[],
): Promise<Invoice[]> {
  return inBatches(ranges, (batch) =>
    find(sql, `${PAYABLE} (${batch.map(() => '(id >= ? AND id < ?)').join(' OR ')})`, [
      accountId,
      ...batch.flatMap(({ from, to }) => [from, to]),
    ]),
  );
}

/** Finds the invoices with some numbers, paid ones too. */
export async function findInvoicesByNumber(
  sql: Sql,
  accountId: string,
  numbers: readonly string[],
): Promise<Invoice[]> {
  return inBatches(numbers, (batch) =>
    find(
      sql,
      `SELECT doc, shape FROM invoices WHERE account_id = ? AND number IN (${batch.map(() => '?').join(', ')})`,
      [accountId, ...batch],
    ),
  );
}

/** Finds invoices of which exactly one of the amounts is due, the oldest first. */
export async function findPayableByAmount(
  sql: Sql,
  accountId: string,
  amounts: readonly number[],
): Promise<Invoice[]> {
  return inBatches(amounts, (batch) =>
    find(
      sql,
      `${PAYABLE} (total - amount_credited - amount_paid) IN (${batch.map(() => '?').join(', ')})
       ORDER BY (total - amount_credited - amount_paid), id LIMIT ${MAX_PER_AMOUNT}`,
      [accountId, ...batch],
    ),
  );
}

const PREFIX = 'invoice:';

/** Lists the series of numbers that invoices and credit notes have, with the digits of the first of each. */
export async function listGivenSeries(sql: Sql, accountId: string): Promise<GivenSeries[]> {
  const rows = await sql.all<{ name: string }>(
    "SELECT name FROM sequences WHERE account_id = ? AND name >= 'invoice:' AND name < 'invoice;' ORDER BY name",
    accountId,
  );
  const keys = rows.map(({ name }) => name.slice(PREFIX.length)).slice(-MAX_SERIES);
  const first = await Promise.all(keys.map((key) => findFirstNumber(sql, accountId, key)));
  return keys.flatMap((key, at) => {
    const digits = (first[at]?.length ?? 0) - key.replace('{seq}', '').length;
    return digits > 0 ? [{ key, digits }] : [];
  });
}

async function findFirstNumber(sql: Sql, accountId: string, key: string): Promise<string | undefined> {
  const row = await sql.get<{ number: string }>(
    `SELECT number FROM invoices WHERE account_id = ? AND series = ? AND status <> 'DRAFT'
     ORDER BY issue_date, series_n LIMIT 1`,
    ...[accountId, key],
  );
  return row?.number;
}

async function find(sql: Sql, statement: string, values: SqlValue[]): Promise<Invoice[]> {
  const rows = await sql.all<StoredDoc>(statement, ...values);
  return rows.map((row) => parseDoc('invoice', row));
}

async function inBatches<Value>(
  values: readonly Value[],
  run: (batch: Value[]) => Promise<Invoice[]>,
): Promise<Invoice[]> {
  const found = new Map<string, Invoice>();
  for (let start = 0; start < values.length; start += BATCH) {
    const invoices = await run(padToFixedSize(values.slice(start, start + BATCH)));
    for (const invoice of invoices) found.set(invoice.id, invoice);
  }
  return [...found.values()];
}
