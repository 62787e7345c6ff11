import type { Account } from '../domain/account.ts';
import { calendarDate } from '../domain/calendar.ts';
import { printNumber, sequenceKey } from '../domain/numbering.ts';
import type { Sql } from './database.ts';

/** The next number, given in the transaction that uses it: rolled back with it, never given twice. */
export async function nextNumber(
  tx: Sql,
  account: Account,
  kind: 'quote' | 'invoice',
  now: number,
): Promise<string> {
  const format = kind === 'quote' ? account.quoteNumberFormat : account.invoiceNumberFormat;
  const year = Number(calendarDate(now, account.timeZone).slice(0, 4));
  const row = await tx.get<{ value: number }>(
    `INSERT INTO sequences (account_id, name, value) VALUES (?, ?, 1)
     ON CONFLICT (account_id, name) DO UPDATE SET value = sequences.value + 1
     RETURNING value`,
    account.id,
    `${kind}:${sequenceKey(format, year)}`,
  );
  return printNumber(format, year, row?.value ?? 1);
}
