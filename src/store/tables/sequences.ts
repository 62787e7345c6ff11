import type { Account } from '../../domain/account/account.ts';
import { getNumberSeries } from '../../domain/account/numbering.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import type { Sql } from '../database.ts';

/** A number, its series, and its place in it. */
export interface ReservedNumber {
  number: string;
  series: string;
  n: number;
}

/** Credit notes share the numbers of invoices if their formats print the same ones. */
const FORMATS = {
  quote: 'quoteNumberFormat',
  invoice: 'invoiceNumberFormat',
  creditNote: 'creditNoteNumberFormat',
} as const satisfies Record<string, keyof Account>;

/** Returns the next number in the transaction that uses it: a rollback returns it, and no number is used twice. */
export async function reserveNumber(
  tx: Sql,
  account: Account,
  kind: keyof typeof FORMATS,
  now: number,
): Promise<ReservedNumber> {
  const [reserved] = await reserveNumbers(tx, account, kind, [now]);
  if (!reserved) throw new Error('the sequence returned no number');
  return reserved;
}

/** One number for each time; the times are sorted. */
export async function reserveNumbers(
  tx: Sql,
  account: Account,
  kind: keyof typeof FORMATS,
  moments: readonly number[],
): Promise<ReservedNumber[]> {
  const format = account[FORMATS[kind]];
  const table = kind === 'quote' ? 'quote' : 'invoice';
  const years = moments.map((moment) => Number(toCalendarDate(moment, account.timeZone).slice(0, 4)));
  const numbers: ReservedNumber[] = [];
  while (numbers.length < years.length) {
    const year = years[numbers.length] as number;
    const series = getNumberSeries(format, year);
    const wanted = years.lastIndexOf(year) + 1 - numbers.length;
    const { value, alone } = await advanceSequence(tx, account.id, `${table}:${series.key}`, table, wanted);
    for (let n = value - wanted + 1; n <= value; n++) {
      const number = series.print(n);
      // Another number format of the account may have produced the same number: A12 from A and 12, or from A1 and 2.
      if (alone || !(await isNumberUsed(tx, account.id, table, number)))
        numbers.push({ number, series: series.key, n });
    }
  }
  return numbers;
}

/** Advances the sequence by `count`; `value` is the last number. */
async function advanceSequence(
  tx: Sql,
  accountId: string,
  name: string,
  kind: 'quote' | 'invoice',
  count: number,
): Promise<{ value: number; alone: boolean }> {
  // Two pipelined statements: Citus does not support a subquery in RETURNING.
  const [moved, other] = await Promise.all([
    tx.get<{ value: number }>(
      `INSERT INTO sequences (account_id, name, value) VALUES (?, ?, ?)
       ON CONFLICT (account_id, name) DO UPDATE SET value = sequences.value + excluded.value
       RETURNING value`,
      accountId,
      name,
      count,
    ),
    tx.get(
      `SELECT 1 AS other FROM sequences
       WHERE account_id = ? AND name > ? AND name < ? AND name <> ? LIMIT 1`,
      accountId,
      // End of the range of a kind: ";" follows ":".
      `${kind}:`,
      `${kind};`,
      name,
    ),
  ]);
  const value = moved?.value ?? count;
  tx.note?.({ accountId, n: 0, sequences: { [name]: value } });
  return { value, alone: other === undefined };
}

/**
 * Counts that emails are about to go out, in the transaction before. A copy of the database in which fewer have is
 * recognized as older, even if nothing else has happened since.
 */
export async function countMails(tx: Sql, accountId: string): Promise<void> {
  const row = await tx.get<{ value: number }>(
    `INSERT INTO sequences (account_id, name, value) VALUES (?, 'mails', 1)
     ON CONFLICT (account_id, name) DO UPDATE SET value = sequences.value + 1 RETURNING value`,
    accountId,
  );
  if (row) tx.note?.({ accountId, n: 0, sequences: { mails: row.value } });
}

async function isNumberUsed(
  tx: Sql,
  accountId: string,
  kind: 'quote' | 'invoice',
  number: string,
): Promise<boolean> {
  const table = kind === 'quote' ? 'quotes' : 'invoices';
  const row = await tx.get(
    `SELECT 1 AS taken FROM ${table} WHERE account_id = ? AND number = ?`,
    accountId,
    number,
  );
  return row !== undefined;
}
