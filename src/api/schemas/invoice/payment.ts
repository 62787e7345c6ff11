import type { Static } from 'typebox';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { PROVIDER_KINDS } from '../../../domain/invoice/payment/provider-kind.ts';
import {
  type ListedPayment,
  PAYMENT_KINDS,
  type Payment,
  type PaymentInput,
} from '../../../domain/invoice/payment.ts';
import { nullable, nullableText, oneOf, timestamp } from '../fields.ts';
import { paymentMethod } from '../invoice.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { INVOICE_EXAMPLE } from './invoice-example.ts';

const reference = nullableText(MAX_LENGTH.reference, 'Of the payment, such as the text of a bank transfer');

export const RecordPayment = Type.Object(
  {
    amount: Type.Integer({
      format: 'int64',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'In the smallest currency unit of the invoice; at most what is due',
    }),
    date: Type.Optional(
      nullable(
        Type.String({
          format: 'date',
          description: "Day of receipt. Default: today in the account's time zone",
        }),
      ),
    ),
    method: Type.Optional(
      nullable({
        ...paymentMethod,
        description:
          "How it was paid. Default: the invoice's `paymentMethod`, but `BANK_TRANSFER` if that is ONLINE_PAYMENT and the account has a `bank` or no payment provider: a provider reports its payments itself",
      }),
    ),
    reference: Type.Optional(reference),
  },
  { title: 'NewPayment', additionalProperties: false },
);
export type RecordPayment = Static<typeof RecordPayment>;
true satisfies Same<RecordPayment, PaymentInput>;

export const RefundPayment = Type.Object(
  {
    amount: Type.Optional(
      nullable(
        Type.Integer({
          format: 'int64',
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description:
            'In the smallest currency unit of the invoice. Default: all that is left of the payment',
        }),
      ),
    ),
  },
  { title: 'NewRefund', additionalProperties: false },
);
export type RefundPayment = Static<typeof RefundPayment>;

export const PaymentSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `pay_`' }),
    invoiceId: Type.String({ description: 'The invoice that was paid' }),
    amount: Type.Integer({
      format: 'int64',
      description:
        'In the smallest currency unit of the invoice. Negative for money that left: a refund or a dispute',
    }),
    date: Type.String({ format: 'date', description: 'Day of receipt' }),
    method: Type.String({ description: 'How it was paid' }),
    reference,
    createdAt: timestamp,
    kind: oneOf(PAYMENT_KINDS, {
      description: '`refund` and `dispute` took money back; `refund_failed` and `dispute_won` returned it',
    }),
    provider: nullable(
      oneOf(PROVIDER_KINDS, {
        description: 'The payment provider that reported it; `null` for a payment that you recorded',
      }),
    ),
    providerId: nullable(Type.String({ description: "The provider's identifier, such as `pi_…` or `tr_…`" })),
    originalPaymentId: nullable(
      Type.String({ description: 'The payment that a refund or dispute is about' }),
    ),
  },
  { title: 'Payment', additionalProperties: false },
);
true satisfies Same<Static<typeof PaymentSchema>, Payment>;

export const ListedPaymentSchema = Type.Object(
  {
    ...PaymentSchema.properties,
    invoiceNumber: Type.String({ description: 'Number of that invoice' }),
    customerId: Type.String({ description: 'The customer of that invoice' }),
    currency: Type.String({ description: 'ISO 4217; the currency of that invoice' }),
  },
  { title: 'ListedPayment', additionalProperties: false },
);
true satisfies Same<Static<typeof ListedPaymentSchema>, ListedPayment>;

export const PAYMENT_EXAMPLE: Payment = {
  id: 'pay_01k0c5d6e7f8g9h0j1k2m3n4pq',
  invoiceId: INVOICE_EXAMPLE.id,
  amount: INVOICE_EXAMPLE.total,
  date: '2026-11-20',
  method: 'BANK_TRANSFER',
  reference: INVOICE_EXAMPLE.number,
  createdAt: '2026-11-20T08:00:00.000Z',
  kind: 'payment',
  provider: null,
  providerId: null,
  originalPaymentId: null,
};

export const LISTED_PAYMENT_EXAMPLE: ListedPayment = {
  ...PAYMENT_EXAMPLE,
  invoiceNumber: INVOICE_EXAMPLE.number,
  customerId: INVOICE_EXAMPLE.customerId,
  currency: INVOICE_EXAMPLE.currency,
};

export const REFUND_EXAMPLE: Payment = {
  ...PAYMENT_EXAMPLE,
  id: 'pay_01k0c5d6e7f8g9h0j1k2m3n4pr',
  amount: -PAYMENT_EXAMPLE.amount,
  method: 'ONLINE_PAYMENT',
  reference: null,
  kind: 'refund',
  provider: 'stripe',
  providerId: 're_3PqLkA2eZvKYlo2C1nQWERTY',
  originalPaymentId: 'pay_01k0c5d6e7f8g9h0j1k2m3n4pq',
};
