import type { InvoiceFilter } from '../../../domain/invoice/invoice-filter.ts';
import type { Sql, SqlPart } from '../../database.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import { type Condition, concat, type Source } from '../list-query.ts';
import { countUpTo } from '../sources.ts';
import { toSearchForm } from '../text/search-form.ts';

/** A search among the invoices of an account or of one customer, by their numbers and by the texts of customers. */
export interface InvoiceText {
  number: string;
  customer: string;
  /** Whether the texts of customers are searched: the one customer of a filter does not match. */
  hasCustomers: boolean;
}

/** Search form of an invoice number: A to Z in lower case, as SQL folds it on both engines. */
export function toNumberForm(number: string): string {
  return number.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** `undefined` without a term, and if the one customer of the filter matches, with all of its invoices. */
export async function findInvoiceText(
  sql: Sql,
  accountId: string,
  { customerId, search }: InvoiceFilter,
): Promise<InvoiceText | undefined> {
  if (!search) return undefined;
  const text = { number: search.toLowerCase(), customer: toSearchForm(search) };
  if (customerId === undefined) return { ...text, hasCustomers: true };
  const row = await sql.get(
    `SELECT 1 AS found FROM customers WHERE account_id = ? AND id = ? AND ${sql.invoiceSearch.contains('search')}`,
    ...[accountId, customerId, text.customer],
  );
  return row === undefined ? { ...text, hasCustomers: false } : undefined;
}

export function hasInvoiceText(
  sql: Sql,
  accountId: string,
  { number, customer, hasCustomers }: InvoiceText,
): Condition {
  const { contains } = sql.invoiceSearch;
  if (!hasCustomers) return { term: 'search', sql: contains('q.search'), values: [number] };
  // A scalar subquery: with EXISTS, PostgreSQL may choose to read all customers.
  return {
    term: 'search',
    sql: `(${contains('q.search')} OR (SELECT ${contains('c.search')} FROM customers AS c
      WHERE c.account_id = ? AND c.id = q.customer_id))`,
    values: [number, customer, accountId],
  };
}

/** Invoices by the index of numbers and by that of customers. */
export function foundInvoices(
  sql: Sql,
  accountId: string,
  { number, customer, hasCustomers }: InvoiceText,
): Source[] {
  const byNumber = sql.invoiceSearch.candidates(accountId, number, 'f');
  const parts: SqlPart[] = [
    {
      sql: `SELECT f.id FROM ${byNumber.from} WHERE ${sql.inTime} AND ${byNumber.on.sql} AND ${sql.invoiceSearch.contains('f.search')}`,
      values: [...byNumber.on.values, number],
    },
  ];
  const sizes = [sql.invoiceSearch.countCandidates(accountId, number, LIST_LIMITS.counted + 1)];
  if (hasCustomers) {
    const byCustomer = invoicesOf(sql, accountId, customer);
    parts.push({ ...byCustomer, sql: `SELECT f.id ${byCustomer.sql}` });
    sizes.push(countUpTo(byCustomer));
  }
  const found = concat(parts, ' UNION ');
  return [
    {
      from: { ...found, sql: `(${found.sql}) AS found CROSS JOIN invoice_facts AS q` },
      on: { sql: 'q.account_id = ? AND q.id = found.id', values: [accountId] },
      terms: ['search'],
      isOther: true,
      size: concat(sizes, ' + '),
    },
  ];
}

function invoicesOf(sql: Sql, accountId: string, customer: string): SqlPart {
  const { candidates, contains } = sql.customerSearch;
  const { from, on } = candidates(accountId, customer, 'c');
  return {
    sql: `FROM ${from} CROSS JOIN invoice_facts AS f WHERE ${sql.inTime} AND ${on.sql} AND ${contains('c.search')}
      AND f.account_id = c.account_id AND f.customer_id = c.id`,
    values: [...on.values, customer],
  };
}
