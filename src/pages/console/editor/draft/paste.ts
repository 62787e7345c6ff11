import { MAX_ITEMS } from '../../../../domain/field-limits.ts';
import {
  findShownDecimal,
  isEitherMark,
  parseNumber,
  type Separators,
} from '../../../../i18n/parse-number.ts';
import type { LineRow } from './draft.ts';

type Column = 'description' | 'quantity' | 'unit' | 'price' | 'tax' | 'sku' | 'amount';
type PastedLine = Partial<Pick<LineRow, Exclude<Column, 'amount'>>>;

/** A number of a pasted line that could be read in two ways, and how it was read. */
interface Doubt {
  line: number;
  field: keyof PastedLine;
  value: number;
}

export interface Pasted {
  lines: PastedLine[];
  doubts: Doubt[];
}

/** Parses spreadsheet cells into lines; returns `null` for text without cells. */
export function readCells(text: string, separators: Separators): Pasted | null {
  if (!text.includes('\t') || text.length > MAX_LENGTH) return null;
  const table = splitCells(text).filter((row) => row.some((cell) => cell !== ''));
  const names = (table[0] ?? []).map(columnNamed);
  const isHeaded = names.filter((name) => name !== undefined).length >= 2;
  const rows = (isHeaded ? table.slice(1) : table).slice(0, MAX_ROWS);
  const notations = findNotations(rows, separators);
  const columns = isHeaded ? names : guess(rows, notations);
  const pasted: Pasted = { lines: [], doubts: [] };
  for (const row of rows) {
    const line: PastedLine = {};
    for (const [at, column] of columns.entries()) {
      if (!column || column === 'amount') continue;
      const cell = row[at] ?? '';
      line[column] = IS_TEXT[column] ? cell : toOwnNotation(bare(cell), notations[at], separators);
      const value = !IS_TEXT[column] && isEitherMark(bare(cell)) && numberIn(cell, notations[at]);
      if (value && !notations[at]?.isShown)
        pasted.doubts.push({ line: pasted.lines.length, field: column, value: Number(value) });
    }
    if (Object.values(line).some((cell) => cell !== '')) pasted.lines.push(line);
  }
  return pasted;
}

const MAX_LENGTH = 2_000_000;
/** One more than a quote can have, so that a paste of too many is noticed. */
const MAX_ROWS = MAX_ITEMS + 1;

interface Notation extends Separators {
  /** Whether the numbers of the column show it; otherwise it is that of the other columns or of the language. */
  isShown: boolean;
}

/** A spreadsheet writes the numbers of a column in one way, whatever the language of the editor. */
function findNotations(rows: readonly string[][], separators: Separators): Notation[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const shown = Array.from({ length: width }, (_, at) => {
    const numbers = rows.map((row) => bare(row[at] ?? '')).filter((cell) => parseNumber(cell, separators));
    return [...new Set(numbers.map(findShownDecimal))].filter((mark) => mark !== undefined);
  });
  const [common, ...others] = new Set(shown.flat());
  return shown.map(([decimal, other]) => {
    const isShown = decimal !== undefined && other === undefined;
    const mark = isShown ? decimal : others.length === 0 ? common : undefined;
    return { isShown, ...(mark ? { decimal: mark, group: mark === ',' ? '.' : ',' } : separators) };
  });
}

/** A number as the field reads it, as it was written if that is the same. */
function toOwnNotation(cell: string, notation: Separators | undefined, separators: Separators): string {
  const value = notation && parseNumber(cell, notation);
  if (value === undefined || value === parseNumber(cell, separators)) return cell;
  return value.replace('.', separators.decimal === ',' ? ',' : separators.decimal === '.' ? '.' : '\u066b');
}

const IS_TEXT: Partial<Record<Column, true>> = { description: true, unit: true, sku: true };

/** Splits text into rows of cells. A cell with a line break or tab is quoted. */
function splitCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) break;
    const [, quoted, plain = '', end] = found;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end !== '\t' && end !== '') rows.push([]);
  }
  return rows;
}

