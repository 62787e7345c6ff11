import type { FieldError } from '../../domain/errors.ts';
import { cleanCell } from '../../domain/export/csv.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { parseCsv } from '../../domain/import/csv.ts';
import { guessColumns, normalizeHeading } from '../../domain/import/guess-columns.ts';
import { isCurrency } from '../../domain/money/currency.ts';
import {
  cleanStatementText,
  MAX_STATEMENT_LINES,
  type Statement,
  type StatementLine,
} from '../../domain/statement/bank-line.ts';
import { STATEMENT_HEADINGS } from '../../domain/statement/csv-headings.ts';
import { parseStatementDate, parseWrittenAmount } from '../../domain/statement/statement-values.ts';
import { readCsvRows } from '../import/source-rows.ts';
import { unreadableStatement } from './statement-problem.ts';

export const STATEMENT_COLUMNS = [
  'date',
  'amount',
  'credit',
  'debit',
  'currency',
  'reference',
  'text',
  'payer',
  'bankReference',
] as const;

/** Headings of columns by field. Fields without one are guessed. */
export type ColumnMapping = Readonly<Record<string, string>>;

export interface CsvSettings {
  columns: ColumnMapping;
  /** Values for files without these columns. */
  currency: string;
  iban: string;
}

/** Banks put lines about the account before the table. */
const MAX_LINES_BEFORE = 40;

/** Reads the CSV file of a bank. Columns are named by the caller or guessed by their headings. */
export async function readStatementCsv(text: string, settings: CsvSettings): Promise<Statement> {
  const table = findTable(text, settings.columns);
  if (!table) {
    throw unreadableStatement(
      'No line of the file names a column for the date and one for the amount (or the credits). Name them: `?date=…&amount=…`.',
    );
  }
  const { headings, rows } = await readCsvRows(table.text, MAX_STATEMENT_LINES * 4);
  const fields = mapColumns(headings, settings.columns);
  const statement: Statement = { format: 'csv', lines: [], ignored: 0 };
  for (const { cells = [], errors } of rows) {
    const cell = (field: string) => cleanCell(cells[fields.indexOf(field)] ?? '').trim();
    const line = errors.length === 0 ? readLine(cell, fields, settings) : undefined;
    if (line) statement.lines.push(line);
    else statement.ignored++;
  }
  if (statement.lines.length > MAX_STATEMENT_LINES || rows.length > MAX_STATEMENT_LINES * 4) {
    throw unreadableStatement('The file has too many lines. Export shorter periods.');
  }
  return statement;
}

/** Finds the line with the headings, and returns the text from there. */
function findTable(text: string, columns: ColumnMapping): { text: string } | undefined {
  const errors: FieldError[] = [];
  let start = 0;
  for (let line = 0; line < MAX_LINES_BEFORE && start < text.length; line++) {
    const rest = start === 0 ? text : text.slice(start);
    const [heading] = parseCsv(rest.slice(0, 65_536));
    const headings = (heading?.cells ?? []).map(cleanCell);
    const fields = mapColumns(headings, columns);
    const isComplete = fields.includes('date') && (fields.includes('amount') || fields.includes('credit'));
    const missing = Object.entries(columns).filter(([field]) => !fields.includes(field));
    if (isComplete && missing.length === 0) return { text: rest };
    if (isComplete) {
      for (const [field] of missing)
        errors.push({ in: 'query', path: `/${field}`, message: 'is no heading of the file' });
      break;
    }
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  assertNoErrors(errors);
  return undefined;
}

function mapColumns(headings: readonly string[], columns: ColumnMapping): (string | null)[] {
  const named = headings.map((heading) => {
    const [field] = Object.entries(columns).find(([, name]) => isSame(name, heading)) ?? [];
    return field ?? null;
  });
  const isNamed = new Set(Object.keys(columns));
  return guessColumns(headings, STATEMENT_HEADINGS, named).map((field, index) =>
    named[index] === null && field !== null && isNamed.has(field) ? null : field,
  );
}

function isSame(name: string, heading: string): boolean {
  return name.trim() === heading.trim() || normalizeHeading(name) === normalizeHeading(heading);
}

function readLine(
  cell: (field: string) => string,
  fields: readonly (string | null)[],
  settings: CsvSettings,
): StatementLine | undefined {
  const code = cell('currency').toUpperCase();
  const currency = isCurrency(code) ? code : settings.currency;
  const date = parseStatementDate(cell('date'));
  const written = fields.includes('credit') ? cell('credit') : cell('amount');
  const amount = parseWrittenAmount(written, currency);
  const isDebit = fields.includes('credit') && cell('credit') === '' && cell('debit') !== '';
  if (date === undefined || amount === undefined || amount <= 0 || isDebit) return undefined;
  const bankReference = cleanStatementText(cell('bankReference'), 100);
  const payer = cleanStatementText(cell('payer'), 140);
  return {
    ...{ iban: settings.iban, date, amount, currency },
    booking: bankReference ? { reference: bankReference, place: 0 } : null,
    reference: cleanStatementText(cell('reference'), 100) || null,
    text: cleanStatementText(cell('text')),
    payer: payer || null,
  };
}
