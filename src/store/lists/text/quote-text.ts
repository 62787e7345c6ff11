import type { QuoteFilter } from '../../../domain/quote/list/quote-filter.ts';
import type { Sql, SqlPart } from '../../database.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import { toSearchForm } from './search-form.ts';

/**
 * The condition of `q` on a row of `quote_search`, as `t`: its text or the name of its customer contains the term.
 * `undefined` without a term, and if the one customer of the filter matches, with all of its quotes.
 */
export async function buildTextCondition(
  sql: Sql,
  accountId: string,
  { q, customerId }: Pick<QuoteFilter, 'q' | 'customerId'>,
): Promise<SqlPart | undefined> {
  const term = q ? toSearchForm(q) : '';
  if (term === '') return undefined;
  const { contains } = sql.search;
  const hasText = { sql: contains('t.text'), values: [term] };
  if (customerId !== undefined) {
    return (await isCustomerNamed(sql, accountId, customerId, term)) ? undefined : hasText;
  }
  const customers = await findCustomersNamed(sql, accountId, term);
  if (customers?.length === 0) return hasText;
  const isOfCustomer = customers
    ? { sql: `t.customer_id IN (${sql.listed})`, values: [JSON.stringify(customers)] }
    : { sql: NAME_OF_CUSTOMER(contains('c.name_key')), values: [term] };
  return {
    sql: `(${hasText.sql} OR ${isOfCustomer.sql})`,
    values: [...hasText.values, ...isOfCustomer.values],
  };
}

/** A scalar subquery: with EXISTS, PostgreSQL may choose to read all customers. */
const NAME_OF_CUSTOMER = (isNamed: string) =>
  `(SELECT ${isNamed} FROM customers AS c WHERE c.account_id = t.account_id AND c.id = t.customer_id)`;

async function isCustomerNamed(
  sql: Sql,
  accountId: string,
  customerId: string,
  term: string,
): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM customers WHERE account_id = ? AND id = ? AND ${sql.search.contains('name_key')}`,
    ...[accountId, customerId, term],
  );
  return row !== undefined;
}

/** `undefined` if the substring index returns too many candidates. */
async function findCustomersNamed(sql: Sql, accountId: string, term: string): Promise<string[] | undefined> {
  const { contains, firstCandidates } = sql.customerSearch;
  const { from, values } = firstCandidates(accountId, term, LIST_LIMITS.narrow + 1);
  const rows = await sql.all<{ id: string; is_named: number }>(
    `SELECT q.id, CASE WHEN ${contains('q.name_key')} THEN 1 ELSE 0 END AS is_named FROM ${from} WHERE q.account_id = ?`,
    ...[term, ...values, accountId],
  );
  if (rows.length > LIST_LIMITS.narrow) return undefined;
  return rows.filter((row) => row.is_named === 1).map(({ id }) => id);
}
