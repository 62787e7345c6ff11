import type { InvoiceStatus } from '../../../domain/invoice/invoice.ts';
import type { QuoteMargin } from '../../../domain/quote/cost/margins.ts';
import type { Quote, QuoteStatus } from '../../../domain/quote/quote.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import type { QuoteViewer } from '../quote-viewer.ts';
import type { ConsolePage } from '../shell.ts';
import type { ListState } from './list-url.ts';

/** A quote as the list shows it. */
export type ListedQuote = Pick<
  Quote,
  | 'id'
  | 'number'
  | 'title'
  | 'status'
  | 'total'
  | 'currency'
  | 'validUntil'
  | 'approval'
  | 'sentAt'
  | 'acceptedBy'
  | 'declineReason'
  | 'updatedAt'
  | 'paymentSchedule'
  | 'invoices'
  | 'revision'
  | 'signers'
> & {
  /** The last revision that was emailed, if there may be a later one. */
  sentRevision?: number | undefined;
  customerId: string;
  customerName: string;
  views: number;
  lastEvent: { type: string; at: string } | null;
  /** Status of its last invoice, if it has one. */
  invoiceStatus?: InvoiceStatus | undefined;
  /** Present if margins are shown and all costs of the quote are known. */
  margin?: QuoteMargin | undefined;
  /** Whether the last email with it was not delivered, and not on purpose. */
  isUndelivered?: boolean;
  /** Whether the customer wrote something that nobody has read. */
  isUnread?: boolean;
  /** Why it matches the search, if what is shown does not say so. */
  matched?: string | undefined;
};

/** Columns that can be hidden. */
export const QUOTE_COLUMNS = ['customer', 'total', 'status', 'until', 'last'] as const;
export type QuoteColumn = (typeof QUOTE_COLUMNS)[number];

/** Translated errors of the filter fields. */
export type FilterErrors = Partial<Record<'customer' | 'from' | 'to' | 'min' | 'max' | 'currency', string>>;

export interface QuoteListView extends QuoteViewer {
  state: ListState;
  quotes: ListedQuote[];
  total: number;
  /** `false` if there are at least `total`. */
  isExact: boolean;
  /** Counts of all quotes in the account. */
  all: Record<QuoteStatus, number>;
  /** Counts of those that match the filter in any status; `null` if there are too many. */
  counts: Record<QuoteStatus, number> | null;
  /** Columns that the person hides. */
  hidden: ReadonlySet<QuoteColumn>;
  pageSize: number;
  /** Query that leads back to this page of the list. */
  backQuery: string;
  /** Name of the customer in the filter. */
  customerName: string | null;
  /** Customers that match a typed name. */
  customerChoices: { id: string; name: string }[];
  /** Whether the account has rules of approval. */
  hasApproval: boolean;
  /** Currency of the account. */
  currency: string;
  errors: FilterErrors;
  notice?: ConsolePage['notice'];
}

export const SORT_WORDS: readonly (keyof ConsoleTexts['quotes']['sorts'])[] = [
  '-createdAt',
  'createdAt',
  '-updatedAt',
  'updatedAt',
  'validUntil',
  '-validUntil',
  'customerName',
  '-customerName',
  '-total',
  'total',
  '-lastEventAt',
  'lastEventAt',
];

/** Orders for people who may see costs. */
export const COSTED_SORT_WORDS = [...SORT_WORDS, '-margin', 'margin'] as const;
