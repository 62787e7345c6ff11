import { renderInvoiceEmail } from '../../../adapters/mail/letters/invoice.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Sql } from '../../../store/database.ts';
import { withMailLogo } from '../../account/mail-logo.ts';
import { readInvoiceSource } from '../../sending/documents/find-document.ts';
import { buildLinkUrl } from '../../sending/links/links.ts';
import { ownerAddress, queueMail } from '../../sending/outbox/queue-mail.ts';
import { linkInvoice } from '../issue-automatically.ts';

export type PeriodDeps = Pick<Deps, 'config' | 'mailer' | 'publicUrl' | 'secret'>;

/** Queues the email with an issued invoice. Returns its id; `null` if the customer has no address. */
export async function queuePeriodInvoice(
  tx: Sql,
  deps: PeriodDeps,
  sender: Account,
  invoice: Invoice,
  { now, mailedAt }: { now: number; mailedAt: number | undefined },
): Promise<string | null> {
  const { id, customer } = invoice;
  if (customer.email === null) return null;
  const linkId = await linkInvoice(tx, deps, sender.id, id, customer.email, now);
  const source = await readInvoiceSource(tx, sender.id, id);
  const account = await withMailLogo(tx, source.account);
  const content = renderInvoiceEmail({
    ...{ source: { ...source, account }, invoice },
    publicUrl: buildLinkUrl(deps, linkId, 'invoice'),
  });
  const mail = {
    kind: 'recurring_invoice',
    ...{ documentId: id, invoiceId: id, linkId, content },
    to: { name: customer.name, address: customer.email },
    replyTo: ownerAddress(sender),
    ...(mailedAt !== undefined && { at: mailedAt }),
  } as const;
  return queueMail(tx, deps, sender, mail, now);
}
