import { toCalendarDate } from '../calendar.ts';
import type { Account } from './account.ts';

/** A document that the law requires to be kept when its customer is erased. */
export interface RetainedDocument {
  type: 'quote' | 'invoice' | 'credit_note';
  id: string;
  number: string;
  /** The last day on which it is kept, `YYYY-MM-DD`. */
  retainUntil: string;
}

export interface ErasureResult {
  customerId: string;
  erasedAt: string;
  /** The documents that the law requires to be kept. */
  retained: RetainedDocument[];
}

/**
 * Years for which businesses must keep invoices, from the end of the calendar year of the invoice. The laws are in
 * docs/privacy.md. Poland counts five years from the end of the year in which the tax was due, which is the next one.
 */
const YEARS_BY_COUNTRY: Record<string, number> = {
  ...{ AT: 7, AU: 7, BE: 10, CA: 6, CH: 10, CZ: 10, DE: 8, DK: 5, EE: 7, ES: 6, FI: 6, FR: 10, GB: 6, HU: 8 },
  ...{ IE: 6, IT: 10, LU: 10, NL: 7, NO: 5, NZ: 7, PL: 6, PT: 10, SE: 7, SK: 10, US: 7 },
};
const DEFAULT_YEARS = 10;

type Retention = Pick<Account, 'country' | 'retentionYears' | 'timeZone'>;

/** The years count from the end of the calendar year in which the document was issued or accepted. */
export function computeRetainUntil(account: Retention, day: string): string {
  return `${Number(day.slice(0, 4)) + getRetentionYears(account)}-12-31`;
}

/** Returns how many years the account keeps documents: its own setting, or what is usual in its country. */
export function getRetentionYears({ country, retentionYears }: Omit<Retention, 'timeZone'>): number {
  return retentionYears ?? YEARS_BY_COUNTRY[country ?? ''] ?? DEFAULT_YEARS;
}

/** Whether the document may be erased now. */
export function isRetentionOver(account: Retention, retainUntil: string, now: number): boolean {
  return toCalendarDate(now, account.timeZone) > retainUntil;
}
