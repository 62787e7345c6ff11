import { setImmediate } from 'node:timers/promises';
import { limitTo, rowsOfValues, type Sql } from '../../database.ts';
import { invoiceDoc, type StoredDoc } from '../../tables/stored-docs.ts';
import { AFTER_ALL_IDS, placeAmong, type Stretch } from '../quote-blocks.ts';
import { areChunksKnown, type Chunk, countChunks, keptCount } from './invoice-chunks.ts';
import { among, found, INVOICE_SIZES, type InvoiceSearch } from './invoice-search.ts';

export interface InvoicePage {
  /** The JSON of the API, invoice by invoice. */
  docs: string[];
  total: number;
}

/** Whether the one customer whose invoices are meant matches, and with that all of the invoices. */
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

/**
 * Few invoices come from the indexes, all at once. Of many, the page is looked for along the list where it is known to
 * be: the indexes would fetch all of them first.
 */
export async function pageOfFound(sql: Sql, search: InvoiceSearch, page: Stretch): Promise<InvoicePage> {
  const kept = await keptCount(sql, search);
  const few = kept.n > INVOICE_SIZES.chunk ? await fewFound(sql, search) : undefined;
  if (few) {
    const ids = few.slice(page.offset, page.offset + page.limit);
    return { docs: await docsOf(sql, search, ids, page.limit), total: few.length };
  }
  const chunks = await countChunks(sql, search, kept);
  const ids = await idsAmong(sql, search, chunks, page);
  return {
    docs: await docsOf(sql, search, ids, page.limit),
    total: chunks.reduce((total, { n }) => total + n, 0),
  };
}

/** All that are found, newest first, a few at a time. */
export async function* streamFound(sql: Sql, search: InvoiceSearch, batch: number): AsyncGenerator<string[]> {
  for await (const ids of idsOfFound(sql, search)) {
    for (let start = 0; start < ids.length; start += batch) {
      yield await docsOf(sql, search, ids.slice(start, start + batch), batch);
      // Others get their turn: SQLite answers at once.
      await setImmediate();
    }
  }
}

async function* idsOfFound(sql: Sql, search: InvoiceSearch): AsyncGenerator<string[]> {
  const few = await fewFound(sql, search);
  if (few) return yield few;
  const own = among(search);
  const match = found(sql, search);
  const size = INVOICE_SIZES.chunk;
  for (let last = AFTER_ALL_IDS; ; ) {
    const rows = await sql.all<{ id: string; is_found: number }>(
      `SELECT f.id, CASE WHEN ${match.sql} THEN 1 ELSE 0 END AS is_found FROM invoice_facts AS f
       WHERE ${own.sql} AND f.id < ? ORDER BY f.id DESC LIMIT ${BigInt(size)}`,
      ...[...match.values, ...own.values, last],
    );
    yield rows.filter((row) => row.is_found === 1).map(({ id }) => id);
    last = rows.at(-1)?.id ?? '';
    if (rows.length < size) return;
    await setImmediate();
  }
}

/** Newest first; `undefined` when they may be more than a few, or when to ask for them would take as long. */
async function fewFound(sql: Sql, search: InvoiceSearch): Promise<string[] | undefined> {
  if (areChunksKnown(sql, search) || !(await areFew(sql, search))) return undefined;
  const [byNumber, byCustomer] = await Promise.all([
    foundByNumber(sql, search),
    foundByCustomer(sql, search),
  ]);
  if (byCustomer.length > INVOICE_SIZES.few) return undefined;
  const own = byNumber.filter((row) => [undefined, row.customer_id].includes(search.customerId));
  return [...new Set([...own, ...byCustomer].map(({ id }) => id))].sort().reverse();
}

/** Whether the indexes of substrings give so few numbers and customers that all of them can be fetched. */
async function areFew(sql: Sql, { accountId, number, customer }: InvoiceSearch): Promise<boolean> {
  // An index of runs of three characters has to put the lists of all that begin with less together.
  if ([number, customer].some((term) => [...term].length < 3)) return false;
  const most = INVOICE_SIZES.few + 1;
  const numbers = sql.invoiceSearch.candidates(accountId, number, most);
  const customers = sql.customerSearch.candidates(accountId, customer, most);
  const row = await sql.get<{ numbers: number; customers: number }>(
    `SELECT ${numbers.sql} AS numbers, ${customers.sql} AS customers`,
    ...[...numbers.values, ...customers.values],
  );
  return row !== undefined && Math.max(row.numbers, row.customers) < most;
}

interface Found {
  id: string;
  customer_id: string;
}

/** Of whatever customer: those of one, among many, would have to be looked for. */
function foundByNumber(sql: Sql, { accountId, number }: InvoiceSearch): Promise<Found[]> {
  const { from, where, values } = sql.invoiceSearch.matching(accountId, number);
  return sql.all<Found>(
    `SELECT q.id, q.customer_id FROM ${from} WHERE ${where} AND q.account_id = ?`,
    ...[...values, accountId],
  );
}

async function foundByCustomer(
  sql: Sql,
  { accountId, customerId, customer }: InvoiceSearch,
): Promise<Found[]> {
  if (customerId !== undefined) return [];
  const { from, where, values } = sql.customerSearch.matching(accountId, customer);
  const customers = sql.oneOf(`SELECT q.id FROM ${from} WHERE ${where} AND q.account_id = ?`);
  return sql.all<Found>(
    `SELECT id, customer_id FROM invoice_facts WHERE account_id = ? AND customer_id ${customers}
     ${limitTo(INVOICE_SIZES.few + 1).sql}`,
    ...[accountId, ...values, accountId],
  );
}

/** Only the stretches that have any of the page are looked through. */
async function idsAmong(
  sql: Sql,
  search: InvoiceSearch,
  chunks: readonly Chunk[],
  page: Stretch,
): Promise<string[]> {
  const own = among(search);
  const match = found(sql, search);
  const { ranges, skip } = placeAmong(chunks, 'last', page);
  const ids: string[] = [];
  for (const [index, { startId, endId }] of ranges.entries()) {
    const part = limitTo(page.limit - ids.length, index === 0 ? skip : 0);
    const rows = await sql.all<{ id: string }>(
      `SELECT f.id FROM invoice_facts AS f WHERE ${own.sql} AND f.id >= ? AND f.id < ? AND ${match.sql}
       ORDER BY f.id DESC ${part.sql}`,
      ...[...own.values, startId, endId, ...match.values, ...part.values],
    );
    ids.push(...rows.map(({ id }) => id));
    if (ids.length >= page.limit) break;
    await setImmediate();
  }
  return ids;
}

/** Newest first. Named as often as may be wanted, so that the statement is the same for any number of them. */
async function docsOf(
  sql: Sql,
  { accountId }: InvoiceSearch,
  ids: readonly string[],
  most: number,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const named = Array.from({ length: most }, (_, index) => ids[index] ?? ids[0] ?? '');
  const rows = await sql.all<StoredDoc>(
    `SELECT doc, shape FROM invoices WHERE account_id = ? AND id IN ${rowsOfValues(1, most)} ORDER BY id DESC`,
    accountId,
    ...named,
  );
  return rows.map(invoiceDoc);
}
