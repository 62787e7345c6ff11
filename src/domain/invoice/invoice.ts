import type { Customer } from '../customer.ts';
import type { LineItem } from '../line/line-item.ts';
import type { Quote } from '../quote/quote.ts';

/** An invoice of a whole quote or of one of its stages. `customer` is a copy from the time of conversion. */
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
  /** `YYYY-MM-DD` in the account's time zone. */
  issueDate: string;
  dueDate: string;
  paymentMethod: string;
  createdAt: string;
  /** The invoiced stage of the payment schedule; `null` for the whole quote, or everything left of it. */
  stage: { index: number; label: string } | null;
  /** The earlier invoices of the same quote. */
  previousInvoices: InvoiceSummary[];
}

/** An invoice as its quote and later invoices list it. */
export type InvoiceSummary = Pick<Invoice, 'id' | 'number' | 'stage' | 'total'>;

/** Options of a conversion. Absent fields have defaults. */
export interface ConvertOptions {
  dueDate?: string | null;
  paymentMethod?: string | null;
  /** Index of a stage in the payment schedule; without it, everything that is left is invoiced. */
  stage?: number | null;
}

/** Payment methods with a translated label. Accounts may use any other upper-case token. */
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
