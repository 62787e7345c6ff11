import type { CsvDialect } from '../domain/account/export/csv.ts';

/** The decimal and group separators of a language, normalized to the few marks that are parsed. */
export interface Separators {
  decimal: string;
  group: string;
}

export function getSeparators(tag: string): Separators {
  const parts = new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(1_234_567.5);
  const findMark = (type: string) => normalize(parts.find((part) => part.type === type)?.value ?? '');
  return { decimal: findMark('decimal'), group: findMark('group') };
}

/** Regions whose spreadsheets separate cells by a semicolon although numbers have a decimal point. */
const SEMICOLON_REGIONS = ['CH', 'LI'];

/** Returns how the spreadsheets of a locale read CSV: a comma cannot separate cells where it begins decimals. */
export function getCsvDialect(tag: string): CsvDialect {
  const locale = new Intl.Locale(tag, { numberingSystem: 'latn' });
  const decimal = getSeparators(locale.toString()).decimal === ',' ? ',' : '.';
  const isSemicolon =
    decimal === ',' || locale.language === 'ar' || SEMICOLON_REGIONS.includes(locale.region ?? '');
  return { separator: isSemicolon ? ';' : ',', decimal };
}

/** Returns the sign before decimals that is read without doubt in numbers of the locale. */
export function getDecimalSign(tag: string): string {
  const { decimal } = getSeparators(tag);
  return decimal === '.' || decimal === ',' ? decimal : '\u066b';
}

/**
 * Parses a number that a person typed into a plain decimal (`1234.25`). Returns `undefined` if it is ambiguous: an
 * amount is never guessed. If both a point and a comma occur, the last one separates the decimals in any language.
 * A single one has the meaning of the language unless only the other meaning is possible: `1.5` cannot be a
 * thousand in German.
 */
export function parseNumber(text: string, separators: Separators): string | undefined {
  const written = text.length > MAX_LENGTH ? '' : normalize(text);
  if (!/^[\d.,'|]*\d[\d.,'|]*$/.test(written)) return undefined;
  const mark = findDecimalMark(written, separators);
  if (mark === undefined) return undefined;
  const at = mark === '' ? written.length : written.lastIndexOf(mark);
  const [whole, fraction] = [written.slice(0, at), written.slice(at + 1)];
  if (/\D/.test(fraction) || !isGrouped(whole)) return undefined;
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const decimals = fraction.replace(/0+$/, '');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

/** Returns the decimal mark that a number shows by itself, whatever the language; `undefined` if it shows none. */
export function findShownDecimal(text: string): '.' | ',' | undefined {
  const written = normalize(text.slice(0, MAX_LENGTH));
  const last = /[.,](?=[^.,]*$)/.exec(written)?.[0];
  if (last === undefined || isEitherMark(text)) return undefined;
  const isRepeated = written.split(last).length > 2;
  if (!isRepeated) return last as '.' | ',';
  return last === '.' ? ',' : '.';
}

/** Whether the only mark of a number can separate thousands as well as decimals, as in `2.500`. */
export function isEitherMark(text: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(normalize(text.slice(0, MAX_LENGTH)));
}

const MAX_LENGTH = 60;
/** Marks that only separate groups, and the one that only separates decimals. */
const GROUPS = /[\s_'`\u00b4\u02bc\u066c\u2018\u2019\u2032\uff07]/g;
const [ANY_GROUP, ONLY_DECIMAL] = ["'", '|'];

/** Converts the digits of all scripts to ASCII and lookalike marks to the parsed ones. */
function normalize(text: string): string {
  return text
    .replaceAll(/[|\u061c\u200b\u200e\u200f\u2066-\u2069]/g, '')
    .trim()
    .replaceAll(/\p{Nd}/gu, toAsciiDigit)
    .replaceAll(/ *(\s) */g, '$1')
    .replaceAll(GROUPS, ANY_GROUP)
    .replaceAll('\u066b', ONLY_DECIMAL)
    .replaceAll(/[\u060c\uff0c]/g, ',')
    .replaceAll('\uff0e', '.');
}

/** The digit zero of every script has a code point that ends with 0 or 6 in hexadecimal. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const row = code & ~15;
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
  return String(code - zero);
}

/** The decimal separator, an empty string if there are no decimals, `undefined` if it is ambiguous. */
function findDecimalMark(written: string, { decimal, group }: Separators): string | undefined {
  if (written.includes(ONLY_DECIMAL)) return ONLY_DECIMAL;
  const [point, comma] = [written.lastIndexOf('.'), written.lastIndexOf(',')];
  if (point < 0 && comma < 0) return '';
  const mark = point > comma ? '.' : ',';
  const [before = '', after = '', ...more] = written.split(mark);
  if (more.length > 0) return point < 0 || comma < 0 ? '' : undefined;
  if (Math.min(point, comma) >= 0 || written.includes(ANY_GROUP) || mark === decimal) return mark;
  const canGroup = after.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (canGroup) return mark === group ? '' : undefined;
  return mark !== group || after.length < 3 || /^0*$/.test(before) ? mark : undefined;
}

/** Accepts no grouping, groups of thousands or Indian groups, always with the same separator. */
function isGrouped(whole: string): boolean {
  return (
    /^\d*$/.test(whole) ||
    /^\d{1,3}([.,'])\d{3}(?:\1\d{3})*$/.test(whole) ||
    /^\d{1,2}([.,'])(?:\d{2}\1)+\d{3}$/.test(whole)
  );
}
