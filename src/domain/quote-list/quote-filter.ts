import type { QuoteStatus } from '../quote/quote.ts';

/** Which quotes are listed: those that have all of it. Times are milliseconds; both ends of a range belong to it. */
export interface QuoteFilter {
  /** In the number or the title. */
  search?: string | undefined;
  /** One of them. */
  statuses?: readonly QuoteStatus[] | undefined;
  customerId?: string | undefined;
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  updatedFrom?: number | undefined;
  validTo?: number | undefined;
  currency?: string | undefined;
  /** In the smallest unit of the currency. */
  totalFrom?: number | undefined;
  totalTo?: number | undefined;
  reference?: string | undefined;
  metadata?: readonly { key: string; value: string }[] | undefined;
}
