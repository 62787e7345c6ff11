/** How a language separates the parts of a number, in the few marks that are read. */
export interface Separators {
  decimal: string;
  group: string;
}

export function separatorsOf(tag: string): Separators {
  const parts = new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(1_234_567.5);
  const markOf = (type: string) => plain(parts.find((part) => part.type === type)?.value ?? '');
  return { decimal: markOf('decimal'), group: markOf('group') };
}

/**
 * What a person means by a number that they wrote, as a plain decimal (`1234.25`); `undefined` where that is not
 * certain: an amount is never guessed. Of points and commas together the last one is that of the decimals, whatever
 * the language. A single one is what it is in the language, unless it can only be the other thing: `1.5` is no
 * thousand in German.
 */
export function readNumber(text: string, separators: Separators): string | undefined {
  const written = text.length > MAX_LENGTH ? '' : plain(text);
  if (!/^[\d.,'|]*\d[\d.,'|]*$/.test(written)) return undefined;
  const mark = decimalMarkIn(written, separators);
  if (mark === undefined) return undefined;
  const at = mark === '' ? written.length : written.lastIndexOf(mark);
  const [whole, fraction] = [written.slice(0, at), written.slice(at + 1)];
  if (/\D/.test(fraction) || !isGrouped(whole)) return undefined;
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const decimals = fraction.replace(/0+$/, '');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

const MAX_LENGTH = 60;
/** Marks that separate groups and nothing else, and one that separates decimals and nothing else. */
const GROUPS = /[\s_'`\u00b4\u02bc\u066c\u2018\u2019\u2032\uff07]/g;
const [ANY_GROUP, ONLY_DECIMAL] = ["'", '|'];

/** The digits of all scripts, and the many marks that look alike, as the few that are read. */
function plain(text: string): string {
  return text
    .replaceAll(/[|\u061c\u200b\u200e\u200f\u2066-\u2069]/g, '')
    .trim()
    .replaceAll(/\p{Nd}/gu, digitOf)
    .replaceAll(/ *(\s) */g, '$1')
    .replaceAll(GROUPS, ANY_GROUP)
    .replaceAll('\u066b', ONLY_DECIMAL)
    .replaceAll(/[\u060c\uff0c]/g, ',')
    .replaceAll('\uff0e', '.');
}

/** The digits of a script begin at a code that ends with 0 or with 6 in hexadecimal. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const row = code & ~15;
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
  return String(code - zero);
}

/** The mark before the decimals, an empty text where there are none, `undefined` where it is not certain. */
function decimalMarkIn(written: string, { decimal, group }: Separators): string | undefined {
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

/** Not at all, by thousands, or as in India; always by the same mark. */
function isGrouped(whole: string): boolean {
  return (
    /^\d*$/.test(whole) ||
    /^\d{1,3}([.,'])\d{3}(?:\1\d{3})*$/.test(whole) ||
    /^\d{1,2}([.,'])(?:\d{2}\1)+\d{3}$/.test(whole)
  );
}
