import type { Parties } from '../../../domain/document.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Sql } from '../../../store/database.ts';
import { findInvoiceRow, type StoredInvoice } from '../../../store/tables/invoice/invoices.ts';
import { readCurrentParties, readFrozenParties } from './parties.ts';

/** Returns account and customer as they are now, or as they were when the invoice was issued. */
export async function readInvoiceParties(
  sql: Sql,
  accountId: string,
  { invoice, hasCurrentParties, partiesSha256 }: StoredInvoice,
): Promise<Parties> {
  if (hasCurrentParties || partiesSha256 === null)
    return readCurrentParties(sql, accountId, invoice.customerId);
  const { account } = await readFrozenParties(sql, accountId, partiesSha256);
  return { account, customer: invoice.customer };
}

/** Returns the invoice that a credit note refers to. It is issued, so that its number and date never change. */
export async function readCreditedInvoice(
  sql: Sql,
  accountId: string,
  { creditedInvoiceId }: Pick<Invoice, 'creditedInvoiceId'>,
): Promise<{ creditedInvoice?: Pick<Invoice, 'number' | 'issueDate'> }> {
  const row = creditedInvoiceId && (await findInvoiceRow(sql, accountId, creditedInvoiceId));
  if (!row) return {};
  const { number, issueDate } = JSON.parse(row.doc) as Invoice;
  return { creditedInvoice: { number, issueDate } };
}
