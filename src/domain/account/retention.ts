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

/** Years for which businesses must keep invoices, by country. */
const YEARS_BY_COUNTRY: Record<string, number> = {
  ...{ AT: 7, BE: 10, CH: 10, DE: 8, ES: 6, FR: 10 },
  ...{ GB: 6, IT: 10, NL: 7, PL: 5, US: 7 },
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
