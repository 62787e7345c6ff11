import { setImmediate } from 'node:timers/promises';
import { limitTo, rowsOfValues, type Sql, type SqlValue } from '../../database.ts';
import { type CustomerRow, completed } from '../../tables/customers.ts';
import { searchForm } from '../text/search-form.ts';
import {
  areChunksKnown,
  CUSTOMER_SIZES,
  type CustomerSearch,
  countChunks,
  within,
} from './customer-chunks.ts';

export interface CustomerPage {
  search?: string | undefined;
  limit: number;
  offset: number;
  /** By identifier without it. */
  isByName?: boolean;
}

interface Stretch {
  limit: number;
  offset: number;
}

interface Listed {
  rows: CustomerRow[];
  total: number;
}

export async function listCustomers(
  sql: Sql,
  accountId: string,
  { search = '', isByName = false, ...page }: CustomerPage,
): Promise<Listed> {
  const { n, changes } = (await sql.get<{ n: number; changes: number }>(
    'SELECT n, changes FROM customer_counts WHERE account_id = ?',
    accountId,
  )) ?? { n: 0, changes: 0 };
  const wanted = { accountId, term: searchForm(search), key: isByName ? ['name_key', 'id'] : ['id'] };
  if (!wanted.term) return { rows: await plainPage(sql, wanted, page), total: n };
  if (n > CUSTOMER_SIZES.chunk && (await areFew(sql, wanted))) return fromIndex(sql, wanted, page);
  const chunks = await countChunks(sql, wanted, changes);
  let { offset } = page;
  const rows: CustomerRow[] = [];
  for (const chunk of chunks) {
    if (rows.length >= page.limit) break;
    if (offset < chunk.n) {
      const { from, values } = within(sql, wanted, chunk);
      const part = limitTo(page.limit - rows.length, offset);
      rows.push(
        ...(await readRows(sql, `${from} ORDER BY ${wanted.key} ${part.sql}`, [...values, ...part.values])),
      );
      await setImmediate();
    }
    offset = Math.max(0, offset - chunk.n);
  }
  return { rows, total: chunks.reduce((total, chunk) => total + chunk.n, 0) };
}

function plainPage(
  sql: Sql,
  { accountId, key }: CustomerSearch,
  { limit, offset }: Stretch,
): Promise<CustomerRow[]> {
  const part = limitTo(limit, offset);
  return readRows(sql, `customers WHERE account_id = ? ORDER BY ${key} ${part.sql}`, [
    accountId,
    ...part.values,
  ]);
}

/** Whether the index of substrings gives so few that all of them can be fetched. */
async function areFew(sql: Sql, search: CustomerSearch): Promise<boolean> {
  // An index of runs of three characters has to put the lists of all that begin with less together.
  if ([...search.term].length < 3 || areChunksKnown(sql, search)) return false;
  const { few } = CUSTOMER_SIZES;
  const { sql: candidates, values } = sql.customerSearch.candidates(search.accountId, search.term, few + 1);
  const row = await sql.get<{ n: number }>(`SELECT ${candidates} AS n`, ...values);
  return (row?.n ?? 0) <= few;
}

async function fromIndex(
  sql: Sql,
  { accountId, term, key }: CustomerSearch,
  { limit, offset }: Stretch,
): Promise<Listed> {
  const { from, where, values } = sql.customerSearch.matching(accountId, term);
  const found = await sql.all<{ id: string }>(
    `SELECT q.id FROM ${from} WHERE ${where} AND q.account_id = ? ORDER BY ${key.map((column) => `q.${column}`)}`,
    ...[...values, accountId],
  );
  const ids = found.slice(offset, offset + limit).map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total: found.length };
  // Named as often as a page is long, so that the statement is the same for any number of them.
  const named = Array.from({ length: limit }, (_, index) => ids[index] ?? ids[0] ?? '');
  const rows = await readRows(
    sql,
    `customers WHERE account_id = ? AND id IN ${rowsOfValues(1, limit)} ORDER BY ${key}`,
    [accountId, ...named],
  );
  return { rows, total: found.length };
}

async function readRows(sql: Sql, from: string, values: readonly SqlValue[]): Promise<CustomerRow[]> {
  const rows = await sql.all<CustomerRow>(`SELECT id, doc, version FROM ${from}`, ...values);
  return rows.map(completed);
}
