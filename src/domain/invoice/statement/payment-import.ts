import type { ProblemCode } from '../../errors.ts';
import type { BankLine, ColumnUse, IgnoredEntry } from './bank-line.ts';
import type { Proposal } from './match-lines.ts';

/** `new`: nothing was recorded for it. `recorded`: a payment exists. */
export const LINE_STATUSES = ['new', 'recorded'] as const;

/** A payment that was recorded for a line. */
export interface LinePayment {
  paymentId: string;
  invoiceId: string;
  amount: number;
}

/** A line with the invoices that it may pay. */
export interface ImportedLine extends BankLine {
  status: (typeof LINE_STATUSES)[number];
  /** Whether the line was in a file that was imported before. */
  seenBefore: boolean;
  /** Whether it may be a line that was recorded before, or another line of the file: a person decides. */
  perhapsRecorded: boolean;
  /** The payment that was recorded for it, or the first of several. */
  paymentId: string | null;
  invoiceId: string | null;
  /** All payments that were recorded for it. */
  payments: LinePayment[];
  /** The part of the amount for which no payment was recorded. */
  amountLeft: number;
  proposals: Proposal[];
}

export interface PaymentImport {
  id: string;
  createdAt: string;
  format: 'camt' | 'csv';
  /** What the columns of a table were taken for; none of CAMT. */
  columns: ColumnUse[];
  /** Number of entries that are no money received. */
  ignored: number;
  /** Why each of them is none, at most `MAX_IGNORED_ENTRIES`; those that cannot be read come first. */
  ignoredEntries: IgnoredEntry[];
  /** Number of lines that match no invoice. Only their hashes are stored. */
  unmatched: number;
  lines: ImportedLine[];
}

/** The choice of a person. */
export interface LineChoice {
  lineId: string;
  invoiceId: string;
  /** Default: what is left of the line, but no more than is due. */
  amount?: number | null;
}

export const CHOICE_OUTCOMES = ['recorded', 'already_recorded', 'rejected'] as const;

export interface LineOutcome {
  lineId: string;
  invoiceId: string;
  outcome: (typeof CHOICE_OUTCOMES)[number];
  paymentId: string | null;
  /** Why it was rejected. */
  problem: { code: ProblemCode; detail: string } | null;
}

/** Days for which an import can be confirmed. */
export const IMPORT_DAYS = 7;
export const MAX_CHOICES = 200;
export const MAX_IGNORED_ENTRIES = 1_000;
