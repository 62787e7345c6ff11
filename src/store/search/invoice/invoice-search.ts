import type { Part, Sql } from '../../database.ts';
import { searchForm } from '../text/search-form.ts';

/** What is looked for among the invoices of an account, or among those of one customer. */
export interface InvoiceSearch {
  accountId: string;
  /** Of a customer who does not match: those of one who does are found whatever their numbers are. */
  customerId: string | undefined;
  number: string;
  customer: string;
}

export function searchFor(accountId: string, search: string, customerId: string | undefined): InvoiceSearch {
  return { accountId, customerId, number: search.toLowerCase(), customer: searchForm(search) };
}

/** The form in which a number is searched: without the case of A to Z, as SQL has it on both engines. */
export function numberForm(number: string): string {
  return number.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A condition: `f` is among the invoices that are searched. */
export function among({ accountId, customerId }: InvoiceSearch): Part {
  return customerId === undefined
    ? { sql: 'f.account_id = ?', values: [accountId] }
    : { sql: 'f.account_id = ? AND f.customer_id = ?', values: [accountId, customerId] };
}

/** A condition: `f` is found, by a number of this form or by its customer. */
export function found(sql: Sql, { customerId, number, customer }: InvoiceSearch, column = 'f.search'): Part {
  const { contains } = sql.invoiceSearch;
  if (customerId !== undefined) return { sql: contains(column), values: [number] };
  // A value, not EXISTS, for which PostgreSQL may choose to read all customers.
  return {
    sql: `(${contains(column)} OR (SELECT ${contains('c.search')} FROM customers AS c
      WHERE c.account_id = f.account_id AND c.id = f.customer_id))`,
    values: [number, customer],
  };
}
