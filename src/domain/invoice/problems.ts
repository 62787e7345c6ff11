import type { BookPeriod } from '../books/datev.ts';
import { type FieldError, Problem } from '../errors.ts';
import { formatMoney } from '../money/currency.ts';
import { INVOICE_TRANSITIONS, type Invoice, isCreditNote, isDraftInvoice } from './invoice.ts';
import { isRecordedByHand, type Payment } from './payment.ts';

export function invoiceNotFound(): Problem {
  return new Problem('not_found', 'There is no invoice with this id.');
}

export function paymentNotFound(): Problem {
  return new Problem('not_found', 'The invoice has no payment with this id.');
}

/** Throws for what a payment provider reported: the money is there or it is not. */
export function assertRemovable(payment: Pick<Payment, 'provider'>): void {
  if (isRecordedByHand(payment)) return;
  throw new Problem(
    'payment_of_provider',
    'A payment provider reported this payment, so it cannot be removed. To give the money back, refund it: POST /api/v1/invoices/{id}/payments/{paymentId}/refund.',
  );
}

/** Throws unless the invoice is a draft. */
export function assertEditable(invoice: Pick<Invoice, 'status' | 'kind'>): void {
  if (INVOICE_TRANSITIONS[invoice.status].edit !== 'refused') return;
  throw new Problem(
    'invoice_issued',
    isCreditNote(invoice)
      ? 'A credit note is final. Only its metadata can change.'
      : 'The invoice has been issued, so only its metadata can change. To correct it, credit it: POST /api/v1/invoices/{id}/credit.',
  );
}

/** Throws for a draft and for a credit note, which are neither paid nor credited. */
export function assertPayable(invoice: Pick<Invoice, 'status' | 'kind'>): void {
  if (isCreditNote(invoice)) {
    throw new Problem('is_credit_note', 'A credit note is neither paid nor reminded nor credited itself.');
  }
  if (isDraftInvoice(invoice)) throw invoiceNotIssued();
}

export function invoiceNotIssued(): Problem {
  return new Problem(
    'invoice_not_issued',
    'The invoice is a draft. Issue it first: POST /api/v1/invoices/{id}/issue.',
  );
}

/** Throws if the invoice lacks data that it cannot be issued without. */
export function assertComplete(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  throw new Problem(
    'invoice_incomplete',
    `The invoice cannot be issued yet because of ${errors.map(({ path }) => path).join(', ')}; see "errors".`,
    { errors: errors.map((error) => ({ ...error, in: 'data' })) },
  );
}

/** The books of the business may have the period without an invoice that is dated back to it. */
export function periodExported(day: string, { kind, from, to }: BookPeriod & { kind: string }): Problem {
  return new Problem(
    'period_exported',
    `${day} lies in ${from} to ${to}, which was exported (${kind}). Send "confirm": true to issue the invoice nevertheless, and export that period again.`,
    { errors: [{ path: '/issueDate', message: `is in a period that was exported: ${from} to ${to}` }] },
  );
}

/** Throws unless the invoice is overdue. */
export function assertOverdue(invoice: Pick<Invoice, 'status' | 'kind' | 'overdue'>): void {
  assertPayable(invoice);
  if (invoice.overdue) return;
  throw new Problem(
    'invoice_not_overdue',
    'The invoice is not overdue. Only overdue invoices are reminded of.',
  );
}

export function invoiceNotSent(): Problem {
  return new Problem(
    'invoice_not_sent',
    'The customer has no link to the invoice: it was never sent, or its links were revoked. Send it: POST /api/v1/invoices/{id}/send.',
  );
}

export function moreThanDue({ amountDue, currency }: Pick<Invoice, 'amountDue' | 'currency'>): Problem {
  return new Problem(
    'more_than_due',
    amountDue <= 0
      ? 'Nothing is due on this invoice.'
      : `Only ${formatMoney(amountDue, currency)} is due on this invoice.`,
    { extra: { amountDue, currency } },
  );
}

export function moreThanInvoiced(left: number, currency: string): Problem {
  return new Problem(
    'more_than_invoiced',
    left === 0
      ? 'The invoice has already been credited in full.'
      : `Only ${formatMoney(left, currency)} of this invoice is not credited yet.`,
    { extra: { amountLeft: left, currency } },
  );
}
