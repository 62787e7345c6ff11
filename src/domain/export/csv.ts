// CSV as in RFC 4180, with protection against spreadsheets that run cells as formulas.

/** The beginning of a formula. Includes the full-width signs of Japanese keyboards. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Adds an apostrophe where a spreadsheet would run the text, or where `withoutApostrophe` would remove one. */
export function withApostrophe(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = withApostrophe(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the text of a cell without surrounding spaces and without the apostrophe of a spreadsheet. */
export function plainCell(cell: string): string {
  return withoutApostrophe(cell.trim());
}
