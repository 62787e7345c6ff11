import { setImmediate } from 'node:timers/promises';
import type { InvoiceFilter, InvoiceSort } from '../../../domain/invoice/invoice-filter.ts';
import type { Sql } from '../../database.ts';
import { completeInvoiceDocs, type ListedInvoiceRow } from '../../tables/invoice/invoices.ts';
import { findPage } from '../list-page.ts';
import { measureRanges, walkAlong } from '../list-ranges.ts';
import { ALL_MATCHES, cutPage, type PageSlice, type PageTotal } from '../list-total.ts';
import { scanForPage, startWalk } from '../list-walk.ts';
import { buildInvoiceConditions, invoiceOrder } from './invoice-filters.ts';
import { searchFor } from './invoice-search.ts';
import { findFewInvoices, type InvoiceQuery, prepareQuery, walkInvoices } from './search-invoices.ts';

export interface InvoicePage extends PageTotal {
  /** JSON of the API, one string per invoice. */
  docs: string[];
}

export type InvoicePageRequest = InvoiceFilter & PageSlice & { sort?: InvoiceSort };

const DEFAULT_SORT = '-createdAt';

/** Lists a page of invoices. Totals are stored for the unfiltered list and for filters by status, customer or both. */
export async function listInvoiceDocs(
  sql: Sql,
  accountId: string,
  { limit, offset, after, sort = DEFAULT_SORT, ...filter }: InvoicePageRequest,
): Promise<InvoicePage> {
  const page = { limit, offset, after };
  if (filter.quoteId !== undefined) {
    const all = await listIdsOfQuote(sql, accountId, filter, sort);
    const { ids, ...total } = cutPage(all, page, sort.startsWith('-'));
    return { docs: await readDocs(sql, accountId, ids), ...total };
  }
  const query = await prepareQuery(sql, accountId, filter);
  const { ids, ...total } = await findInvoices(sql, query, sort, page);
  return { docs: await readDocs(sql, accountId, ids), ...total };
}

async function findInvoices(sql: Sql, query: InvoiceQuery, sort: InvoiceSort, page: PageSlice) {
  const sizes = await measureRanges(sql, query.ranges);
  return findPage(
    sql,
    {
      ...{ conditions: query.conditions, sizes, order: invoiceOrder(sort) },
      inOrder: walkInvoices(query, sizes, sort),
      isLookedUp: true,
      byCreation: () => walkInvoices(query, sizes, '-createdAt'),
      withOrder: () => walkInvoices(query, sizes, 'createdAt'),
      narrowWalk: ({ range }) => walkAlong(range, query.conditions, false),
      findFew: () => findFewInvoices(sql, query, sizes),
    },
    page,
  );
}

/** A quote has few invoices and credit notes. */
async function listIdsOfQuote(
  sql: Sql,
  accountId: string,
  filter: InvoiceFilter,
  sort: InvoiceSort,
): Promise<string[]> {
  const { quoteId = '', search } = filter;
  const term = search ? searchFor(accountId, search, undefined) : undefined;
  const conditions = buildInvoiceConditions(sql, filter, accountId, term);
  const { key, isDescending } = invoiceOrder(sort);
  // Expressions keep the engine from walking all invoices of the account by an index in this order.
  const order = key.map((column) => `coalesce(f.${column}, f.${column})${isDescending ? ' DESC' : ''}`);
  const rows = await sql.all<{ id: string }>(
    `SELECT f.id FROM invoices AS i CROSS JOIN invoice_facts AS f
     WHERE ${['i.account_id = ?', 'i.quote_id = ?', 'f.account_id = i.account_id', 'f.id = i.id', ...conditions.map((part) => part.sql)].join(' AND ')}
     ORDER BY ${order.join(', ')}`,
    ...[accountId, quoteId, ...conditions.flatMap(({ values }) => values)],
  );
  return rows.map(({ id }) => id);
}

/** Reads invoices in the given order. */
async function readDocs(sql: Sql, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isFound = sql.isAmong('id', ids);
  const rows = await sql.all<ListedInvoiceRow & { id: string }>(
    `SELECT id, doc, shape, follows, customer_id FROM invoices
     WHERE account_id = ? AND ${isFound.sql}`,
    accountId,
    ...isFound.values,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return completeInvoiceDocs(
    sql,
    accountId,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** Invoices in memory at a time; each may have megabytes. */
const BATCH = 20;

/** Streams all matches in small batches. */
export async function* streamInvoices(
  sql: Sql,
  accountId: string,
  filter: InvoiceFilter,
  sort: InvoiceSort = DEFAULT_SORT,
): AsyncGenerator<string[]> {
  for await (const ids of matchingIds(sql, accountId, filter, sort)) {
    for (let start = 0; start < ids.length; start += BATCH) {
      yield await readDocs(sql, accountId, ids.slice(start, start + BATCH));
      // SQLite answers synchronously: yield to other requests.
      await setImmediate();
    }
  }
}

async function* matchingIds(
  sql: Sql,
  accountId: string,
  filter: InvoiceFilter,
  sort: InvoiceSort,
): AsyncGenerator<string[]> {
  if (filter.quoteId !== undefined) return yield await listIdsOfQuote(sql, accountId, filter, sort);
  const query = await prepareQuery(sql, accountId, filter);
  const sizes = await measureRanges(sql, query.ranges);
  const few = await findFewInvoices(sql, query, sizes);
  if (few) return yield (await scanForPage(sql, few, invoiceOrder(sort), ALL_MATCHES)).ids;
  const walk = startWalk(sql, walkInvoices(query, sizes, sort));
  while (!walk.isOver) yield await walk.step(ALL_MATCHES);
}
