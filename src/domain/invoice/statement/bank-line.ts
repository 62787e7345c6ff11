import type { StatementField } from './columns/column-headings.ts';

/** Money that a bank statement says was received. */
export interface BankLine {
  /** Hash of what makes the line unique, so that the same line of another file has the same one. */
  id: string;
  /** Day of booking, `YYYY-MM-DD`. */
  date: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  /** Structured reference of the payer: QR reference or creditor reference. */
  reference: string | null;
  /** The text that the payer wrote. */
  text: string;
  /** Name of the payer, a hint for people. It is never stored. */
  payer: string | null;
}

/** A line as a file has it. */
export interface StatementLine extends Omit<BankLine, 'id'> {
  /** Account that received the money; empty if the file does not name it. */
  iban: string;
  /** Reference that the bank gave the booking; `null` if it gave none, or a placeholder. */
  bankReference: string | null;
  /** Position of the entry within the file. The transactions of a batch have the same. */
  entry: number;
}

/**
 * Reasons why an entry is not a payment received. `date`, `amount` and `currency` cannot be read, of an `unreadable`
 * one the quotes are wrong, and a `balance` or total is no booking.
 */
export const IGNORED_REASONS = [
  ...([
    'unreadable',
    'date',
    'amount',
    'currency',
    'pending',
    'reversal',
    'balance',
    'zero_amount',
    'debit',
  ] as const),
] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

/** An entry of the file that is not a payment received, and the line of the file on which it begins. */
export interface IgnoredEntry {
  line: number;
  reason: IgnoredReason;
}

/** What a column of a table was taken for. */
export interface ColumnUse {
  /** Position in the table, from 1. */
  column: number;
  /** Empty if the table has no headings. */
  heading: string;
  field: StatementField;
}

export interface Statement {
  format: 'camt' | 'csv';
  /** Those that were read, from left to right; none of CAMT. */
  columns: ColumnUse[];
  lines: StatementLine[];
  ignored: IgnoredEntry[];
}

/** Most payments of a file. */
export const MAX_STATEMENT_LINES = 5_000;
export const MAX_STATEMENT_BYTES = 10_000_000;

export const MAX_TEXT_LENGTH = 500;

export function cleanStatementText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  return text
    .slice(0, 20 * maxLength)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

/** What banks write where they have no reference. */
const PLACEHOLDER =
  /^(NON?REF(ERENCE)?|(NOT|NONE)PROVIDED|NOTAVAILABLE|NONE|NULL|NA|UNKNOWN|STARTUMSE|0+|X+|)$/;

/** Returns the reference of a bank, or `null` for a placeholder such as `NONREF`. */
export function cleanBankReference(text: string): string | null {
  const reference = cleanStatementText(text, 100);
  return PLACEHOLDER.test(reference.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')) ? null : reference;
}
