import type Stripe from 'stripe';
import type { Movement, ProviderCheckout } from '../../domain/invoice/payment/provider.ts';
import { fromStripeAmount } from './stripe-amounts.ts';
import { orMissing } from './stripe-client.ts';

/** Key of our checkout's identifier in the metadata of sessions and payments. */
export const METADATA_KEY = 'proffer_checkout';

/** Most refunds or disputes of one payment that are read. */
const MAX_LISTED = 1000;

/** Reads everything that happened to the money of a session. */
export async function readSession(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  isLiveKey: boolean,
): Promise<ProviderCheckout> {
  const intent = await readIntent(stripe, session.payment_intent);
  const payment = intent ? describeIntent(intent) : describePaidSession(session);
  const later = payment ? await readLaterMovements(stripe, payment.id) : [];
  const state = payment ? 'paid' : describeState(session, intent?.status);
  return {
    providerId: session.id,
    id: findCheckoutId(session),
    url: state === 'open' ? (session.url ?? null) : null,
    state,
    isLive: session.livemode ?? isLiveKey,
    movements: [...(payment ? [payment] : []), ...later].sort((a, b) => a.at - b.at),
  };
}

/**
 * Returns our identifier; `null` if the session was not made by us. Only metadata counts: anybody who opens a payment
 * link of the same Stripe account can set its `client_reference_id`.
 */
export function findCheckoutId({ metadata }: { metadata?: Stripe.Metadata | null }): string | null {
  return metadata?.[METADATA_KEY] ?? null;
}

export function getObjectId(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null);
}

export function describeIntent(intent: Stripe.PaymentIntent): Movement | undefined {
  const received = intent.amount_received ?? (intent.status === 'succeeded' ? intent.amount : 0);
  if (received <= 0) return undefined;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return describe('payment', intent.id, received, intent.currency, charge?.created ?? intent.created);
}

/** A session that is paid, in the words of the session alone. */
export function describePaidSession(session: Stripe.Checkout.Session): Movement | undefined {
  const { payment_status, amount_total, currency, created } = session;
  if (payment_status !== 'paid' || !amount_total || !currency) return undefined;
  return describe('payment', getSessionPaymentId(session), amount_total, currency, created);
}

/** Identifier of the payment of a session; that of the session if it has no payment of its own. */
export function getSessionPaymentId({ id, payment_intent }: Stripe.Checkout.Session): string {
  return getObjectId(payment_intent) ?? id;
}

/** A refund that fails or is canceled comes back; until then its money has left. */
export function describeRefund({ id, amount, currency, created, status }: Stripe.Refund): Movement[] {
  const refund = describe('refund', id, -amount, currency, created);
  if (status !== 'failed' && status !== 'canceled') return [refund];
  return [refund, describe('refund_failed', `${id}:failed`, amount, currency, created)];
}

/**
 * An inquiry (`warning_…`) or a prevented dispute withdraws nothing. Balance transactions say exactly what happened; an
 * event may say it too, by its type.
 */
export function describeDispute(
  dispute: Stripe.Dispute,
  reported: { isWithdrawn?: boolean; isReinstated?: boolean } = {},
): Movement[] {
  const { id, amount, currency, created, status, balance_transactions: entries } = dispute;
  const isReinstated =
    reported.isReinstated || status === 'won' || entries?.some((entry) => entry.amount > 0) === true;
  const isFormal = !status.startsWith('warning_') && status !== 'prevented';
  const isWithdrawn =
    isReinstated ||
    reported.isWithdrawn ||
    status === 'lost' ||
    (entries ? entries.some((entry) => entry.amount < 0) : isFormal);
  if (!isWithdrawn) return [];
  const withdrawn = describe('dispute', id, -amount, currency, created);
  if (!isReinstated) return [withdrawn];
  return [withdrawn, describe('dispute_won', `${id}:won`, amount, currency, created)];
}

async function readIntent(
  stripe: Stripe,
  intent: string | Stripe.PaymentIntent | null,
): Promise<Stripe.PaymentIntent | undefined> {
  if (typeof intent !== 'string') return intent ?? undefined;
  return orMissing(stripe.paymentIntents.retrieve(intent));
}

async function readLaterMovements(stripe: Stripe, paymentId: string): Promise<Movement[]> {
  const wanted = { payment_intent: paymentId, limit: 100 };
  const [refunds = [], disputes = []] = await Promise.all([
    orMissing(stripe.refunds.list(wanted).autoPagingToArray({ limit: MAX_LISTED })),
    orMissing(stripe.disputes.list(wanted).autoPagingToArray({ limit: MAX_LISTED })),
  ]);
  return [...refunds.flatMap(describeRefund), ...disputes.flatMap((dispute) => describeDispute(dispute))];
}

function describeState(
  { status, payment_status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent.Status | undefined,
): ProviderCheckout['state'] {
  if (status === 'open') return 'open';
  if (status !== 'complete') return 'ended';
  if (payment_status !== 'unpaid') return 'paid';
  // The customer has finished, and the bank has rejected the payment afterwards. The session cannot be paid again.
  return intent === 'requires_payment_method' || intent === 'canceled' ? 'ended' : 'processing';
}

function describe(
  kind: Movement['kind'],
  id: string,
  amount: number,
  currency: string,
  created: number,
): Movement {
  const code = currency.toUpperCase();
  return { id, kind, amount: fromStripeAmount(amount, code), currency: code, at: created * 1000 };
}
