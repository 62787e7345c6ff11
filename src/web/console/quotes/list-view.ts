import type { Quote, QuoteStatus } from '../../../domain/quote/quote.ts';
import type { ConsoleSayings } from '../../../i18n/console.ts';
import type { QuoteReader } from '../quote-reader.ts';
import type { ListState } from './list-address.ts';

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
  | 'sentAt'
  | 'acceptedBy'
  | 'declineReason'
  | 'updatedAt'
  | 'paymentSchedule'
  | 'invoices'
> & {
  customerId: string;
  customerName: string;
  views: number;
  lastEvent: { type: string; at: string } | null;
};

/** A field of the filter that cannot be read, in the words of the person. */
export type FilterErrors = Partial<Record<'customer' | 'from' | 'to' | 'min' | 'max' | 'currency', string>>;

export interface QuoteListView extends QuoteReader {
  state: ListState;
  quotes: ListedQuote[];
  total: number;
  /** `false`: there are at least `total`. */
  isExact: boolean;
  /** Of all quotes of the business. */
  counts: Record<QuoteStatus, number>;
  pageSize: number;
  /** The name of the customer who is asked for. */
  customerName: string | null;
  /** Those who fit a name that was typed. */
  customerChoices: { id: string; name: string }[];
  /** Of the business. */
  currency: string;
  errors: FilterErrors;
  notice?: { tone: 'good' | 'bad'; text: string } | undefined;
}

export const SORT_WORDS: readonly (keyof ConsoleSayings['quotes']['sorts'])[] = [
  '-createdAt',
  'createdAt',
  '-updatedAt',
  'updatedAt',
  'validUntil',
  '-validUntil',
];
