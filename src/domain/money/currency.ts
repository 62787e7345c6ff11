const codes = new Set(Intl.supportedValuesOf('currency'));

/**
 * The minor units of ISO 4217 where they differ from 2. Those of Intl reflect how people write amounts (no decimals for
 * HUF, COP or IDR), but an amount in the smallest unit must mean the same to every client.
 */
const MINOR_UNITS: Record<string, number> = {
  ...mapDecimals(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...mapDecimals(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...mapDecimals(4, 'CLF UYW'),
};

/** Message for an unsupported code, such as a fund code (CLF) or an obsolete one (DEM). */
export const CURRENCY_ERROR = `must be one of the supported ISO 4217 codes: ${[...codes].join(', ')}`;

export function isCurrency(code: string): boolean {
  return codes.has(code);
}

/** Returns the number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDecimals(code: string): number {
  return MINOR_UNITS[code] ?? 2;
}

/** Formats an amount with a decimal point: 12345 in EUR is `123.45`. Works on digits, because a division would lose some. */
export function formatDecimalAmount(minor: number | bigint, currency: string): string {
  const decimals = currencyDecimals(currency);
  const sign = minor < 0 ? '-' : '';
  const digits = String(minor)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Formats an amount with its currency for messages, the same in every language: `100.00 EUR`. */
export function formatMoney(amount: number, currency: string): string {
  return `${formatDecimalAmount(amount, currency)} ${currency}`;
}

/** Parses a decimal amount such as `123.45` into the smallest unit of the currency; `undefined` if it is not exactly one. */
export function parseDecimalAmount(text: string, currency: string): number | undefined {
  const decimals = currencyDecimals(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > decimals) return undefined;
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

function mapDecimals(decimals: number, list: string): Record<string, number> {
  return Object.fromEntries(list.split(' ').map((code) => [code, decimals]));
}
