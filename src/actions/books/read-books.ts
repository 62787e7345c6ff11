import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { formatCsvEntry, formatCsvHeader, type SheetShape } from '../../domain/account/export/csv-columns.ts';
import { type BookRow, JOURNAL_COLUMNS, toBookRows } from '../../domain/books/book-row.ts';
import type { BookPeriod } from '../../domain/books/datev.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { InvoiceFilter } from '../../domain/invoice/invoice-filter.ts';
import { streamInvoices } from '../../store/lists/streams.ts';
import { findCustomers } from '../../store/tables/customers.ts';

type Store = Pick<Deps, 'db'>;
export type Bookkeeper = Pick<Account, 'id' | 'accounting'>;

/** Streams what was issued in a period by issue date, a few documents at a time. */
export async function* readBooks(
  { db }: Store,
  { id, accounting }: Bookkeeper,
  { from, to }: BookPeriod,
  filter: Pick<InvoiceFilter, 'kind' | 'currency'> = {},
): AsyncGenerator<BookRow[]> {
  const issued = { ...filter, issuedFrom: from, issuedTo: to };
  for await (const docs of streamInvoices(db, id, issued, 'issueDate')) {
    const invoices = docs.map((doc) => JSON.parse(doc) as Invoice);
    const customers = await findCustomers(db.read, id, [
      ...new Set(invoices.map(({ customerId }) => customerId)),
    ]);
    yield invoices.flatMap((invoice) => toBookRows(invoice, accounting, customers));
  }
}

/** Streams the journal of a period: for programs, or in the shape of a person's spreadsheet. */
export async function* exportJournal(
  store: Store,
  account: Bookkeeper,
  period: BookPeriod,
  sheet?: SheetShape,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(formatCsvHeader(JOURNAL_COLUMNS, sheet));
  for await (const rows of readBooks(store, account, period)) {
    yield Buffer.from(rows.map((row) => formatCsvEntry(JOURNAL_COLUMNS, row, sheet)).join(''));
  }
}
