import type { Locale, MollieClient, Payment, PaymentEmbed } from '@mollie/api-client';
import {
  type NewCheckout,
  type PaymentProvider,
  ProviderError,
  type ProviderKeys,
  type RawNotification,
  type RefundRequest,
} from '../../domain/invoice/payment/provider.ts';
import { formatDecimalAmount } from '../../domain/money/currency.ts';
import { describeRefund, METADATA_KEY, readPayment } from './mollie-checkout.ts';
import { createMollieCall, getStatus, isLiveMollieKey, orMissing } from './mollie-client.ts';
import { matchLanguage, type ProviderOptions } from './provider-call.ts';

/** Payments of Mollie: the customer pays on Mollie's page, and comes back. */
export function createMollie(options: ProviderOptions): PaymentProvider {
  const call = createMollieCall(options);
  const read = (mollie: MollieClient, keys: ProviderKeys, payment: Payment) => {
    if (((payment.mode as string) === 'live') !== isLiveMollieKey(keys)) {
      throw new ProviderError('refused', 'Mollie returned a payment of the other mode, test or live.');
    }
    return readPayment(mollie, payment);
  };
  const find = (mollie: MollieClient, id: string) => orMissing(mollie.payments.get(id, { embed: EMBEDDED }));
  return {
    accepts: (amount, currency) =>
      CURRENCIES.has(currency) && Number.isSafeInteger(amount) && amount > 0 && amount <= MAX_AMOUNT,

    checkKey: (keys) =>
      call(keys, async (mollie) => {
        // Any list shows whether the key works, and lists of payments exist in every account.
        const methods = await orMissing(mollie.methods.list());
        if (!methods) await mollie.payments.page({ limit: 1 });
        return { isLive: isLiveMollieKey(keys) };
      }),

    createCheckout: (keys, checkout) =>
      call(keys, async (mollie) =>
        read(mollie, keys, await mollie.payments.create(describePayment(checkout))),
      ),

    findCheckout: (keys, providerId) =>
      call(keys, async (mollie) => {
        const payment = await find(mollie, providerId);
        return payment && read(mollie, keys, payment);
      }),

    endCheckout: (keys, providerId) =>
      call(keys, async (mollie) => {
        const payment = await mollie.payments.get(providerId, { embed: EMBEDDED });
        if ((payment.status as string) !== 'open' || !payment.isCancelable)
          return read(mollie, keys, payment);
        try {
          return await read(mollie, keys, await mollie.payments.cancel(providerId));
        } catch (error) {
          // The customer has gone on in the meantime.
          if (getStatus(error) !== 422) throw error;
          return read(mollie, keys, await mollie.payments.get(providerId, { embed: EMBEDDED }));
        }
      }),

    refund: (keys, { paymentId, idempotencyKey, ...money }) =>
      call(keys, async (mollie) => {
        const amount = describeAmount(money);
        return describeRefund(await mollie.paymentRefunds.create({ paymentId, amount, idempotencyKey }));
      }),

    // The body is not signed, so it only says which payment to fetch.
    readNotification: async (_keys, { body }: RawNotification) => {
      const id = new URLSearchParams(body.subarray(0, 1000).toString()).get('id');
      if (id === null || !/^tr_\w{1,60}$/.test(id)) return undefined;
      return { providerId: id, checkoutId: null, paymentId: null, movements: [] };
    },
  };
}

const EMBEDDED = ['refunds', 'chargebacks'] as PaymentEmbed[];

/** https://docs.mollie.com/docs/multicurrency. Decimals are those of ISO 4217. */
const CURRENCIES = new Set(
  `AED AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD USD ZAR`.split(
    ' ',
  ),
);
/** The smallest payment is one cent; the largest depends on the method, and bank transfers end at a million. */
const MAX_AMOUNT = 100_000_000;

function describePayment(checkout: NewCheckout): Parameters<MollieClient['payments']['create']>[0] {
  const { id, description, language, returnUrl, notifyUrl } = checkout;
  const locale = matchLanguage(LOCALES, language) as Locale | undefined;
  return {
    amount: describeAmount(checkout),
    description: description.slice(0, 255),
    redirectUrl: returnUrl,
    cancelUrl: returnUrl,
    ...(notifyUrl !== null && { webhookUrl: notifyUrl }),
    ...(locale && { locale }),
    metadata: { [METADATA_KEY]: id },
    idempotencyKey: id,
  };
}

function describeAmount({ amount, currency }: Pick<RefundRequest, 'amount' | 'currency'>) {
  return { currency, value: formatDecimalAmount(amount, currency) };
}

/** Languages of Mollie's page, by our language tags. */
const LOCALES: Readonly<Record<string, string>> = {
  ...{
    ca: 'ca_ES',
    da: 'da_DK',
    de: 'de_DE',
    'de-AT': 'de_AT',
    'de-CH': 'de_CH',
    'de-LU': 'de_LU',
    en: 'en_US',
  },
  ...{
    'en-GB': 'en_GB',
    es: 'es_ES',
    fi: 'fi_FI',
    fr: 'fr_FR',
    'fr-BE': 'fr_BE',
    'fr-LU': 'fr_LU',
    hu: 'hu_HU',
  },
  ...{
    is: 'is_IS',
    it: 'it_IT',
    lt: 'lt_LT',
    lv: 'lv_LV',
    nb: 'nb_NO',
    nl: 'nl_NL',
    'nl-BE': 'nl_BE',
    no: 'nb_NO',
  },
  ...{ pl: 'pl_PL', pt: 'pt_PT', sv: 'sv_SE' },
};
