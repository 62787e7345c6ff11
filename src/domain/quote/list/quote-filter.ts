import type { QuoteStatus } from '../quote.ts';

/** The statuses in which a quote can wait for approval, unless others are asked for: what was agreed on stands. */
export const WAITING_STATUSES: readonly QuoteStatus[] = ['DRAFT', 'SENT', 'DECLINED', 'EXPIRED'];

/** Selects quotes that match all given fields. Times are in milliseconds; ranges include both ends. */
export interface QuoteFilter {
  /** Searched in the number and the title. */
  search?: string | undefined;
  /** Searched in the number, title, reference and item descriptions, and in the name of the customer. */
  q?: string | undefined;
  /** Matches any of them. */
  statuses?: readonly QuoteStatus[] | undefined;
  customerId?: string | undefined;
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  updatedFrom?: number | undefined;
  updatedTo?: number | undefined;
  validFrom?: number | undefined;
  validTo?: number | undefined;
  currency?: string | undefined;
  /** In the smallest currency unit. */
  totalFrom?: number | undefined;
  totalTo?: number | undefined;
  /** Quotes whose approval was requested, and that nobody has decided on. */
  approval?: 'requested' | undefined;
  reference?: string | undefined;
  /** Quotes with recurring items. */
  recurring?: true | undefined;
  metadata?: readonly { key: string; value: string }[] | undefined;
}
