import type { Deps } from '../../deps.ts';
import { getAccountTime } from '../account/account-time.ts';
import { findSettledInvoiceRow } from '../invoice/settle-overdue.ts';
import type { QueuedMail } from './queue-mail.ts';

/** Whether a queued reminder still applies: the invoice is overdue, and its link is the same. */
export async function isStillOverdue(deps: Deps, accountId: string, queued: QueuedMail): Promise<boolean> {
  const now = queued.at ?? (await getAccountTime(deps.db.read, accountId));
  const row = await findSettledInvoiceRow(deps.db, accountId, queued.documentId, now);
  return row !== undefined && row.overdue === 1 && row.link_id === queued.about?.linkId;
}
