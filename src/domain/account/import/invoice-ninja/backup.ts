import type { FieldError } from '../../../errors.ts';
import { convertHtmlToText, hasLineElements } from '../../../markup/html-to-text/html-to-text.ts';
import { currencyDecimals } from '../../../money/currency.ts';

/** An object of `backup.json`, the file in the ZIP that Invoice Ninja 5 exports under Settings → Backup. */
export type NinjaObject = Readonly<Record<string, unknown>>;

/** A row for the import, or why it cannot be one. */
export interface NinjaRow {
  entry: Record<string, unknown>;
  errors: FieldError[];
  /** Its number in Invoice Ninja, by which people know it. */
  number?: string | null;
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

/** A "<" that begins neither a tag nor a comment, as in “d < 5 mm”. */
const STRAY_SIGN = /<(?!!--|\/?[a-z][a-z0-9]*\b[^<>]*>)/gi;

/** Returns a text that Invoice Ninja may have stored as HTML. One without elements for lines keeps its own. */
export function readProse(value: unknown): string | null {
  const html = (readText(value) ?? '').replaceAll(STRAY_SIGN, '&lt;');
  const options = { keepsNoBreakSpaces: true };
  return readText(convertHtmlToText(hasLineElements(html) ? html : `<pre>${html}`, options).text);
}

/** Deleted objects stay in the export with a mark. */
export function isDeleted({ is_deleted: mark }: NinjaObject): boolean {
  return mark === true || mark === 1 || mark === '1';
}

export function isArchived({ deleted_at: time }: NinjaObject): boolean {
  return time != null;
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

/** Returns a cost, rounded to the smallest unit of the currency. It is 0 there if nobody entered one. */
export function readCost(value: unknown, currency: string): { cost?: number } {
  const cost = Math.round(readNumber(value) * 10 ** currencyDecimals(currency));
  return cost > 0 ? { cost } : {};
}

export const UNKNOWN_CURRENCY: FieldError = { path: '/currency', message: 'is not known here' };

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
