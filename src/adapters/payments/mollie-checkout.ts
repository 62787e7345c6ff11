import type { Chargeback, MollieClient, Payment, Refund } from '@mollie/api-client';
import type { Movement, ProviderCheckout } from '../../domain/invoice/payment/provider.ts';
import { currencyDecimals } from '../../domain/money/currency.ts';
import { orMissing } from './mollie-client.ts';

/** Key of our checkout's identifier in the metadata of a payment. */
export const METADATA_KEY = 'proffer_checkout';

const STATES: Readonly<Record<string, ProviderCheckout['state']>> = {
  open: 'open',
  pending: 'processing',
  authorized: 'processing',
  paid: 'paid',
  canceled: 'ended',
  expired: 'ended',
  failed: 'ended',
};

/** Refunds in these states never reach the customer. */
const REVERSED_REFUNDS: readonly string[] = ['failed', 'canceled'];

/** Reads everything that happened to the money of a payment. */
export async function readPayment(mollie: MollieClient, payment: Payment): Promise<ProviderCheckout> {
  const state = STATES[payment.status] ?? 'processing';
  const movements = state === 'paid' ? await readMovements(mollie, payment) : [];
  return {
    providerId: payment.id,
    id: findCheckoutId(payment.metadata),
    url: state === 'open' ? (payment._links.checkout?.href ?? null) : null,
    state,
    isLive: (payment.mode as string) === 'live',
    movements: movements.sort((a, b) => a.at - b.at),
  };
}

export function describeRefund({ id, amount, createdAt }: Refund): Movement {
  return describe('refund', id, amount, createdAt, -1);
}

async function readMovements(mollie: MollieClient, payment: Payment): Promise<Movement[]> {
  const { id: paymentId, amount, paidAt, createdAt, _embedded: embedded } = payment;
  const [refunds = [], chargebacks = []] = await Promise.all([
    embedded?.refunds ?? orMissing(Array.fromAsync(mollie.paymentRefunds.iterate({ paymentId }))),
    embedded?.chargebacks ?? orMissing(Array.fromAsync(mollie.paymentChargebacks.iterate({ paymentId }))),
  ]);
  return [
    describe('payment', paymentId, amount, paidAt ?? createdAt, 1),
    ...refunds.flatMap(describeRefunds),
    ...chargebacks.flatMap(describeChargebacks),
  ];
}

function describeRefunds(refund: Refund): Movement[] {
  const { id, amount, createdAt, status } = refund;
  if (!REVERSED_REFUNDS.includes(status)) return [describeRefund(refund)];
  return [describeRefund(refund), describe('refund_failed', `${id}:failed`, amount, createdAt, 1)];
}

function describeChargebacks({ id, amount, createdAt, reversedAt }: Chargeback): Movement[] {
  const chargeback = describe('dispute', id, amount, createdAt, -1);
  if (!reversedAt) return [chargeback];
  return [chargeback, describe('dispute_won', `${id}:won`, amount, reversedAt, 1)];
}

function describe(
  kind: Movement['kind'],
  id: string,
  { value, currency }: { value: string; currency: string },
  at: string,
  sign: 1 | -1,
): Movement {
  return { id, kind, amount: sign * parseAmount(value, currency), currency, at: Date.parse(at) };
}

/** Reads `10.00` as 1000. Chargebacks may be written as negative amounts. */
function parseAmount(value: string, currency: string): number {
  const [, whole = '', decimals = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  const amount = Number(whole + decimals);
  if (whole === '' || decimals.length !== currencyDecimals(currency) || !Number.isSafeInteger(amount)) {
    throw new Error(`an amount in ${currency} is not written as expected`);
  }
  return amount;
}

function findCheckoutId(metadata: unknown): string | null {
  const id = (metadata as Record<string, unknown> | null)?.[METADATA_KEY];
  return typeof id === 'string' ? id : null;
}
