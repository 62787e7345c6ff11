import type { Sql, SqlPart } from '../../database.ts';
import { toSearchForm } from '../text/search-form.ts';

/** A search among the invoices of an account or of one customer. */
export interface InvoiceSearch {
  accountId: string;
  /** A customer that does not match the term itself. If it does, all of its invoices match. */
  customerId: string | undefined;
  number: string;
  customer: string;
}

export function searchFor(accountId: string, search: string, customerId: string | undefined): InvoiceSearch {
  return { accountId, customerId, number: search.toLowerCase(), customer: toSearchForm(search) };
}

/** Search form of an invoice number: A to Z in lower case, as SQL folds it on both engines. */
export function toNumberForm(number: string): string {
  return number.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Condition: `f` matches by its number or by its customer. */
export function found(sql: Sql, { customerId, number, customer }: InvoiceSearch): SqlPart {
  const { contains } = sql.invoiceSearch;
  if (customerId !== undefined) return { sql: contains('f.search'), values: [number] };
  // A scalar subquery: with EXISTS, PostgreSQL may choose to read all customers.
  return {
    sql: `(${contains('f.search')} OR (SELECT ${contains('c.search')} FROM customers AS c
      WHERE c.account_id = f.account_id AND c.id = f.customer_id))`,
    values: [number, customer],
  };
}
