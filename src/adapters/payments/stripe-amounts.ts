import { currencyDecimals } from '../../domain/money/currency.ts';

/** Currencies that Stripe charges. https://docs.stripe.com/currencies */
const CURRENCIES = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP
  CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD
  JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN
  NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS
  TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`.split(/\s+/),
);

/**
 * Decimals of amounts where they differ from 2. They differ from ISO 4217: ISK and UGX have 2 at Stripe, always 00, and
 * MGA has none.
 */
const ZERO_DECIMAL = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** The last of the three decimals must be 0. */
const THREE_DECIMAL = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Smallest charges in units of Stripe. Those of other currencies depend on the bank account, so Stripe decides. */
const MIN_AMOUNTS: Readonly<Record<string, number>> = {
  ...{ USD: 50, AED: 200, ARS: 50, AUD: 50, BRL: 50, CAD: 50, CHF: 50, COP: 50, CZK: 1500, DKK: 250 },
  ...{ EUR: 50, GBP: 30, HKD: 400, HUF: 17_500, IDR: 50, ILS: 50, INR: 50, JPY: 50, KRW: 50, MXN: 1000 },
  ...{ MYR: 200, NOK: 300, NZD: 50, PHP: 50, PLN: 200, RON: 200, RUB: 50, SEK: 300, SGD: 50, THB: 1000 },
  ZAR: 50,
};
/** Twelve digits. */
const MAX_AMOUNT = 999_999_999_999;

/** Returns the amount in units of Stripe, or `undefined` if it cannot be charged exactly. */
export function toStripeAmount(amount: number, currency: string): number | undefined {
  if (!CURRENCIES.has(currency) || !Number.isSafeInteger(amount)) return undefined;
  const scaled = scale(amount, stripeDecimals(currency) - currencyDecimals(currency));
  const isWholeUnit = currency === 'ISK' || currency === 'UGX' ? scaled % 100 === 0 : true;
  const isRounded = THREE_DECIMAL.has(currency) ? scaled % 10 === 0 : true;
  return Number.isSafeInteger(scaled) && isWholeUnit && isRounded ? scaled : undefined;
}

export function fromStripeAmount(amount: number, currency: string): number {
  const scaled = scale(amount, currencyDecimals(currency) - stripeDecimals(currency));
  if (!Number.isSafeInteger(scaled)) throw new Error(`an amount in ${currency} has too many decimals`);
  return scaled;
}

export function acceptsStripe(amount: number, currency: string): boolean {
  const scaled = toStripeAmount(amount, currency);
  return scaled !== undefined && scaled >= (MIN_AMOUNTS[currency] ?? 1) && scaled <= MAX_AMOUNT;
}

function stripeDecimals(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : 2;
}

/** A division only for negative exponents, so that whole results stay exact. */
function scale(amount: number, exponent: number): number {
  return exponent < 0 ? amount / 10 ** -exponent : amount * 10 ** exponent;
}
