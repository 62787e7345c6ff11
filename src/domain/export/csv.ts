/** CSV as in RFC 4180, and what keeps a spreadsheet from running a text that begins like a formula. */

/** Also in full width, as a Japanese keyboard writes them. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** With an apostrophe in front where a spreadsheet would run it, or where one would be taken off again. */
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

/** What a cell of a file says, without the spaces around it and the apostrophe of a spreadsheet. */
export function plainCell(cell: string): string {
  return withoutApostrophe(cell.trim());
}
