import type { Deps } from '../../../app/deps.ts';
import type { InvoiceSource } from '../../../domain/document.ts';
import { type Invoice, isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import type { Link } from '../../../store/tables/links.ts';
import { getAccountTime } from '../../account/account-time.ts';
import { findCurrentInvoiceRow } from '../../invoices/mark-overdue.ts';
import type { HostedDocument } from '../documents/ensure-document.ts';
import { getInvoiceDocument, readInvoiceSource } from '../documents/find-document.ts';

/** The invoice behind a link as it is now, and its document. */
export interface OpenedInvoice {
  link: Link;
  invoice: Invoice;
  source: InvoiceSource;
  document: HostedDocument;
}

export async function openInvoice(deps: Deps, link: Link): Promise<OpenedInvoice | undefined> {
  const { account_id: accountId, document_id: id } = link;
  const now = await getAccountTime(deps.db.read, accountId);
  const row = await findCurrentInvoiceRow(deps.db, accountId, id, now);
  const invoice = row && (JSON.parse(row.doc) as Invoice);
  if (!invoice || isDraftInvoice(invoice)) return undefined;
  const source = await readInvoiceSource(deps.db.read, accountId, id);
  return { link, invoice, source, document: await getInvoiceDocument(deps, accountId, id) };
}
