import type Stripe from 'stripe';
import { isPossibleMovement } from '../../domain/invoice/payment/movements.ts';
import {
  type NewCheckout,
  type PaymentProvider,
  ProviderError,
  type ProviderKeys,
  type RefundRequest,
} from '../../domain/invoice/payment/provider.ts';
import { matchLanguage, type ProviderOptions } from './provider-call.ts';
import { acceptsStripe, toStripeAmount } from './stripe-amounts.ts';
import { describeRefund, METADATA_KEY, readSession } from './stripe-checkout.ts';
import { createStripeCall, getStatus, isLiveStripeKey, orMissing } from './stripe-client.ts';
import { readStripeNotification } from './stripe-notification.ts';

/** Stripe Checkout: the customer pays on Stripe's page, and comes back. */
export function createStripe(options: ProviderOptions): PaymentProvider {
  const call = createStripeCall(options);
  const read = (stripe: Stripe, keys: ProviderKeys, session: Stripe.Checkout.Session) => {
    if (session.livemode !== undefined && session.livemode !== isLiveStripeKey(keys)) {
      throw new ProviderError('refused', 'Stripe returned a checkout of the other mode, test or live.');
    }
    return readSession(stripe, session, isLiveStripeKey(keys));
  };
  return {
    accepts: acceptsStripe,

    checkKey: (keys) =>
      call(keys, async (stripe) => {
        const isLive = isLiveStripeKey(keys);
        const balance = await readBalance(stripe);
        if (balance && (balance.livemode ?? isLive) !== isLive) {
          throw new ProviderError(
            'key_refused',
            'Stripe says that the key is not of the mode that it names.',
          );
        }
        if (keys.secretKey.startsWith('rk_')) await expectRights(stripe);
        return { isLive };
      }),

    createCheckout: (keys, checkout) =>
      call(keys, async (stripe) => {
        const options = { idempotencyKey: checkout.id };
        const session = await stripe.checkout.sessions.create(describeSession(checkout), options);
        return read(stripe, keys, session);
      }),

    findCheckout: (keys, providerId) =>
      call(keys, async (stripe) => {
        const session = await findSession(stripe, providerId);
        return session && read(stripe, keys, session);
      }),

    endCheckout: (keys, providerId) =>
      call(keys, async (stripe) => {
        try {
          return await read(stripe, keys, await stripe.checkout.sessions.expire(providerId));
        } catch (error) {
          // Only an open session can be ended: this one is paid or over.
          if (getStatus(error) !== 400) throw error;
          return read(stripe, keys, await stripe.checkout.sessions.retrieve(providerId, EXPANDED));
        }
      }),

    refund: (keys, request) =>
      call(keys, async (stripe) => {
        const { paymentId, idempotencyKey } = request;
        const amount = toExactAmount(request);
        const refund = await stripe.refunds.create({ payment_intent: paymentId, amount }, { idempotencyKey });
        const [movement] = describeRefund(refund);
        if (!movement || !isPossibleMovement(movement))
          throw new ProviderError('unreachable', 'Stripe did not describe the refund.');
        return movement;
      }),

    readNotification: (keys, notification) =>
      call(keys, (stripe) => readStripeNotification(stripe, keys, notification)),
  };
}

const EXPANDED = { expand: ['payment_intent.latest_charge'] };

function findSession(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | undefined> {
  return orMissing(stripe.checkout.sessions.retrieve(id, EXPANDED));
}

async function readBalance(stripe: Stripe): Promise<{ livemode?: boolean } | undefined> {
  try {
    return await stripe.balance.retrieve();
  } catch (error) {
    if (getStatus(error) !== 403 && getStatus(error) !== 404) throw error;
    await orMissing(stripe.checkout.sessions.list({ limit: 1 }));
    return undefined;
  }
}

/** A restricted key has only the rights that it was given: without these, a payment could be made but never seen. */
async function expectRights(stripe: Stripe): Promise<void> {
  const { checkout, paymentIntents, refunds, disputes } = stripe;
  const needed = [checkout.sessions, paymentIntents, refunds, disputes];
  await Promise.all(needed.map((resource) => orMissing<unknown>(resource.list({ limit: 1 }))));
}

function describeSession(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const { id, currency, description, language, returnUrl } = checkout;
  const metadata = { [METADATA_KEY]: id };
  const price = {
    currency: currency.toLowerCase(),
    unit_amount: toExactAmount(checkout),
    product_data: { name: description },
  };
  return {
    mode: 'payment',
    line_items: [{ price_data: price, quantity: 1 }],
    client_reference_id: id,
    metadata,
    payment_intent_data: { metadata, description },
    success_url: returnUrl,
    cancel_url: returnUrl,
    locale: matchLanguage(LOCALES, language) ?? 'auto',
    // The customer pays in the currency of the invoice.
    adaptive_pricing: { enabled: false },
  };
}

function toExactAmount({ amount, currency }: Pick<RefundRequest, 'amount' | 'currency'>): number {
  const exact = toStripeAmount(amount, currency);
  if (exact === undefined)
    throw new ProviderError('refused', `Stripe cannot take this amount in ${currency}.`);
  return exact;
}

/** Languages of Stripe's page, by our language tags. */
const LOCALES: Readonly<Record<string, Stripe.Checkout.SessionCreateParams.Locale>> = {
  ...{
    bg: 'bg',
    cs: 'cs',
    da: 'da',
    de: 'de',
    el: 'el',
    en: 'en',
    'en-GB': 'en-GB',
    es: 'es',
    et: 'et',
    fi: 'fi',
  },
  ...{ fr: 'fr', 'fr-CA': 'fr-CA', hi: 'hi-IN', hr: 'hr', hu: 'hu', id: 'id', it: 'it', ja: 'ja', ko: 'ko' },
  ...{
    lt: 'lt',
    lv: 'lv',
    ms: 'ms',
    mt: 'mt',
    nb: 'nb',
    nl: 'nl',
    no: 'nb',
    pl: 'pl',
    pt: 'pt',
    'pt-BR': 'pt-BR',
  },
  ...{ ro: 'ro', ru: 'ru', sk: 'sk', sl: 'sl', sv: 'sv', th: 'th', tr: 'tr', vi: 'vi', zh: 'zh' },
  ...{ 'zh-Hant': 'zh-TW', 'zh-TW': 'zh-TW', 'zh-HK': 'zh-HK' },
};
