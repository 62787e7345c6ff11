import type { AccountKind } from './account.ts';

/** What the operator of an installation sees of an account: no content. */
export interface AccountOverview {
  id: string;
  name: string;
  kind: AccountKind;
  people: number;
  quotes: number;
  invoices: number;
  /** Attachments and PDFs; at least that many bytes if not all were measured. */
  files: { bytes: number; isAll: boolean };
  /** When a person or a key last used it, or something last happened. */
  lastActiveAt: number | null;
  closedAt: number | null;
  isLimited: boolean;
}

/** Part of the names, or beginning of the ids, of accounts to list. */
export interface AccountFilter {
  search: string;
  limit: number;
  offset: number;
}

/** Files of an account that are measured for a list. */
export const MAX_MEASURED_FILES = 500;

export interface QueueCounts {
  mailsWaiting: number;
  mailsFailed: number;
  deliveriesWaiting: number;
  /** Enabled webhook endpoints whose last attempt failed. */
  endpointsFailing: number;
}

/** Counts of queues end after this many. */
export const MAX_COUNTED = 10_000;
