import type { CustomerRecord } from '../../customer/customer.ts';
import { CUSTOMER_FIELDS } from '../../customer/customer-fields.ts';
import { listFieldNames } from '../../fields.ts';
import type { Invoice } from '../../invoice/invoice.ts';
import { formatDecimalAmount } from '../../money/currency.ts';
import type { QuoteMargin } from '../../quote/cost/margins.ts';
import type { Quote } from '../../quote/quote.ts';
import { TEXT_NAMES } from '../../quote/quote-texts.ts';
import { PARTICULAR_FIELDS } from '../particulars/particulars.ts';
import { type CsvCell, type CsvDialect, formatCsvRow } from './csv.ts';

/** The columns of a CSV export, in order. New ones are only added at the end. */
export type Columns<Entry> = Record<string, (entry: Entry) => CsvCell | number | null | undefined>;

interface Priced {
  currency: string;
  subtotal: number;
  discountAmount: number;
  taxAmount: number;
  total: number;
}

const MONEY: Columns<Priced> = {
  currency: ({ currency }) => currency,
  ...pickAmounts('subtotal', 'discountAmount', 'taxAmount', 'total'),
};

export type ListedQuote = Omit<Quote, 'items'> & { customerName: string };

const PLAIN_COLUMNS: Columns<ListedQuote> = {
  ...pickFields('id', 'number', 'status', 'customerId', 'customerName', 'title', 'description', 'reference'),
  ...MONEY,
  ...pickFields('validUntil', 'createdAt', 'updatedAt', 'sentAt', 'viewedAt', 'acceptedAt', 'acceptedBy'),
  ...pickFields('declinedAt', 'declineReason', 'convertedAt', 'invoiceId', 'revision', 'notes'),
  metadata: ({ metadata }) => formatMetadata(metadata),
  // Terms are long, and mostly the same for all quotes.
  ...pickFields(...TEXT_NAMES.filter((name) => name !== 'terms')),
};

/** What later periods cost, such as `95.20 month 24; 20.00 year`. */
const RECURRING_COLUMNS: Columns<ListedQuote> = {
  recurring: ({ recurring = [], currency }) =>
    recurring
      .map(({ total, interval, periods }) =>
        [formatDecimalAmount(total, currency), interval, periods].filter((part) => part !== null).join(' '),
      )
      .join('; '),
  contractTotal: ({ contractTotal, currency }) =>
    contractTotal == null ? null : { number: formatDecimalAmount(contractTotal, currency) },
};

/** The answers on acceptance, as JSON. */
const ANSWER_COLUMNS: Columns<ListedQuote> = { answers: ({ answers }) => formatMetadata(answers) };

export const QUOTE_COLUMNS: Columns<ListedQuote> = {
  ...PLAIN_COLUMNS,
  ...RECURRING_COLUMNS,
  ...ANSWER_COLUMNS,
};

/** Columns for callers who may see costs. */
export const COSTED_QUOTE_COLUMNS: Columns<ListedQuote & QuoteMargin> = {
  ...PLAIN_COLUMNS,
  cost: ({ cost, currency }) => (cost === null ? null : { number: formatDecimalAmount(cost, currency) }),
  margin: ({ margin, currency }) =>
    margin === null ? null : { number: formatDecimalAmount(margin, currency) },
  marginPercent: ({ marginPercent }) => marginPercent,
  ...RECURRING_COLUMNS,
  ...ANSWER_COLUMNS,
};

export const INVOICE_COLUMNS: Columns<Invoice> = {
  ...pickFields('id', 'number', 'status', 'quoteId', 'quoteNumber', 'customerId'),
  customerName: ({ customer }) => customer.name,
  ...pickFields('title', 'reference'),
  stage: ({ stage }) => stage?.label,
  ...pickFields('issueDate', 'dueDate', 'paymentMethod'),
  ...MONEY,
  ...pickFields('createdAt'),
  metadata: ({ metadata }) => formatMetadata(metadata),
  ...pickAmounts('amountPaid', 'amountCredited', 'amountDue'),
  overdue: ({ overdue }) => String(overdue),
  ...pickFields('issuedAt', 'sentAt', 'paidAt', 'creditedInvoiceId', 'kind'),
};

/** All columns except the times can be imported again. */
export const CUSTOMER_COLUMNS: Columns<CustomerRecord> = {
  ...pickFields('id', 'name', 'email', 'phone', 'address', 'country', 'taxId', 'kind', 'locale'),
  ...pickFields('createdAt', 'updatedAt'),
  ...pickFields(...listFieldNames(PARTICULAR_FIELDS)),
  electronicAddress: ({ electronicAddress: at }) => at && `${at.scheme}:${at.id}`,
  ...pickFields(...listFieldNames(CUSTOMER_FIELDS)),
};

/** The shape in which a person's spreadsheet opens a file. Without it, the file is for programs. */
export interface SheetShape extends CsvDialect {
  /** The heading of each column; the others keep their names. */
  headings: Readonly<Record<string, string>>;
}

/** The byte order mark says that the file is UTF-8. */
export function formatCsvHeader<Entry>(columns: Columns<Entry>, sheet?: SheetShape): string {
  const names = Object.keys(columns);
  if (!sheet) return formatCsvRow(names);
  return `\ufeff${formatCsvRow(
    names.map((name) => sheet.headings[name] ?? name),
    sheet,
  )}`;
}

export function formatCsvEntry<Entry>(columns: Columns<Entry>, entry: Entry, sheet?: SheetShape): string {
  const cells = Object.values(columns).map((cell) => toCell(cell(entry)));
  return formatCsvRow(cells, sheet);
}

function toCell(value: CsvCell | number | null | undefined): CsvCell {
  return typeof value === 'number' ? { number: value } : (value ?? '');
}

type Signed = { currency: string; kind?: Invoice['kind'] };

function pickAmounts<Name extends string>(
  ...names: Name[]
): Record<Name, (entry: Signed & { [Field in Name]: number }) => CsvCell> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      (entry: Signed & Record<Name, number>) => formatSignedAmount(entry, entry[name]),
    ]),
  ) as never;
}

/** What a credit note takes back is negative, so that a column adds up. */
export function formatSignedAmount({ currency, kind }: Signed, amount: number): { number: string } {
  return { number: formatDecimalAmount(kind === 'CREDIT_NOTE' ? 0 - amount : amount, currency) };
}

function pickFields<Name extends string>(
  ...names: Name[]
): Record<Name, (entry: { [Field in Name]: string | number | null }) => string | number | null> {
  return Object.fromEntries(
    names.map((name) => [name, (entry: Record<Name, string>) => entry[name]]),
  ) as never;
}

function formatMetadata(metadata: Quote['metadata'] | undefined): string {
  return metadata && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : '';
}
