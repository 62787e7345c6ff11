const codes = new Set(Intl.supportedValuesOf('currency'));

/**
 * The minor units of ISO 4217 where they are not 2. Not those of Intl: they say how people write small amounts
 * (no decimals for HUF, COP or IDR), while an amount in the smallest unit must mean the same to every client.
 */
const MINOR_UNITS: Record<string, number> = {
  ...entries(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...entries(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...entries(4, 'CLF UYW'),
};

/** For a code that is none of them, such as a fund code (CLF) or one that is no longer in use (DEM). */
export const CURRENCY_ERROR = `must be one of the supported ISO 4217 codes: ${[...codes].join(', ')}`;

export function isCurrency(code: string): boolean {
  return codes.has(code);
}

/** How many decimals the smallest unit stands for: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDecimals(code: string): number {
  return MINOR_UNITS[code] ?? 2;
}

/** With a point before the decimals: 12345 in EUR is `123.45`. A division would not keep every digit. */
export function decimalAmount(minor: number | bigint, currency: string): string {
  const decimals = currencyDecimals(currency);
  const sign = minor < 0 ? '-' : '';
  const digits = String(minor)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function entries(decimals: number, list: string): Record<string, number> {
  return Object.fromEntries(list.split(' ').map((code) => [code, decimals]));
}
