import type { Deps } from '../../app/deps.ts';
import {
  COSTED_QUOTE_COLUMNS,
  CUSTOMER_COLUMNS,
  formatCsvEntry,
  formatCsvHeader,
  INVOICE_COLUMNS,
  type ListedQuote,
  QUOTE_COLUMNS,
  type SheetShape,
} from '../../domain/account/export/csv-columns.ts';
import type { CustomerRecord } from '../../domain/customer/customer.ts';
import type { CustomerFilter, CustomerSort } from '../../domain/customer/customer-filter.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { InvoiceFilter, InvoiceSort } from '../../domain/invoice/invoice-filter.ts';
import { NO_MARGIN } from '../../domain/quote/cost/margins.ts';
import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote/list/quote-sorts.ts';
import { removeItems } from '../../domain/quote/list/quote-summary.ts';
import { streamCustomers, streamInvoices, streamQuotes } from '../../store/lists/streams.ts';
import { expectStoredObject, parseStored } from '../../store/tables/stored-docs.ts';
import { markOverdueIfAny } from '../invoices/mark-overdue.ts';
import { readMargins } from '../quotes/costs/read-margins.ts';
import { expireQuotes } from '../quotes/expire-quotes.ts';

type Store = Pick<Deps, 'db'>;

/** Without a shape, the file is for programs. */
interface Shaped {
  sheet?: SheetShape | undefined;
}

type QuoteOptions = Shaped & { sort: QuoteSort; seesCosts: boolean };

/** Streams a list as CSV. The work stops when the client stops reading. */
export async function* exportQuotes(
  { db }: Store,
  accountId: string,
  filter: QuoteFilter,
  { now, ...options }: QuoteOptions & { now: number },
): AsyncGenerator<Uint8Array> {
  await expireQuotes(db, now, accountId);
  yield* streamQuotesCsv({ db }, accountId, filter, options);
}

/** Reads quotes as they are stored, also from a snapshot. */
export async function* streamQuotesCsv(
  { db }: Store,
  accountId: string,
  filter: QuoteFilter,
  { sort, seesCosts, sheet }: QuoteOptions,
): AsyncGenerator<Uint8Array> {
  yield encode(formatCsvHeader(seesCosts ? COSTED_QUOTE_COLUMNS : QUOTE_COLUMNS, sheet));
  for await (const rows of streamQuotes(db, accountId, filter, sort)) {
    const quotes = rows.map(({ doc, customer }) => {
      const { name } = parseStored<CustomerRecord>(customer);
      const quote = parseStored<Omit<ListedQuote, 'customerName'>>(removeItems(expectStoredObject(doc)));
      return { ...quote, customerName: name };
    });
    yield encode(await formatQuotes({ db }, accountId, quotes, { seesCosts, sheet }));
  }
}

async function formatQuotes(
  { db }: Store,
  accountId: string,
  quotes: readonly ListedQuote[],
  { seesCosts, sheet }: Shaped & { seesCosts: boolean },
): Promise<string> {
  if (!seesCosts) return quotes.map((quote) => formatCsvEntry(QUOTE_COLUMNS, quote, sheet)).join('');
  const ids = quotes.map(({ id }) => id);
  const margins = await readMargins({ db }, accountId, ids);
  const costed = quotes.map((quote) => ({ ...quote, ...(margins.get(quote.id) ?? NO_MARGIN) }));
  return costed.map((quote) => formatCsvEntry(COSTED_QUOTE_COLUMNS, quote, sheet)).join('');
}

/** Formats individually selected quotes as CSV. */
export async function formatQuotesCsv(
  { db }: Store,
  accountId: string,
  quotes: readonly ListedQuote[],
  shape: Required<Shaped> & { seesCosts: boolean },
): Promise<Uint8Array> {
  const header = formatCsvHeader(shape.seesCosts ? COSTED_QUOTE_COLUMNS : QUOTE_COLUMNS, shape.sheet);
  return encode(header + (await formatQuotes({ db }, accountId, quotes, shape)));
}

export async function* exportInvoices(
  { db }: Store,
  accountId: string,
  filter: InvoiceFilter,
  { now, ...options }: InvoiceOptions & { now: number },
): AsyncGenerator<Uint8Array> {
  await markOverdueIfAny(db, now, accountId);
  yield* streamInvoicesCsv({ db }, accountId, filter, options);
}

type InvoiceOptions = Shaped & { sort?: InvoiceSort };

/** Reads invoices as they are stored, also from a snapshot. */
export async function* streamInvoicesCsv(
  { db }: Store,
  accountId: string,
  filter: InvoiceFilter,
  { sort, sheet }: InvoiceOptions,
): AsyncGenerator<Uint8Array> {
  yield encode(formatCsvHeader(INVOICE_COLUMNS, sheet));
  for await (const docs of streamInvoices(db, accountId, filter, sort)) {
    yield encode(
      docs.map((doc) => formatCsvEntry(INVOICE_COLUMNS, parseStored<Invoice>(doc), sheet)).join(''),
    );
  }
}

export async function* exportCustomers(
  { db }: Store,
  accountId: string,
  filter: CustomerFilter & { sort?: CustomerSort },
  sheet?: SheetShape,
): AsyncGenerator<Uint8Array> {
  yield encode(formatCsvHeader(CUSTOMER_COLUMNS, sheet));
  for await (const docs of streamCustomers(db, accountId, filter)) {
    yield encode(
      docs.map((doc) => formatCsvEntry(CUSTOMER_COLUMNS, parseStored<CustomerRecord>(doc), sheet)).join(''),
    );
  }
}

function encode(text: string): Uint8Array {
  return Buffer.from(text);
}
