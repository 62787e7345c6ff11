// CSV as in RFC 4180, with protection against spreadsheets that run cells as formulas.

/** The beginning of a formula. Includes the full-width signs of Japanese keyboards. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A negative amount: a spreadsheet that runs it gets the same number. */
const NEGATIVE = /^-\d+(\.\d+)?$/;

/** Adds an apostrophe where a spreadsheet would run the text, or where `unescapeFormula` would remove one. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
}

export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

function formatCsvCell(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the text of a cell without surrounding spaces and without the apostrophe of a spreadsheet. */
export function cleanCell(cell: string): string {
  return unescapeFormula(cell.trim());
}
