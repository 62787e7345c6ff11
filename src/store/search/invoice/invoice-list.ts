import { setImmediate } from 'node:timers/promises';
import { formatLimit, type Sql, type SqlPart } from '../../database.ts';
import { countStoredInvoices } from '../../tables/invoice/invoice-facts.ts';
import { completeInvoiceDocs, type ListedInvoiceRow } from '../../tables/invoice/invoices.ts';
import { toExactTotal } from '../list-total.ts';
import { found, type InvoiceSearch, searchFor } from './invoice-search.ts';
import { type InvoicePage, isFoundByCustomer, searchInvoices, streamFound } from './search-invoices.ts';

export interface InvoiceFilter {
  quoteId?: string | undefined;
  customerId?: string | undefined;
  /** Part of the invoice number or of the customer's search text. */
  search?: string | undefined;
}

/** Lists invoices newest first. */
export async function listInvoiceDocs(
  sql: Sql,
  accountId: string,
  { limit, offset, ...filter }: InvoiceFilter & { limit: number; offset: number },
): Promise<InvoicePage> {
  const search = await searchOf(sql, accountId, filter);
  if (search) return searchInvoices(sql, search, { limit, offset });
  const where = conditions(sql, accountId, filter);
  const total = await countInvoices(sql, accountId, filter, where);
  const page = formatLimit(limit, offset);
  const rows = await sql.all<ListedInvoiceRow>(
    `SELECT doc, shape, follows, customer_id FROM invoices AS f WHERE ${where.sql} ORDER BY ${orderFor(filter)} DESC ${page.sql}`,
    ...where.values,
    ...page.values,
  );
  return { docs: await completeInvoiceDocs(sql, accountId, rows), ...toExactTotal(total, { limit, offset }) };
}

/** Returns `undefined` if there is no term, if few invoices have to be examined, or if the customer itself matches. */
async function searchOf(
  sql: Sql,
  accountId: string,
  { quoteId, customerId, search }: InvoiceFilter,
): Promise<InvoiceSearch | undefined> {
  if (!search || quoteId !== undefined) return undefined;
  const wanted = searchFor(accountId, search, customerId);
  return (await isFoundByCustomer(sql, wanted)) ? undefined : wanted;
}

function conditions(sql: Sql, accountId: string, { quoteId, customerId, search }: InvoiceFilter): SqlPart {
  const parts: SqlPart[] = [{ sql: 'f.account_id = ?', values: [accountId] }];
  if (quoteId !== undefined) parts.push({ sql: 'f.quote_id = ?', values: [quoteId] });
  if (customerId !== undefined) parts.push({ sql: 'f.customer_id = ?', values: [customerId] });
  if (search && quoteId !== undefined) {
    parts.push(found(sql, searchFor(accountId, search, undefined), 'lower(f.number)'));
  }
  return {
    sql: parts.map((part) => part.sql).join(' AND '),
    values: parts.flatMap((part) => part.values),
  };
}

async function countInvoices(
  sql: Sql,
  accountId: string,
  { quoteId, customerId }: InvoiceFilter,
  where: SqlPart,
): Promise<number> {
  if (quoteId === undefined) return countStoredInvoices(sql, accountId, { customerId });
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM invoices AS f WHERE ${where.sql}`,
    ...where.values,
  );
  return Number(row?.n ?? 0);
}

/** A quote has few invoices. The expression keeps the engine from walking all invoices of the account by index. */
function orderFor({ quoteId }: InvoiceFilter): string {
  return quoteId === undefined ? 'f.id' : `f.id || ''`;
}

/** Invoices in memory at a time; each may have megabytes. */
const BATCH = 20;

/** Streams invoices newest first, in small batches. */
export async function* streamInvoices(
  sql: Sql,
  accountId: string,
  filter: InvoiceFilter,
): AsyncGenerator<string[]> {
  const search = await searchOf(sql, accountId, filter);
  if (search) return yield* streamFound(sql, search, BATCH);
  const where = conditions(sql, accountId, filter);
  for (let last = '~'; ; ) {
    const rows = await sql.all<ListedInvoiceRow & { id: string }>(
      `SELECT id, doc, shape, follows, customer_id FROM invoices AS f WHERE ${where.sql} AND f.id < ?
       ORDER BY ${orderFor(filter)} DESC LIMIT ${BATCH}`,
      ...where.values,
      last,
    );
    yield await completeInvoiceDocs(sql, accountId, rows);
    last = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) return;
    // SQLite answers synchronously: yield to other requests.
    await setImmediate();
  }
}
