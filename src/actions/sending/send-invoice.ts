import { createHash } from 'node:crypto';
import { renderInvoiceEmail } from '../../adapters/mail/letters/invoice.ts';
import type { Deps } from '../../app/deps.ts';
import { computeUpdatedAt } from '../../domain/clock.ts';
import { Problem } from '../../domain/errors.ts';
import { type Invoice, isCreditNote, isDraftInvoice } from '../../domain/invoice/invoice.ts';
import { toPrintedInvoice } from '../../domain/invoice/printed-invoice.ts';
import { invoiceNotFound } from '../../domain/invoice/problems.ts';
import { SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import type { SendOptions } from '../../domain/quote/sent-quote.ts';
import type { Sql } from '../../store/database.ts';
import type { StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import { requireAccount } from '../account/require-account.ts';
import { recordInvoiceEvents } from '../events/record-invoice-event.ts';
import type { ChangeableInvoice } from '../invoices/change-invoice.ts';
import { listXmlFiles } from '../invoices/einvoice/invoice-xml.ts';
import { type Issued, issueStored } from '../invoices/issue-invoice.ts';
import { loadCurrentInvoice } from '../invoices/mark-overdue.ts';
import { findMissingInIssued } from '../invoices/missing-particulars.ts';
import { type InvoiceOwner, storeInvoice } from '../invoices/store-invoice.ts';
import { NOT_REPEATED, type Repeat } from '../repeat.ts';
import { getInvoiceDocument, readInvoiceSource } from './documents/find-document.ts';
import type { PreparedSend } from './prepared-send.ts';
import { addressSend, sendDocument } from './send-document.ts';
import type { FoundDocument, SendKind } from './send-kind.ts';
import { checkSendLimits } from './send-limits.ts';

/**
 * Emails an invoice or a credit note as a PDF. A draft is issued first, in a transaction of its own: if the email fails,
 * it stays issued. Nothing is issued for a request that cannot be sent.
 */
export async function sendInvoice(
  deps: Deps,
  owner: InvoiceOwner,
  options: SendOptions,
  found: ChangeableInvoice,
  now: number,
  repeat: Repeat<Issued> = NOT_REPEATED,
): Promise<Issued> {
  const { accountId } = owner;
  const request = await addressSend(deps, owner, options, found.invoice, repeat.request?.key ?? null);
  let sendable = found;
  let heldUntil: number | undefined;
  if (isDraftInvoice(found.invoice)) {
    await checkSendLimits(deps.db.read, deps, request, found.invoice.id, deps.clock());
    const until = deps.clock() + SEND_LEASE_MS;
    await deps.db.write(
      async (tx) => {
        // The key is claimed before the version changes: a repeat must not be rejected for what the first request did.
        await repeat.claim(tx, until);
        await issueStored(tx, owner, await found.lock(tx), {}, now);
      },
      { account: accountId },
    );
    heldUntil = until;
    // The version that the caller named was that of the draft.
    sendable = await found.again(() => {});
  }
  const missing = await findMissingInIssued(deps, accountId, sendable.invoice.id);
  const sent = await sendDocument(deps, INVOICE_SEND, request, toFoundDocument(sendable), {
    ...repeat,
    heldUntil,
    async complete(tx, stored) {
      await repeat.complete(tx, { stored, missing });
      return stored;
    },
  });
  return { stored: sent, missing };
}

function toFoundDocument(found: ChangeableInvoice): FoundDocument<Invoice, StoredInvoice> {
  const { invoice, version, lock, again } = found;
  return { doc: invoice, version, lock, again: async () => toFoundDocument(await again()) };
}

/** Sends an issued invoice or a credit note. Its PDF is the same for every recipient. */
export const INVOICE_SEND: SendKind<Invoice, StoredInvoice> = {
  kind: 'invoice',
  describeNotSent: (invoice) =>
    isCreditNote(invoice) ? 'The credit note was not sent.' : 'The invoice is issued, but was not sent.',
  createNotFound: invoiceNotFound,
  createChanged: () =>
    new Problem(
      'invoice_changed',
      'The invoice kept changing while it was being prepared. Nothing was sent. Try again.',
    ),
  hashContent: (invoice) =>
    createHash('sha256')
      .update(JSON.stringify(toPrintedInvoice(invoice)))
      .digest('hex'),
  async compose({ db }, accountId, invoice) {
    const [source, sender] = await Promise.all([
      readInvoiceSource(db.read, accountId, invoice.id),
      requireAccount(db.read, accountId),
    ]);
    const { account, customer } = source;
    return { doc: invoice, parties: { account, customer }, sender };
  },
  render: (deps, accountId, { doc: invoice }) => getInvoiceDocument(deps, accountId, invoice.id),
  async renderEmail(deps, { doc: invoice, parties, publicUrl, request }) {
    const { accountId } = request;
    const source = { ...(await readInvoiceSource(deps.db.read, accountId, invoice.id)), ...parties };
    const { subject, message } = request;
    const content = renderInvoiceEmail({ source, invoice, publicUrl, subject, message });
    return { content, files: await listXmlFiles(deps, accountId, invoice) };
  },
  load: loadCurrentInvoice,
  storeSent,
  describeSent: () => ({}),
  recordEvent: (tx, accountId, { invoice }, event, now) =>
    recordInvoiceEvents(tx, accountId, invoice, [event], now),
};

function storeSent(
  tx: Sql,
  _deps: Deps,
  { request: { accountId, actor } }: PreparedSend<Invoice>,
  stored: StoredInvoice,
  now: number,
): Promise<StoredInvoice> {
  const { invoice } = stored;
  const sent = { ...invoice, sentAt: new Date(now).toISOString(), updatedAt: computeUpdatedAt(invoice, now) };
  return storeInvoice(tx, { accountId, actor }, stored, sent, { events: [], now });
}
