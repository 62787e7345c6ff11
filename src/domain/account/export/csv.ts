// CSV as in RFC 4180, with protection against spreadsheets that run cells as formulas.

/** Signs that begin a formula, with the full-width ones of Japanese keyboards. */
const SIGNS = '=+\\-@＝＋－＠';
/** Characters before the sign that some reader drops or does not show: spaces, quotation marks, invisible ones. */
const IGNORED = ' "\\u00a0\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff';
/** A reader may split a text at any of these, whatever separator the file has. */
const SEPARATORS = ',;|\\t\\r\\n';

/** Each place where a cell may begin that a spreadsheet would run, with or without apostrophes in front. */
const FORMULA_START = new RegExp(
  `^(?='*[${IGNORED}]*[${SIGNS}\\t\\r\\n])|(?<=[${SEPARATORS}])(?='*[${IGNORED}]*[${SIGNS}])`,
  'g',
);
const ESCAPED_START = new RegExp(
  `^'(?='*[${IGNORED}]*[${SIGNS}\\t\\r\\n])|(?<=[${SEPARATORS}])'(?='*[${IGNORED}]*[${SIGNS}])`,
  'g',
);

/** Adds an apostrophe where a spreadsheet would run the text, or where `unescapeFormula` would remove one. */
export function escapeFormula(text: string): string {
  return text.replace(FORMULA_START, "'");
}

export function unescapeFormula(text: string): string {
  return text.replace(ESCAPED_START, '');
}

/** Text of people and programs, or a number that the service has written. */
export type CsvCell = string | { number: string | number };

/** How the spreadsheets of a locale read CSV. */
export interface CsvDialect {
  separator: ',' | ';';
  decimal: '.' | ',';
}

const PROGRAMS: CsvDialect = { separator: ',', decimal: '.' };

export function formatCsvRow(
  cells: readonly CsvCell[],
  { separator, decimal }: CsvDialect = PROGRAMS,
): string {
  return `${cells.map((cell) => formatCsvCell(cell, separator, decimal)).join(separator)}\r\n`;
}

/** A negative number stays a number, but only in a column of numbers: in any other it is somebody's text. */
function formatCsvCell(cell: CsvCell, separator: string, decimal: string): string {
  if (typeof cell === 'object') return String(cell.number).replace('.', decimal);
  const safe = escapeFormula(cell);
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the text of a cell without surrounding spaces and without the apostrophe of a spreadsheet. */
export function cleanCell(cell: string): string {
  return unescapeFormula(cell.trim());
}
