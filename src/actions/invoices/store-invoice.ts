import { type Invoice, isPaidInvoice } from '../../domain/invoice/invoice.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { Sql } from '../../store/database.ts';
import {
  type InvoiceState,
  replaceInvoice,
  type StoredInvoice,
} from '../../store/tables/invoice/invoices.ts';
import { pollCheckoutOfInvoice } from '../../store/tables/payment/checkouts.ts';
import { toRealTime } from '../account/account-time.ts';
import { type NewInvoiceEvent, recordInvoiceEvents } from '../events/record-invoice-event.ts';

export interface InvoiceOwner {
  accountId: string;
  actor: Actor;
}

const SYSTEM: Actor = { type: 'system' };

/**
 * Stores a changed invoice and its events. The change may also have paid it off, or may be the first after which it is
 * overdue: those events follow the others. A checkout for another amount is soon ended.
 */
export async function storeInvoice(
  tx: Sql,
  { accountId, actor }: InvoiceOwner,
  before: StoredInvoice,
  after: Invoice,
  { events, state, now }: { events: readonly NewInvoiceEvent[]; state?: Partial<InvoiceState>; now: number },
): Promise<StoredInvoice> {
  const isNewlyOverdue = after.overdue && !before.isOverdueAnnounced;
  const stored = await replaceInvoice(tx, accountId, before, after, {
    ...state,
    ...(isNewlyOverdue && { isOverdueAnnounced: true }),
  });
  if (after.amountDue !== before.invoice.amountDue) {
    await pollCheckoutOfInvoice(tx, accountId, after.id, toRealTime(tx, now));
  }
  const derived: NewInvoiceEvent[] = [];
  if (isPaidInvoice(after) && !isPaidInvoice(before.invoice)) {
    derived.push({ type: 'paid', actor, data: {} });
  }
  if (isNewlyOverdue) {
    const at = Math.max(stored.overdueAt ?? now, Date.parse(after.issuedAt ?? after.createdAt));
    derived.push({ type: 'overdue', actor: SYSTEM, data: { dueDate: after.dueDate }, at: Math.min(at, now) });
  }
  await recordInvoiceEvents(tx, accountId, after, [...events, ...derived], now);
  return stored;
}
