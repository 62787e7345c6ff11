import { walkXml } from './walk-xml.ts';

/** What the format of a cell says about its number. */
export interface CellFormat {
  isDate: boolean;
  isPercent: boolean;
  /** Digits to which a number such as a postcode is padded. */
  digits: number;
}

const PLAIN: CellFormat = { isDate: false, isPercent: false, digits: 0 };
const DAY_MS = 86_400_000;
/** Formats that are not in the file, by their number. */
const DATES = [14, 15, 16, 17, 22];
const PERCENTS = [9, 10];

/** Reads the format of each style. */
export function readCellFormats(styles: Uint8Array | undefined): CellFormat[] {
  const own = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  if (!styles) return formats;
  walkXml(styles, {
    open(name, attributes, parents) {
      const id = Number(attributes.numFmtId);
      if (name === 'numFmt') own.set(id, parseFormat(attributes.formatCode ?? ''));
      if (name === 'xf' && parents.at(-1) === 'cellXfs') formats.push(own.get(id) ?? findBuiltIn(id));
    },
  });
  return formats;
}

function findBuiltIn(id: number): CellFormat {
  return { ...PLAIN, isDate: DATES.includes(id), isPercent: PERCENTS.includes(id) };
}

function parseFormat(code: string): CellFormat {
  // Texts, colours and single characters are no part of the format. One that does not end goes on to the end.
  const bare = code.slice(0, 255).replaceAll(/"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|[\\_*]./g, '');
  const digits = /^0+$/.test(bare) ? bare.length : 0;
  return { isDate: /[dy]/i.test(bare), isPercent: bare.includes('%'), digits };
}

/** Writes a number as a person would type it. Spreadsheets store 15 digits, and dates as days. */
export function formatNumber(
  text: string,
  { isDate, isPercent, digits }: CellFormat = PLAIN,
  { decimal, firstDay }: { decimal: string; firstDay: number },
): string {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return '';
  const instant = firstDay + Math.round(number * DAY_MS);
  if (isDate && number >= 1 && Math.abs(instant) < 8.64e15)
    return new Date(instant).toISOString().slice(0, 10);
  const value = Number((isPercent ? number * 100 : number).toPrecision(15));
  const plain = toPlainDigits(value).padStart(digits, '0').replace('.', decimal);
  return isPercent ? `${plain} %` : plain;
}

function toPlainDigits(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1 ? String(BigInt(value)) : value.toFixed(20).replace(/0+$/, '');
}
