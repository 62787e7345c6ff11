import type { ProviderKind } from './payment/provider-kind.ts';

/** Changes of the money that a payment provider holds. Payments that a person records are `payment`. */
export const PAYMENT_KINDS = ['payment', 'refund', 'refund_failed', 'dispute', 'dispute_won'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** A payment that was received for an invoice, or money of one that a payment provider took back. */
export interface Payment {
  id: string;
  invoiceId: string;
  /** In the smallest currency unit of the invoice. Negative: money that left, by a refund or a dispute. */
  amount: number;
  /** Day of receipt, `YYYY-MM-DD`. */
  date: string;
  method: string;
  reference: string | null;
  createdAt: string;
  kind: PaymentKind;
  /** The provider that reported it; `null` for a payment that a person recorded. */
  provider: ProviderKind | null;
  /** The provider's identifier; `null` for a payment that a person recorded. */
  providerId: string | null;
  /** The payment that a refund or a dispute is about. */
  originalPaymentId: string | null;
}

/** A payment in a list of the payments of all invoices. */
export interface ListedPayment extends Payment {
  invoiceNumber: string;
  customerId: string;
  currency: string;
}

/** The sort orders of payments. `-` means descending. */
export const PAYMENT_SORTS = ['createdAt', '-createdAt', 'date', '-date'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

export interface PaymentInput {
  amount: number;
  /** Default: today in the account's time zone. */
  date?: string | null;
  /** Default: the payment method of the invoice. */
  method?: string | null;
  reference?: string | null;
}

/** Whether a person recorded the payment, and may remove it. */
export function isRecordedByHand({ provider }: Pick<Payment, 'provider'>): boolean {
  return provider === null;
}
