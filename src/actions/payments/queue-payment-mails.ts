import { renderPaymentNoticeEmail, renderPaymentReceivedEmail } from '../../adapters/mail/letters/payment.ts';
import type { Deps } from '../../app/deps.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Payment } from '../../domain/invoice/payment.ts';
import type { Sql } from '../../store/database.ts';
import type { StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import { findLinkRecipient } from '../../store/tables/links.ts';
import { withMailLogo } from '../account/mail-logo.ts';
import { requireAccount } from '../account/require-account.ts';
import { readInvoiceSource } from '../sending/documents/find-document.ts';
import { buildConsoleUrl, buildLinkUrl } from '../sending/links/links.ts';
import { mailOwner } from '../sending/outbox/mail-owner.ts';
import { ownerAddress, queueMail } from '../sending/outbox/queue-mail.ts';

/** Money that was booked at once, and the invoice after it. */
interface Booked {
  accountId: string;
  stored: StoredInvoice;
  after: Invoice;
  payments: readonly Payment[];
  now: number;
}

type MailDeps = Pick<Deps, 'config' | 'mailer' | 'publicUrl' | 'secret'>;

/** Queues a confirmation for the customer and notices for the business, in the transaction of the booking. */
export async function queuePaymentMails(tx: Sql, deps: MailDeps, booked: Booked): Promise<void> {
  const { accountId, stored, after, payments, now } = booked;
  const reported = payments.filter(({ kind }) => kind === 'payment' || kind === 'dispute');
  if (reported.length === 0) return;
  const sender = await requireAccount(tx, accountId);
  const printed = await readInvoiceSource(tx, accountId, after.id);
  const source = { ...printed, account: await withMailLogo(tx, printed.account) };
  const owner = ownerAddress(sender);
  const recipient = stored.linkId && (await findLinkRecipient(tx, accountId, after.id, stored.linkId));
  for (const { kind, amount } of reported) {
    if (kind === 'payment' && stored.linkId && recipient) {
      const publicUrl = buildLinkUrl(deps, stored.linkId, 'invoice');
      const to = { name: source.customer.name, address: recipient };
      const content = renderPaymentReceivedEmail({ source, invoice: after, amount, publicUrl });
      const receipt = {
        kind: 'payment_received',
        documentId: after.id,
        to,
        replyTo: owner,
        content,
      } as const;
      await queueMail(tx, deps, sender, receipt, now);
    }
    const consoleUrl = buildConsoleUrl(deps, accountId, after.id);
    const { replyTo, ...content } = renderPaymentNoticeEmail({ source, invoice: after, amount, consoleUrl });
    const notice = { kind: 'payment_notice', documentId: after.id, replyTo, content } as const;
    await mailOwner(tx, deps, sender, notice, now);
  }
}
