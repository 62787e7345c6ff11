import { setImmediate } from 'node:timers/promises';
import { formatLimit, formatPlaceholders, type SearchIndex, type Sql } from '../../database.ts';
import { completeInvoiceDocs, type ListedInvoiceRow } from '../../tables/invoice/invoices.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import {
  ALL_MATCHES,
  type FoundPage,
  type PageSlice,
  type PageTotal,
  toExactTotal,
  toFoundPage,
} from '../list-total.ts';
import { countMatches, type ListWalk, startWalk, walkToPage } from '../list-walk.ts';
import { among, found, type InvoiceSearch } from './invoice-search.ts';

export interface InvoicePage extends PageTotal {
  /** JSON of the API, one string per invoice. */
  docs: string[];
}

/** Checks whether the one customer of the filter matches, and with it all of its invoices. */
export async function isFoundByCustomer(
  sql: Sql,
  { accountId, customerId, customer }: InvoiceSearch,
): Promise<boolean> {
  if (customerId === undefined) return false;
  const row = await sql.get(
    `SELECT 1 AS found FROM customers WHERE account_id = ? AND id = ? AND ${sql.invoiceSearch.contains('search')}`,
    ...[accountId, customerId, customer],
  );
  return row !== undefined;
}

export async function searchInvoices(sql: Sql, search: InvoiceSearch, page: PageSlice): Promise<InvoicePage> {
  const { ids, ...total } = await findPage(sql, search, page);
  return { docs: await docsOf(sql, search, ids, page.limit), ...total };
}

/** Examines invoices newest first. If that does not fill the page soon, reads the few candidates from the indexes. */
async function findPage(sql: Sql, search: InvoiceSearch, page: PageSlice): Promise<FoundPage> {
  const walk = startWalk(sql, walkFor(sql, search));
  const first = await walk.step(page);
  const few = first.length <= page.limit && !walk.isOver ? await fewFound(sql, search) : undefined;
  if (few) {
    const ids = few.slice(page.offset, page.offset + page.limit);
    return { ids, ...toExactTotal(few.length, page) };
  }
  const shown = await walkToPage(walk, page, first);
  return toFoundPage(shown, page, await countMatches(walk));
}

function walkFor(sql: Sql, search: InvoiceSearch): ListWalk {
  return {
    ...{ table: 'invoice_facts', alias: 'f', key: ['id'], isDescending: true },
    range: [among(search)],
    conditions: [found(sql, search)],
  };
}

/** Streams all matches newest first, in small batches. */
export async function* streamFound(sql: Sql, search: InvoiceSearch, batch: number): AsyncGenerator<string[]> {
  for await (const ids of idsOfFound(sql, search)) {
    for (let start = 0; start < ids.length; start += batch) {
      yield await docsOf(sql, search, ids.slice(start, start + batch), batch);
      // SQLite answers synchronously: yield to other requests.
      await setImmediate();
    }
  }
}

async function* idsOfFound(sql: Sql, search: InvoiceSearch): AsyncGenerator<string[]> {
  const few = await fewFound(sql, search);
  if (few) return yield few;
  const walk = startWalk(sql, walkFor(sql, search));
  while (!walk.isOver) yield await walk.step(ALL_MATCHES);
}

/** Newest first; `undefined` if there may be too many. */
async function fewFound(sql: Sql, search: InvoiceSearch): Promise<string[] | undefined> {
  const [byNumber, byCustomer] = await Promise.all([
    foundByNumber(sql, search),
    foundByCustomer(sql, search),
  ]);
  return byNumber && byCustomer && [...new Set([...byNumber, ...byCustomer])].sort().reverse();
}

async function foundByNumber(
  sql: Sql,
  { accountId, customerId, number }: InvoiceSearch,
): Promise<string[] | undefined> {
  const rows = await candidates(sql, sql.invoiceSearch, accountId, number, 'q.customer_id');
  return rows?.filter((row) => [undefined, row.customer_id].includes(customerId)).map(({ id }) => id);
}

async function foundByCustomer(
  sql: Sql,
  { accountId, customerId, customer }: InvoiceSearch,
): Promise<string[] | undefined> {
  if (customerId !== undefined) return [];
  const customers = await candidates(sql, sql.customerSearch, accountId, customer, 'q.id AS customer_id');
  if (!customers) return undefined;
  const ids: string[] = [];
  for (let start = 0; start < customers.length; start += AT_ONCE) {
    const some = customers.slice(start, start + AT_ONCE);
    const named = Array.from({ length: AT_ONCE }, (_, index) => (some[index] ?? some[0])?.id ?? '');
    const rows = await sql.all<{ id: string }>(
      `SELECT id FROM invoice_facts WHERE account_id = ? AND customer_id IN ${formatPlaceholders(1, AT_ONCE)}
       ${formatLimit(LIST_LIMITS.narrow + 1).sql}`,
      ...[accountId, ...named],
    );
    ids.push(...rows.map(({ id }) => id));
    if (ids.length > LIST_LIMITS.narrow) return undefined;
  }
  return ids;
}

/** Customers whose invoices one statement reads. */
const AT_ONCE = 100;

/** Rows that contain the text; `undefined` if the substring index returns too many candidates. */
async function candidates(
  sql: Sql,
  { contains, firstCandidates }: SearchIndex,
  accountId: string,
  text: string,
  column: string,
): Promise<{ id: string; customer_id: string }[] | undefined> {
  const { from, values } = firstCandidates(accountId, text, LIST_LIMITS.narrow + 1);
  const rows = await sql.all<{ id: string; customer_id: string; is_found: number }>(
    `SELECT q.id, ${column}, CASE WHEN ${contains('q.search')} THEN 1 ELSE 0 END AS is_found FROM ${from}
     WHERE q.account_id = ?`,
    ...[text, ...values, accountId],
  );
  if (rows.length > LIST_LIMITS.narrow) return undefined;
  return rows.filter((row) => row.is_found === 1);
}

/** Newest first. The list is padded to a fixed size, so that the statement text stays the same. */
async function docsOf(
  sql: Sql,
  { accountId }: InvoiceSearch,
  ids: readonly string[],
  most: number,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const named = Array.from({ length: most }, (_, index) => ids[index] ?? ids[0] ?? '');
  const rows = await sql.all<ListedInvoiceRow>(
    `SELECT doc, shape, follows, customer_id FROM invoices WHERE account_id = ? AND id IN ${formatPlaceholders(1, most)} ORDER BY id DESC`,
    accountId,
    ...named,
  );
  return completeInvoiceDocs(sql, accountId, rows);
}