/** Column headings in the languages of the console. */
const NAMES: Record<Column, RegExp> = {
  sku: /^(sku|item no|article|artikel-?nr|art\.?-?nr|réf|ref|référence|referencia|código|رمز)/i,
  amount: /^(amount|total|sum|summe|betrag|gesamt|montant|importe|المبلغ|الإجمالي|المجموع)/i,
  tax: /^(tax|vat|gst|mwst|ust|steuer|tva|taxe|iva|impuesto|ضريبة|الضريبة)/i,
  price: /^(price|unit price|rate|cost|preis|einzelpreis|stückpreis|prix|p\.?u\.?$|precio|سعر|السعر)/i,
  quantity: /^(qty|quantity|menge|anzahl|qté|quantité|cant|cantidad|الكمية|كمية|عدد)/i,
  unit: /^(unit|uom|einheit|unité|unidad|ud\.?$|الوحدة|وحدة)/i,
  description:
    /^(description|item|service|product|position|beschreibung|bezeichnung|leistung|désignation|libellé|descripción|concepto|الوصف|وصف|البند)/i,
};
const IN_ORDER = ['sku', 'price', 'amount', 'tax', 'quantity', 'unit', 'description'] as const;

function columnNamed(cell: string): Column | undefined {
  const name = cell.slice(0, 40);
  return IN_ORDER.find((column) => NAMES[column].test(name));
}

/**
 * Guesses columns by content: the longest text is the description, the first number the quantity, the next one the
 * price.
 */
function guess(rows: readonly string[][], notations: readonly Notation[]): (Column | undefined)[] {
  const all = notations.map((_, at) => rows.map((row) => row[at] ?? ''));
  const isNumeric = (cells: string[], at: number) =>
    cells.some((cell) => cell !== '') &&
    cells.every((cell) => cell === '' || numberIn(cell, notations[at]) !== undefined);
  const columns: (Column | undefined)[] = all.map(() => undefined);
  const texts = all
    .keys()
    .filter((at) => !isNumeric(all[at] ?? [], at) && countCharacters(all[at]) > 0)
    .toArray();
  const described = texts.reduce(
    (longest, at) => (countCharacters(all[at]) > countCharacters(all[longest]) ? at : longest),
    texts[0] ?? -1,
  );
  for (const at of texts) columns[at] = at === described ? 'description' : at < described ? 'sku' : 'unit';
  const numbers = all
    .keys()
    .filter((at) => isNumeric(all[at] ?? [], at))
    .toArray();
  for (const [at, column] of numbersNamed(numbers, all, notations)) columns[at] = column;
  return columns.map((column, at) => (columns.indexOf(column) === at ? column : undefined));
}

function numbersNamed(
  numbers: readonly number[],
  all: readonly string[][],
  notations: readonly Notation[],
): [number, Column][] {
  const values = (at: number) => (all[at] ?? []).map((cell) => Number(numberIn(cell, notations[at]) ?? NaN));
  const isPercent = (at: number) => (all[at] ?? []).some((cell) => PERCENT.test(cell));
  const tax = numbers.find(isPercent);
  const [first, second, ...more] = numbers.filter((at) => at !== tax);
  const named: [number, Column][] = tax === undefined ? [] : [[tax, 'tax']];
  if (first === undefined) return named;
  if (second === undefined) return [...named, [first, 'price']];
  named.push([first, 'quantity'], [second, 'price']);
  const isProduct = (at: number) =>
    values(at).every(
      (value, row) => !(Math.abs(value - (values(first)[row] ?? NaN) * (values(second)[row] ?? NaN)) > 0.011),
    );
  const rest = more.filter((at) => !isProduct(at));
  const rate = rest.find((at) => values(at).every((value) => !(value > 50)));
  if (tax === undefined && rate !== undefined) named.push([rate, 'tax']);
  return named;
}

const PERCENT = /[%٪％]/u;

function countCharacters(cells: readonly string[] | undefined): number {
  return (cells ?? []).reduce((sum, cell) => sum + cell.length, 0);
}

/** Strips a currency or percent sign next to the digits. */
function bare(cell: string): string {
  return cell
    .replaceAll(/[\p{Sc}%٪％]/gu, '')
    .replace(/^\s*[A-Z]{3}\b|\b[A-Z]{3}\s*$/, '')
    .trim();
}

function numberIn(cell: string, notation: Separators | undefined): string | undefined {
  return notation && parseNumber(bare(cell), notation);
}
