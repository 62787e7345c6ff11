import type { Deps } from '../../../app/deps.ts';
import type { MailMessage } from '../../../domain/mail/mail.ts';
import { upgradeWithin } from '../../../domain/stored-shape.ts';
import { readDocument } from '../../../store/tables/documents.ts';
import {
  ensureDocument,
  ensureShownDocument,
  type HostedDocument,
  renderDocument,
} from '../documents/ensure-document.ts';
import { getInvoiceDocument } from '../documents/find-document.ts';
import { type EnclosedInvoice, readEnclosedInvoice } from './enclosed-invoice.ts';
import type { QueuedMail } from './queue-mail.ts';

/** A queued email with its files. */
export interface CompleteMail {
  queued: QueuedMail;
  message: MailMessage;
  enclosed: EnclosedInvoice | undefined;
  document: HostedDocument | undefined;
}

/** Adds the files, of which the PDF is rendered now if it is not stored. */
export async function completeMail(deps: Deps, accountId: string, queued: QueuedMail): Promise<CompleteMail> {
  const document = await ensureAttachedDocument(deps, accountId, queued);
  const attachments: MailMessage['attachments'] = queued.message.attachments.map((part) => ({
    ...part,
    content: Buffer.from(part.content, 'base64'),
  }));
  if (document) {
    const content = await readAttachedDocument(deps, accountId, queued, document);
    attachments.push({ filename: document.fileName, contentType: 'application/pdf', content });
  }
  const enclosed = await readEnclosedInvoice(deps, accountId, queued);
  attachments.push(...(enclosed?.files ?? []));
  return { queued, message: { ...queued.message, attachments }, enclosed, document };
}

/** Returns the PDF that the email carries, if any. */
async function ensureAttachedDocument(
  deps: Deps,
  accountId: string,
  { document, documentId, record, hasInvoice }: QueuedMail,
): Promise<HostedDocument | undefined> {
  if (hasInvoice) return getInvoiceDocument(deps, accountId, documentId);
  if (!document) return undefined;
  const source = upgradeWithin(document);
  return record
    ? ensureShownDocument(deps, accountId, record, source)
    : ensureDocument(deps, accountId, source);
}

async function readAttachedDocument(
  deps: Deps,
  accountId: string,
  { document }: QueuedMail,
  { sourceSha256 }: HostedDocument,
): Promise<Uint8Array> {
  const stored = await readDocument(deps.db.read, accountId, sourceSha256);
  if (stored) return stored.pdf;
  // No document is stored of a quote that was deleted since, but the email about it still has one.
  if (document) return (await renderDocument(deps, accountId, upgradeWithin(document))).pdf;
  throw new Error('the document to send no longer exists');
}
