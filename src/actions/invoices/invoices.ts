import type { Deps } from '../../app/deps.ts';
import { isId } from '../../domain/ids.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { invoiceNotFound } from '../../domain/invoice/problems.ts';
import type { InvoicePage, InvoicePageRequest } from '../../store/lists/invoice/invoice-list.ts';
import { readList } from '../../store/lists/read-list.ts';
import { findInvoiceId } from '../../store/tables/invoice/find-invoices.ts';
import type { InvoiceRow } from '../../store/tables/invoice/invoices.ts';
import { expectCursor } from '../expect-cursor.ts';
import { findCurrentInvoiceRow, markOverdueIfAny } from './mark-overdue.ts';

/** Returns the JSON documents of the API. */
export async function listInvoices(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  page: InvoicePageRequest,
  now: number,
): Promise<InvoicePage> {
  await expectCursor(db.read, 'invoices', accountId, page.after);
  await markOverdueIfAny(db, now, accountId);
  return readList(db, 'invoices', accountId, page);
}

/** Returns the JSON document of the API. */
export async function readInvoice(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<InvoiceRow> {
  const row = isId('inv', id) ? await findCurrentInvoiceRow(db, accountId, id, now) : undefined;
  if (!row) throw invoiceNotFound();
  return row;
}

export async function findInvoiceByIdOrNumber(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  name: string,
  now: number,
): Promise<Invoice | undefined> {
  const id = isId('inv', name) ? name : await findInvoiceId(db.read, accountId, name);
  const row = id === undefined ? undefined : await findCurrentInvoiceRow(db, accountId, id, now);
  return row && (JSON.parse(row.doc) as Invoice);
}
