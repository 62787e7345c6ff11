import { endOfDay } from '../calendar.ts';
import { computeUpdatedAt } from '../clock.ts';
import { computeInvoiceStatus, type Invoice, type InvoiceEvent, isOpenInvoice } from './invoice.ts';

/** Amounts that payments and credit notes add up to. */
export type Balance = Pick<Invoice, 'amountPaid' | 'amountCredited'>;

/**
 * Returns the invoice with other sums of payments and credit notes. `overdueAt` is when the due date has passed, `null`
 * if it never does.
 */
export function changeBalance(
  invoice: Invoice,
  { amountPaid, amountCredited }: Balance,
  overdueAt: number | null,
  now: number,
): Invoice {
  const amountDue = invoice.total - amountCredited - amountPaid;
  const status = computeInvoiceStatus(invoice, findBalanceEvent(invoice.total, amountCredited, amountDue));
  const updatedAt = computeUpdatedAt(invoice, now);
  return {
    ...invoice,
    status,
    amountPaid,
    amountCredited,
    amountDue,
    overdue: isPastDue({ status }, overdueAt, now),
    paidAt: status === 'PAID' ? (invoice.paidAt ?? updatedAt) : status === 'CREDITED' ? invoice.paidAt : null,
    updatedAt,
  };
}

function findBalanceEvent(total: number, amountCredited: number, amountDue: number): InvoiceEvent {
  if (total > 0 && amountCredited === total) return 'creditInFull';
  return amountDue > 0 ? 'owe' : 'settle';
}

/** Returns the first instant of the day after the due date. */
export function computeOverdueAt(dueDate: string, timeZone: string): number {
  return endOfDay(dueDate, timeZone) + 1;
}

/** Whether something is due and the due date has passed. */
export function isPastDue(invoice: Pick<Invoice, 'status'>, overdueAt: number | null, now: number): boolean {
  return isOpenInvoice(invoice) && overdueAt !== null && overdueAt <= now;
}

/** Marks an invoice whose due date has passed. The time of the change is the end of that day. */
export function markOverdue(invoice: Invoice, overdueAt: number): Invoice {
  const at = Math.max(overdueAt, Date.parse(invoice.updatedAt));
  return { ...invoice, overdue: true, updatedAt: new Date(at).toISOString() };
}
