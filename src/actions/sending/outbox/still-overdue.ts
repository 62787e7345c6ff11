import type { Deps } from '../../../app/deps.ts';
import { hasMoneyLeftSince } from '../../../store/tables/invoice/payments.ts';
import type { OutboxRow } from '../../../store/tables/mail/outbox.ts';
import { getAccountTime } from '../../account/account-time.ts';
import { findCurrentInvoiceRow } from '../../invoices/mark-overdue.ts';
import type { QueuedMail } from './queue-mail.ts';

/**
 * Whether a queued reminder still applies: the invoice is overdue, its link is the same, and no money went back since a
 * person asked for the reminder. After a refund or a dispute, a person decides again.
 */
export async function isStillOverdue(
  deps: Deps,
  { account_id: accountId, created_at: queuedAt }: Pick<OutboxRow, 'account_id' | 'created_at'>,
  queued: QueuedMail,
): Promise<boolean> {
  if (await hasMoneyLeftSince(deps.db.read, accountId, queued.documentId, queuedAt)) return false;
  const now = queued.at ?? (await getAccountTime(deps.db.read, accountId));
  const row = await findCurrentInvoiceRow(deps.db, accountId, queued.documentId, now);
  return row !== undefined && row.overdue === 1 && row.link_id === queued.about?.linkId;
}
