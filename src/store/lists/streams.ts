import { setImmediate } from 'node:timers/promises';
import type { CustomerFilter, CustomerSort } from '../../domain/customer/customer-filter.ts';
import type { InvoiceFilter, InvoiceSort } from '../../domain/invoice/invoice-filter.ts';
import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote/list/quote-sorts.ts';
import type { Database, Sql } from '../database.ts';
import { type StoredDoc, toCurrentDoc } from '../tables/stored-docs.ts';
import { readRowsById } from './by-text/list-rows.ts';
import { readInvoiceDocs } from './invoice/invoice-list.ts';
import { streamIds } from './read-list.ts';

type Store = Pick<Database, 'read' | 'readers'>;

export interface StreamedQuote {
  doc: string;
  /** JSON of the customer. */
  customer: string;
}

/** Quotes or invoices in memory at a time; each may have megabytes. */
const FEW = 20;
const MANY = 500;

/** Streams all matches in small batches, each read when it is sent. */
export function streamQuotes(
  db: Store,
  accountId: string,
  filter: QuoteFilter,
  sort: QuoteSort,
): AsyncGenerator<StreamedQuote[]> {
  const ids = streamIds(db, 'quoteKeys', accountId, filter, sort);
  return readBatches(ids, FEW, (some) => readQuotes(db.read, accountId, some));
}

export function streamInvoices(
  db: Store,
  accountId: string,
  filter: InvoiceFilter,
  sort: InvoiceSort = '-createdAt',
): AsyncGenerator<string[]> {
  const ids = streamIds(db, 'invoiceKeys', accountId, filter, sort);
  return readBatches(ids, FEW, (some) => readInvoiceDocs(db.read, accountId, some));
}

export function streamCustomers(
  db: Store,
  accountId: string,
  { sort = 'id', ...filter }: CustomerFilter & { sort?: CustomerSort | undefined },
): AsyncGenerator<string[]> {
  const ids = streamIds(db, 'customerKeys', accountId, filter, sort);
  return readBatches(ids, MANY, async (some) => {
    const rows = await readRowsById(db.read, 'customers', accountId, some);
    return rows.map((row) => toCurrentDoc('customer', row));
  });
}

/** SQLite answers synchronously and the network may accept everything: every batch yields to other requests. */
async function* readBatches<Entry>(
  batches: AsyncGenerator<string[]>,
  size: number,
  read: (ids: string[]) => Promise<Entry[]>,
): AsyncGenerator<Entry[]> {
  for await (const ids of batches) {
    for (let start = 0; start < ids.length; start += size) {
      await setImmediate();
      yield await read(ids.slice(start, start + size));
    }
  }
}

/** Reads quotes in the given order, without those deleted in the meantime. */
async function readQuotes(sql: Sql, accountId: string, ids: readonly string[]): Promise<StreamedQuote[]> {
  const isFound = sql.isAmong('quotes.id', ids);
  const rows = await sql.all<StoredDoc & StreamedQuote & { id: string }>(
    `SELECT quotes.id, quotes.doc, quotes.shape, customers.doc AS customer FROM quotes
     JOIN customers ON customers.account_id = quotes.account_id AND customers.id = quotes.customer_id
     WHERE quotes.account_id = ? AND ${isFound.sql}`,
    accountId,
    ...isFound.values,
  );
  const byId = new Map(rows.map((row) => [row.id, { ...row, doc: toCurrentDoc('quote', row) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
