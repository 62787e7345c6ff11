import { renderOverdueEmail } from '../../../adapters/mail/letters/overdue.ts';
import type { Deps } from '../../../app/deps.ts';
import { invoiceNotSent } from '../../../domain/invoice/problems.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Sql } from '../../../store/database.ts';
import type { LogoBitmap } from '../../../store/tables/account/logo-bitmaps.ts';
import type { StoredInvoice } from '../../../store/tables/invoice/invoices.ts';
import { ensureMailLogo, withMailLogo } from '../../account/mail-logo.ts';
import { requireAccount } from '../../account/require-account.ts';
import type { ChangeableInvoice } from '../../invoices/change-invoice.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { readInvoiceSource } from '../documents/find-document.ts';
import { buildLinkUrl } from '../links/links.ts';
import { ownerAddress, queueMail } from './queue-mail.ts';
import { type ReminderTarget, remindNow } from './remind-now.ts';

/** Sends the reminder of an overdue invoice immediately. */
export async function remindOfInvoice(
  deps: Deps,
  owner: { accountId: string; actor: Actor },
  { invoice, lock }: ChangeableInvoice,
  now: number,
  keep: Keep<StoredInvoice> = keepNothing,
): Promise<StoredInvoice> {
  const { accountId } = owner;
  const source = await readInvoiceSource(deps.db.read, accountId, invoice.id);
  const logo = await ensureMailLogo(deps, source.account);
  const reminder = {
    documentId: invoice.id,
    lock,
    createNoLink: invoiceNotSent,
    queue: (tx: Sql, stored: StoredInvoice, target: ReminderTarget) =>
      queueOverdue(tx, deps, { ...owner, logo }, stored, target, now),
  };
  return remindNow(deps, accountId, reminder, now, keep);
}

async function queueOverdue(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'mailer' | 'publicUrl' | 'secret'>,
  { accountId, actor, logo }: { accountId: string; actor: Actor; logo: LogoBitmap | undefined },
  { invoice }: StoredInvoice,
  { recipient, linkId, dedupe }: ReminderTarget,
  now: number,
): Promise<string> {
  const printed = await readInvoiceSource(tx, accountId, invoice.id);
  const sender = await requireAccount(tx, accountId);
  const source = { ...printed, account: await withMailLogo(tx, printed.account, logo) };
  const publicUrl = buildLinkUrl(deps, linkId, 'invoice');
  const mail = {
    kind: 'overdue',
    documentId: invoice.id,
    to: { name: source.customer.name, address: recipient },
    replyTo: ownerAddress(sender),
    content: renderOverdueEmail({ source, invoice, publicUrl }),
    hasInvoice: true,
    dedupe,
    about: { linkId },
    actor,
  } as const;
  return queueMail(tx, deps, sender, mail, now);
}
