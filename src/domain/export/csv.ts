// CSV as in RFC 4180, with protection against spreadsheets that run cells as formulas.

/** The beginning of a formula. Includes the full-width signs of Japanese keyboards. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Adds an apostrophe where a spreadsheet would run the text, or where `unescapeFormula` would remove one. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/** Text of people and programs, or a number that the service has written. */
export type CsvCell = string | { number: string | number };

export function formatCsvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/** A negative number stays a number, but only in a column of numbers: in any other it is somebody's text. */
function formatCsvCell(cell: CsvCell): string {
  if (typeof cell === 'object') return String(cell.number);
  const safe = escapeFormula(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the text of a cell without surrounding spaces and without the apostrophe of a spreadsheet. */
export function cleanCell(cell: string): string {
  return unescapeFormula(cell.trim());
}
