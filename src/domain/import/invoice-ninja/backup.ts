import type { FieldError } from '../../errors.ts';
import { currencyDecimals, isCurrency } from '../../money/currency.ts';

/** An object of `backup.json`, the file in the ZIP that Invoice Ninja 5 exports under Settings → Backup. */
export type NinjaObject = Readonly<Record<string, unknown>>;

/** A row for the import, or why it cannot be one. */
export interface NinjaRow {
  entry: Record<string, unknown>;
  errors: FieldError[];
}

/** Returns the objects of a list. PHP writes a list with gaps as an object. */
export function listObjects(value: unknown): NinjaObject[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).filter((entry): entry is NinjaObject => isObject(entry));
}

export function isObject(value: unknown): value is NinjaObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Returns a text without spaces around it, or `null` if nothing is left. */
export function readText(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? null : text;
}

/** Deleted objects stay in the export with a mark. */
export function isDeleted({ is_deleted: mark }: NinjaObject): boolean {
  return mark === true || mark === 1 || mark === '1';
}

/** Numbers are written as numbers or as text: `12.5`, `"12.500000"`. */
export function readNumber(value: unknown): number {
  const number = Number(readText(value) ?? 0);
  return Number.isFinite(number) ? number : 0;
}

/** Returns an amount in the smallest unit of the currency, or `undefined` if it is smaller than that or no number. */
export function readAmount(value: unknown, currency: string): number | undefined {
  const decimals = currencyDecimals(currency);
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(readText(value) ?? '0') ?? [];
  if (whole === undefined || /[^0]/.test(fraction.slice(decimals))) return undefined;
  const amount = Number(sign + whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Currencies by their number in Invoice Ninja, beginning with 1. */
const CURRENCIES =
  `USD GBP EUR ZAR DKK ILS SEK KES CAD PHP INR AUD SGD NOK NZD VND CHF GTQ MYR BRL THB NGN ARS BDT AED
  HKD IDR MXN EGP COP XOF CNY RWF TZS ANG TTD XCD GHS BGN AWG TRY RON HRK SAR JPY MVR CRC PKR PLN LKR CZK UYU NAD TND RUB
  MZN OMR UAH MOP TWD DOP CLP ISK PGK JOD MMK PEN BWP HUF UGX BBD BND GEL QAR HNL SRD BHD VES KRW MAD JMD AOA HTG ZMW NPR
  XPF MUR CVE KWD DZD MKD FJD BOB ALL RSD LBP AMD AZN BAM BYN GIP MDL KZT ETB GMD PYG MWK ZWL KHR VUV CUP KYD SZL BZD LYD
  XAG XAU NIO MGA TOP LAK BTN MRU`.split(/\s+/);

/** Returns the currency that the settings of a company or a client name. */
export function readCurrency(settings: unknown): string | undefined {
  const id = isObject(settings) ? readText(settings.currency_id) : null;
  const code = id === null ? undefined : CURRENCIES[Number(id) - 1];
  return code !== undefined && isCurrency(code) ? code : undefined;
}

/** Lists taxes above 0. Invoice Ninja allows three per line, and three more for the whole quote. */
export function listTaxRates(from: NinjaObject): number[] {
  return [from.tax_rate1, from.tax_rate2, from.tax_rate3].map(readNumber).filter((rate) => rate !== 0);
}

/** The identifier here of an object there. It is the same in every export. */
export function createOwnId(hashedId: unknown): string {
  return `in_${readText(hashedId) ?? ''}`;
}

export function findIdErrors({ hashed_id: id }: NinjaObject): FieldError[] {
  return readText(id) === null ? [{ path: '/hashed_id', message: 'is missing' }] : [];
}
