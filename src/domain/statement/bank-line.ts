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
  /** Account that received the money. */
  iban: string;
  /** Reference that the bank gave the booking, if it gave one, and the place of the line within the booking. */
  booking: { reference: string; place: number } | null;
}

export interface Statement {
  format: 'camt' | 'csv';
  lines: StatementLine[];
  /** Number of entries that are no money received: debits, reversals, entries that are not booked, amounts of 0. */
  ignored: number;
}

/** Most lines of a file. */
export const MAX_STATEMENT_LINES = 5_000;
export const MAX_STATEMENT_BYTES = 10_000_000;

const MAX_TEXT_LENGTH = 500;

export function cleanStatementText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

/** Describes what makes a line unique. Equal lines without a reference of the bank are distinguished by their position. */
export function describeIdentity(line: StatementLine, occurrence: number): string {
  const { iban, booking, date, amount, currency, reference, text, payer } = line;
  const money = [iban, date, amount, currency];
  const parts = booking
    ? ['booking', ...money, booking.reference, booking.place]
    : ['content', ...money, reference, text, payer, occurrence];
  return JSON.stringify(parts);
}
