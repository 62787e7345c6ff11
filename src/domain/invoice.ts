import type { Customer } from './customer.ts';
import type { LineItem } from './line/line-item.ts';
import type { Quote } from './quote/quote.ts';

/** Made from a quote, once, or once for each of its stages. The customer is the one of that moment, kept as it was. */
export interface Invoice
  extends Pick<
    Quote,
    | 'customerId'
    | 'title'
    | 'description'
    | 'discountType'
    | 'discountValue'
    | 'currency'
    | 'subtotal'
    | 'discountAmount'
    | 'taxAmount'
    | 'total'
    | 'taxes'
    | 'sections'
    | 'terms'
    | 'reference'
    | 'metadata'
  > {
  id: string;
  number: string;
  quoteId: string;
  quoteNumber: string;
  status: 'DRAFT';
  customer: Customer;
  items: LineItem[];
  /** `YYYY-MM-DD`, in the account's time zone */
  issueDate: string;
  dueDate: string;
  paymentMethod: string;
  createdAt: string;
  /** The stage of the payment schedule that it is of; `null` for all of the quote, or all that was left of it. */
  stage: { index: number; label: string } | null;
  /** What was invoiced of the quote before. */
  previousInvoices: InvoiceSummary[];
}

/** An invoice as its quote and the later ones name it. */
export type InvoiceSummary = Pick<Invoice, 'id' | 'number' | 'stage' | 'total'>;

/** What may be said of an invoice that is to be made; what is not said has its default. */
export interface ConvertWishes {
  dueDate?: string | null;
  paymentMethod?: string | null;
  /** The stage of the payment schedule, from 0; all that is left without it. */
  stage?: number | null;
}

/** Known methods have a label on the document; any other upper-case token is the business's own. */
export const KNOWN_PAYMENT_METHODS = [
  'ONLINE_PAYMENT',
  'BANK_TRANSFER',
  'CREDIT_CARD',
  'DIRECT_DEBIT',
  'CASH',
  'CHECK',
  'OTHER',
] as const;
export const PAYMENT_METHOD_PATTERN = '^[A-Z][A-Z0-9_]{0,49}$';
