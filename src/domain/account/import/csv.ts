// Own parser instead of csv-parse, because an import reports the line of each bad row and keeps the others. csv-parse
// reports the line on which a record ends, counts a CRLF within quotes twice, and loses the rows after a wrong quote.
export interface CsvRow {
  /** Line of the file on which the row begins. */
  line: number;
  cells: string[];
  /** Why the row cannot be read. */
  error?: string;
}

/** Longer quoted values are cut. No field accepts that much, so the row is rejected anyway. */
const MAX_VALUE_LENGTH = 100_000;
const SEPARATORS = [',', ';', '\t', '|'];

/** Most columns of a table; more than any real file has. */
export const MAX_CSV_COLUMNS = 250;

/** Fields that are read between two pauses for the event loop. */
const FIELDS_PER_STEP = 1000;

/**
 * Parses CSV as in RFC 4180, with any of the usual separators and line ends. Skips empty lines. Regularly yields
 * `undefined`, also within a long row, so that the caller can let other work run. Of a row with more than `MAX_CSV_COLUMNS` fields
 * only one more is kept.
 */
export function* parseCsv(text: string): Generator<CsvRow | undefined> {
  const separator = detectSeparator(text);
  let position = 0;
  let line = 1;
  let fields = 0;
  while (position < text.length) {
    const row: CsvRow = { line, cells: [] };
    let end = false;
    while (!end) {
      const field =
        text[position] === '"'
          ? readQuotedField(text, position, separator)
          : readPlainField(text, position, separator);
      if (row.cells.length <= MAX_CSV_COLUMNS) row.cells.push(field.value);
      if (field.error) row.error = field.error;
      line += field.lines;
      position = field.next;
      if (text[position] === separator) position++;
      else end = true;
      if (++fields % FIELDS_PER_STEP === 0) yield undefined;
    }
    if (text[position] === '\r' && text[position + 1] === '\n') position++;
    position++;
    line++;
    if (row.cells.length > 1 || row.cells[0] !== '' || row.error) yield row;
  }
}

interface Field {
  value: string;
  lines: number;
  next: number;
  error?: string;
}

function readQuotedField(source: string, start: number, separator: string): Field {
  let quote = source.indexOf('"', start + 1);
  while (quote !== -1 && source[quote + 1] === '"') quote = source.indexOf('"', quote + 2);
  const end = quote === -1 ? source.length : quote;
  const value = source.slice(start + 1, Math.min(end, start + 1 + MAX_VALUE_LENGTH)).replaceAll('""', '"');
  const lines = countLineBreaks(source, start, end);
  if (quote === -1) return { value, lines, next: end, error: 'a quote is opened and never closed' };
  // Text between the closing quote and the separator is an error; spaces are ignored.
  const rest = readPlainField(source, end + 1, separator);
  const error = rest.value.trim() === '' ? undefined : 'there is text behind a closing quote';
  return { value, lines, next: rest.next, error };
}

function readPlainField(source: string, start: number, separator: string): Field {
  let next = start;
  while (next < source.length && source[next] !== separator && !isLineEnd(source[next])) next++;
  return { value: source.slice(start, next), lines: 0, next };
}

function isLineEnd(char: string | undefined): boolean {
  return char === '\n' || char === '\r';
}

function countLineBreaks(source: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    if (source[at] === '\n' || (source[at] === '\r' && source[at + 1] !== '\n')) count++;
  }
  return count;
}

/** Length of the text in which the separator is searched; a heading is shorter. */
const MAX_HEADING_LENGTH = 65_536;

/** Returns the separator that is most frequent in the first line, outside quotes. */
function detectSeparator(text: string): string {
  const start = text.slice(0, MAX_HEADING_LENGTH);
  const heading = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(start)?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = SEPARATORS.map((separator) => ({ separator, count: heading.split(separator).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator;
}
