import type { Deps } from '../../../app/deps.ts';
import { computeUpdatedAt } from '../../../domain/clock.ts';
import type { MailMessage } from '../../../domain/mail/mail.ts';
import type { Sql } from '../../../store/database.ts';
import { markDocumentPermanent, readDocument } from '../../../store/tables/documents.ts';
import { findStoredInvoice } from '../../../store/tables/invoice/invoices.ts';
import { listXmlFiles } from '../../invoices/einvoice/invoice-xml.ts';
import { loadCurrentInvoice } from '../../invoices/mark-overdue.ts';
import { storeInvoice } from '../../invoices/store-invoice.ts';
import { getInvoiceDocument } from '../documents/find-document.ts';
import type { QueuedMail } from './queue-mail.ts';

/** An invoice that an email about something else carries, and its files. */
export interface EnclosedInvoice {
  id: string;
  documentSha256: string;
  files: MailMessage['attachments'];
}

/** Reads the files of the invoice that goes with an email, as if it were sent on its own. */
export async function readEnclosedInvoice(
  deps: Deps,
  accountId: string,
  { invoiceId }: Pick<QueuedMail, 'invoiceId'>,
): Promise<EnclosedInvoice | undefined> {
  const stored =
    invoiceId === undefined ? undefined : await findStoredInvoice(deps.db.read, accountId, invoiceId);
  if (!stored) return undefined;
  const { invoice } = stored;
  const document = await getInvoiceDocument(deps, accountId, invoice.id);
  const file = await readDocument(deps.db.read, accountId, document.sourceSha256);
  if (!file) throw new Error('the invoice to send no longer exists');
  const pdf = { filename: document.fileName, contentType: 'application/pdf', content: file.pdf };
  return {
    id: invoice.id,
    documentSha256: document.sha256,
    files: [pdf, ...(await listXmlFiles(deps, accountId, invoice))],
  };
}

/** Records that the invoice was sent with an email that the mail server accepted, inside a transaction. */
export async function recordInvoiceSent(
  tx: Sql,
  accountId: string,
  { id, documentSha256 }: EnclosedInvoice,
  { message: { to, cc, messageId } }: Pick<QueuedMail, 'message'>,
  { isCaptured, now }: { isCaptured: boolean; now: number },
): Promise<void> {
  const stored = await loadCurrentInvoice(tx, accountId, id, now);
  if (!stored) return;
  const { invoice } = stored;
  const sent = { ...invoice, sentAt: new Date(now).toISOString(), updatedAt: computeUpdatedAt(invoice, now) };
  const data = {
    to: to[0]?.address,
    cc: cc.map(({ address }) => address),
    outcome: 'taken',
    captured: isCaptured,
    messageId,
    documentSha256,
  };
  const actor = { type: 'system' } as const;
  await storeInvoice(tx, { accountId, actor }, stored, sent, {
    events: [{ type: 'sent', actor, data }],
    now,
  });
  await markDocumentPermanent(tx, accountId, documentSha256);
}
