import { Problem } from '../../errors.ts';
import { formatMoney } from '../../money/currency.ts';
import { isRecordedByHand, type Payment } from '../payment.ts';

/** Whether a provider has received the money. */
export function isRefundable(payment: Pick<Payment, 'provider' | 'kind'>): boolean {
  return !isRecordedByHand(payment) && payment.kind === 'payment';
}

/** Throws for a payment that no provider holds. */
export function assertRefundable(payment: Pick<Payment, 'provider' | 'kind'>): void {
  if (isRefundable(payment)) return;
  throw new Problem(
    'payment_not_refundable',
    'Only a payment that a payment provider received can be refunded through it. Give back other money yourself, and remove the payment here, or credit the invoice.',
  );
}

/** Returns what is left of a payment after its refunds and disputes. */
export function computeRefundable(payment: Payment, rows: readonly Payment[]): number {
  const later = rows.filter(({ originalPaymentId }) => originalPaymentId === payment.id);
  return later.reduce((sum, { amount }) => sum + amount, payment.amount);
}

export function moreThanPaid(left: number, currency: string): Problem {
  return new Problem(
    'more_than_paid',
    left > 0
      ? `Only ${formatMoney(left, currency)} of this payment is left to be refunded.`
      : 'This payment has been refunded in full, or is disputed.',
    { extra: { refundable: Math.max(0, left), currency } },
  );
}
