import type { CustomerRecord } from '../customer.ts';
import type { Invoice } from '../invoice.ts';
import { decimalAmount } from '../money/currency.ts';
import type { Quote } from '../quote/quote.ts';
import { csvLine } from './csv.ts';

/** The columns of a CSV export, in order. New ones are only added at the end. */
type Columns<Entry> = Record<string, (entry: Entry) => string | number | null | undefined>;

interface Priced {
  currency: string;
  subtotal: number;
  discountAmount: number;
  taxAmount: number;
  total: number;
}

const MONEY: Columns<Priced> = {
  currency: ({ currency }) => currency,
  subtotal: ({ subtotal, currency }) => decimalAmount(subtotal, currency),
  discountAmount: ({ discountAmount, currency }) => decimalAmount(discountAmount, currency),
  taxAmount: ({ taxAmount, currency }) => decimalAmount(taxAmount, currency),
  total: ({ total, currency }) => decimalAmount(total, currency),
};

export type ListedQuote = Omit<Quote, 'items'> & { customerName: string };

export const QUOTE_COLUMNS: Columns<ListedQuote> = {
  ...fields('id', 'number', 'status', 'customerId', 'customerName', 'title', 'description', 'reference'),
  ...MONEY,
  ...fields('validUntil', 'createdAt', 'updatedAt', 'sentAt', 'viewedAt', 'acceptedAt', 'acceptedBy'),
  ...fields('declinedAt', 'declineReason', 'convertedAt', 'invoiceId', 'revision', 'notes'),
  metadata: ({ metadata }) => metadataText(metadata),
};

export const INVOICE_COLUMNS: Columns<Invoice> = {
  ...fields('id', 'number', 'status', 'quoteId', 'quoteNumber', 'customerId'),
  customerName: ({ customer }) => customer.name,
  ...fields('title', 'reference'),
  stage: ({ stage }) => stage?.label,
  ...fields('issueDate', 'dueDate', 'paymentMethod'),
  ...MONEY,
  ...fields('createdAt'),
  metadata: ({ metadata }) => metadataText(metadata),
};

/** All columns except the times can be imported again. */
export const CUSTOMER_COLUMNS: Columns<CustomerRecord> = {
  ...fields('id', 'name', 'email', 'phone', 'address', 'country', 'taxId', 'kind', 'locale'),
  ...fields('createdAt', 'updatedAt'),
};

export function headingOf<Entry>(columns: Columns<Entry>): string {
  return csvLine(Object.keys(columns));
}

export function rowOf<Entry>(columns: Columns<Entry>, entry: Entry): string {
  return csvLine(Object.values(columns).map((cell) => String(cell(entry) ?? '')));
}

function fields<Name extends string>(
  ...names: Name[]
): Record<Name, (entry: { [Field in Name]: string | number | null }) => string | number | null> {
  return Object.fromEntries(
    names.map((name) => [name, (entry: Record<Name, string>) => entry[name]]),
  ) as never;
}

function metadataText(metadata: Quote['metadata'] | undefined): string {
  return metadata && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : '';
}
