import type { InvoiceFilter, InvoiceSort } from '../../../domain/invoice/invoice-filter.ts';
import type { Sql } from '../../database.ts';
import { completeInvoiceDocs, type ListedInvoiceRow } from '../../tables/invoice/invoices.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import { findPage } from '../list-query.ts';
import type { PageSlice, PageTotal } from '../list-total.ts';
import { buildInvoiceQuery, hasInvoiceIndex } from './invoice-query.ts';

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
  const list = await buildInvoiceQuery(sql, accountId, filter, sort);
  const { ids, ...total } = await findPage(sql, list, { limit, offset, after });
  return { docs: await readInvoiceDocs(sql, accountId, ids), ...total };
}

/** Whether the page is near the start of a list that one index yields in order. */
export function isPlainInvoicePage(page: InvoicePageRequest): boolean {
  const { offset, after, sort = DEFAULT_SORT, statuses = [], customerId } = page;
  // A quote has few invoices and credit notes.
  if (page.quoteId !== undefined) return !page.search;
  if (after !== undefined || offset > LIST_LIMITS.near || !hasInvoiceIndex(sort)) return false;
  if (OTHER_FILTERS.some((name) => page[name] !== undefined)) return false;
  const narrower = statuses.length + (customerId === undefined ? 0 : 1);
  return narrower === 0 || (narrower === 1 && sort.endsWith('createdAt'));
}

type OtherFilter = Exclude<keyof InvoiceFilter, 'quoteId' | 'statuses' | 'customerId'>;

/** A record, so that none is missing. */
const OTHER_FILTERS = Object.keys({
  seriesId: true,
  kind: true,
  overdue: true,
  dueFrom: true,
  dueTo: true,
  issuedFrom: true,
  issuedTo: true,
  createdFrom: true,
  createdTo: true,
  updatedFrom: true,
  updatedTo: true,
  currency: true,
  totalFrom: true,
  totalTo: true,
  reference: true,
  metadata: true,
  search: true,
} satisfies Record<OtherFilter, true>) as OtherFilter[];

/** Reads invoices in the given order. */
export async function readInvoiceDocs(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
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
