import type Stripe from 'stripe';
import {
  type Movement,
  type Notification,
  ProviderError,
  type ProviderKeys,
  type RawNotification,
} from '../../domain/invoice/payment/provider.ts';
import {
  describeDispute,
  describeIntent,
  describePaidSession,
  describeRefund,
  findCheckoutId,
  getObjectId,
  getSessionPaymentId,
} from './stripe-checkout.ts';
import { isLiveStripeKey, orMissing } from './stripe-client.ts';

const TOLERANCE_SECONDS = 5 * 60;

export async function readStripeNotification(
  stripe: Stripe,
  keys: ProviderKeys,
  notification: RawNotification,
): Promise<Notification | undefined> {
  const event = await verifyEvent(stripe, keys, notification);
  if ((event.livemode ?? isLiveStripeKey(keys)) !== isLiveStripeKey(keys)) return undefined;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = event.data.object;
      const checkoutId = findCheckoutId(session);
      if (checkoutId === null) return undefined;
      const movements = present(describePaidSession(session));
      return { providerId: session.id, checkoutId, paymentId: getSessionPaymentId(session), movements };
    }
    case 'payment_intent.succeeded': {
      const intent = event.data.object;
      return describeOurs(findCheckoutId(intent), intent.id, present(describeIntent(intent)));
    }
    case 'charge.refunded': {
      const charge = event.data.object;
      const movements = charge.refunds?.data.flatMap(describeRefund) ?? [];
      return findByPayment(stripe, charge.payment_intent, movements);
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return findByPayment(stripe, event.data.object.payment_intent, describeRefund(event.data.object));
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const dispute = event.data.object;
      const isReinstated = event.type === 'charge.dispute.funds_reinstated';
      const isWithdrawn = event.type === 'charge.dispute.funds_withdrawn';
      const movements = describeDispute(dispute, { isWithdrawn, isReinstated });
      return findByPayment(stripe, dispute.payment_intent, movements);
    }
    default:
      return undefined;
  }
}

async function verifyEvent(
  stripe: Stripe,
  { webhookSecret }: ProviderKeys,
  { headers, body, now }: RawNotification,
): Promise<Stripe.Event> {
  const signature = headers['stripe-signature'];
  try {
    if (webhookSecret === null || typeof signature !== 'string') throw new Error('not signed');
    return await stripe.webhooks.constructEventAsync(
      ...([body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, now] as const),
    );
  } catch {
    throw new ProviderError(
      'forged',
      'The signature of the notification is not valid, or it is older than 5 minutes.',
    );
  }
}

/**
 * Refunds and disputes name the payment only, and the payment names our checkout. A payment that does not was made by
 * another shop of the same account.
 */
async function findByPayment(
  stripe: Stripe,
  payment: string | { id: string } | null | undefined,
  movements: Movement[],
): Promise<Notification | undefined> {
  const id = getObjectId(payment);
  if (id === null) return undefined;
  const intent = await orMissing(stripe.paymentIntents.retrieve(id));
  if (intent) return describeOurs(findCheckoutId(intent), id, movements);
  const sessions = await orMissing(stripe.checkout.sessions.list({ payment_intent: id, limit: 1 }));
  const session = sessions?.data[0];
  const checkoutId = session ? findCheckoutId(session) : null;
  if (!session || checkoutId === null) return undefined;
  return { providerId: session.id, checkoutId, paymentId: id, movements };
}

function describeOurs(
  checkoutId: string | null,
  paymentId: string,
  movements: Movement[],
): Notification | undefined {
  return checkoutId === null ? undefined : { providerId: null, checkoutId, paymentId, movements };
}

function present(movement: Movement | undefined): Movement[] {
  return movement ? [movement] : [];
}
