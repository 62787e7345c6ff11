import { type Columns, formatSignedAmount } from '../account/export/csv-columns.ts';
import type { Customer, CustomerRecord } from '../customer/customer.ts';
import type { Invoice } from '../invoice/invoice.ts';
import type { TaxCategory } from '../tax/tax-category.ts';
import { type Accounting, completeCategory, findRevenueAccount, type RevenueAccount } from './accounting.ts';

/** What the books need to know about a document. A period may have a hundred thousand of them. */
type BookedInvoice = Pick<
  Invoice,
  | 'id'
  | 'number'
  | 'kind'
  | 'issueDate'
  | 'dueDate'
  | 'issuedAt'
  | 'createdAt'
  | 'customerId'
  | 'title'
  | 'reference'
  | 'currency'
> & { customer: Pick<Customer, 'name' | 'email' | 'country' | 'taxId'> };

/** What a document comes to at one tax rate and category: a row of every export. Amounts are positive. */
export interface BookRow {
  invoice: BookedInvoice;
  rate: number;
  category: TaxCategory | null;
  net: number;
  tax: number;
  /** The number that the customer has now: those of earlier documents may have been given later. */
  debtorNumber: number | null;
  revenue: RevenueAccount | undefined;
}

/** All else about the customer is as it was when the document was issued. */
export function toBookRows(
  invoice: Invoice,
  accounting: Accounting,
  customers: ReadonlyMap<string, Pick<CustomerRecord, 'debtorNumber'>>,
): BookRow[] {
  const booked = pickBooked(invoice);
  const debtorNumber = customers.get(invoice.customerId)?.debtorNumber ?? null;
  return invoice.taxes.map(({ rate, net, tax, ...group }) => {
    const category = completeCategory(rate, group.category);
    const revenue = findRevenueAccount(accounting, { rate, category });
    return { invoice: booked, rate, category, net, tax, debtorNumber, revenue };
  });
}

function pickBooked(invoice: Invoice): BookedInvoice {
  const { id, number, kind, issueDate, dueDate, issuedAt, createdAt, customerId, title, reference } = invoice;
  const { name, email, country, taxId } = invoice.customer;
  const customer = { name, email, country, taxId };
  const { currency } = invoice;
  return {
    ...{ id, number, kind, issueDate, dueDate, issuedAt, createdAt },
    ...{ customerId, title, reference, currency, customer },
  };
}

export function getGross({ net, tax }: Pick<BookRow, 'net' | 'tax'>): number {
  return net + tax;
}

/** The columns of a journal, one row per rate. Credits are negative. */
export const JOURNAL_COLUMNS: Columns<BookRow> = {
  number: ({ invoice }) => invoice.number,
  kind: ({ invoice }) => invoice.kind,
  issueDate: ({ invoice }) => invoice.issueDate,
  dueDate: ({ invoice }) => invoice.dueDate,
  customerId: ({ invoice }) => invoice.customerId,
  customerName: ({ invoice }) => invoice.customer.name,
  debtorNumber: ({ debtorNumber }) => debtorNumber,
  country: ({ invoice }) => invoice.customer.country,
  taxId: ({ invoice }) => invoice.customer.taxId,
  currency: ({ invoice }) => invoice.currency,
  rate: ({ rate }) => rate,
  category: ({ category }) => category,
  net: (row) => formatSignedAmount(row.invoice, row.net),
  tax: (row) => formatSignedAmount(row.invoice, row.tax),
  gross: (row) => formatSignedAmount(row.invoice, getGross(row)),
  account: ({ revenue }) => revenue?.account,
};
