import type { Sql } from '../../database.ts';
import { CUSTOMER_COLUMNS, type CustomerRow, toCustomerRow } from '../../tables/customers.ts';
import type { StoredDoc } from '../../tables/stored-docs.ts';
import { toSearchForm } from '../text/search-form.ts';

/** Sorts after every character of a name. */
const LAST_CHARACTER = '\u{10ffff}';

/** Customers whose name begins with the text, by name: the shortest is first, so an exact name leads. */
export async function listCustomersByPrefix(
  sql: Sql,
  accountId: string,
  text: string,
  limit: number,
): Promise<CustomerRow[]> {
  const term = toSearchForm(text);
  const rows = await sql.all<CustomerRow & StoredDoc>(
    `SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE account_id = ? AND name_key >= ? AND name_key < ?
     ORDER BY name_key, id LIMIT ?`,
    ...[accountId, term, term + LAST_CHARACTER, limit],
  );
  return rows.map(toCustomerRow);
}

/** Customers of the newest quotes that contain the text, the latest first. */
export async function listQuotedCustomers(
  sql: Sql,
  accountId: string,
  text: string,
  maxQuotes: number,
): Promise<CustomerRow[]> {
  const quoted = await sql.all<{ customer_id: string }>(
    'SELECT customer_id FROM quotes WHERE account_id = ? ORDER BY id DESC LIMIT ?',
    ...[accountId, maxQuotes],
  );
  const ids = [...new Set(quoted.map(({ customer_id }) => customer_id))];
  if (ids.length === 0) return [];
  const term = toSearchForm(text);
  const isQuoted = sql.isAmong('id', ids);
  const rows = await sql.all<CustomerRow & StoredDoc>(
    `SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE account_id = ? AND ${isQuoted.sql}
     ${term && `AND ${sql.customerSearch.contains('search')}`}`,
    ...[accountId, ...isQuoted.values, ...(term ? [term] : [])],
  );
  return rows.map(toCustomerRow).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
