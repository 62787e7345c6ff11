import { cleanCell } from '../../domain/account/export/csv.ts';
import { type CsvRow, MAX_CSV_COLUMNS, parseCsv } from '../../domain/account/import/csv.ts';
import { normalizeHeading } from '../../domain/account/import/guess-columns.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { MAX_STATEMENT_LINES } from '../../domain/invoice/statement/bank-line.ts';
import {
  guessAmount,
  guessDate,
  type StatementField,
} from '../../domain/invoice/statement/columns/column-headings.ts';
import { type Columns, judgeColumns } from '../../domain/invoice/statement/columns/judge-columns.ts';
import type { ColumnMapping } from '../../domain/invoice/statement/csv-columns.ts';
import { parseStatementDate } from '../../domain/invoice/statement/statement-values.ts';
import { readWrittenAmount } from '../../domain/invoice/statement/written-amount.ts';
import { unreadableStatement } from './statement-problem.ts';

/** The table of a file, without its headings, and what is said before it. */
export interface Table {
  columns: Columns;
  headings: readonly string[];
  rows: CsvRow[];
  /** The lines about the account before the table. */
  before: readonly string[][];
}

/** Banks put lines about the account before the table. */
const MAX_LINES_BEFORE = 40;
/** Longer than a line with as many headings as are allowed. */
const MAX_HEADING_LINE = 65_536;
export const MAX_STATEMENT_ROWS = 4 * MAX_STATEMENT_LINES;

/**
 * Finds the table: below the first line that names a date and an amount, else below the line before the first row that has both,
 * else from the first line.
 */
export function findTable(text: string, named: ColumnMapping): Table {
  const before: string[][] = [];
  let start = 0;
  let guessed: Place | undefined;
  for (let line = 0; line < MAX_LINES_BEFORE && start < text.length; line++) {
    const cells = readFirstRow(text.slice(start, start + MAX_HEADING_LINE));
    const place = { start, line, headings: cells, before: [...before] };
    const isData = isDataRow(cells);
    if (!isData && isHeading(cells, named)) {
      const table = readTable(text, place, named, MAX_HEADING_LINE);
      if (hasMeantHeadings(table, named)) return completeTable(text, place, named);
    }
    if (!isData && cells.filter(Boolean).length > 2 && hasDataBelow(text, start)) guessed ??= place;
    before.push(cells);
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return completeTable(text, guessed ?? { start: 0, line: 0, headings: [], before: [] }, named);
}

/** Where the headings of a table may be. */
interface Place {
  start: number;
  line: number;
  headings: string[];
  before: readonly string[][];
}

function completeTable(text: string, place: Place, named: ColumnMapping): Table {
  const table = readTable(text, place, named);
  if (place.headings.length > 0) assertNoErrors(table.columns.missing);
  if (table.rows.length === 0 && place.headings.length > 0)
    throw unreadableStatement('The file has no entries.');
  const { byField } = table.columns;
  if (byField.has('date') && AMOUNTS.some((field) => byField.has(field))) return table;
  throw unreadableStatement(
    'No columns of the file are certain to hold the date and the amount (or the credits). Name them in `date` and `amount`.',
  );
}

const AMOUNTS = ['amount', 'credit', 'debit'] as const;

/** Reads the table below its headings, of which `length` characters are enough to judge them. */
function readTable(
  text: string,
  { start, line, headings, before }: Place,
  named: ColumnMapping,
  length?: number,
): Table {
  const rows = readRows(text.slice(start, length && start + length)).slice(headings.length > 0 ? 1 : 0);
  const columns = judgeColumns(
    headings,
    rows.map(({ cells }) => cells),
    named,
  );
  return { columns, headings, rows: rows.map((row) => ({ ...row, line: row.line + line })), before };
}

/** Whether the columns of the date and the amount are those that the headings name. A line about the account may name both too. */
function hasMeantHeadings({ columns: { byField }, headings, rows }: Table, named: ColumnMapping): boolean {
  if (rows.length === 0) return true;
  const heading = (field: StatementField) => headings[byField.get(field) ?? -1] ?? '';
  const isDateNamed = 'date' in named || guessDate(heading('date')) !== undefined;
  return (
    isDateNamed && AMOUNTS.some((field) => field in named || guessAmount(heading(field))?.field === field)
  );
}

/** Whether a line names a column for the date and one for amounts. */
function isHeading(cells: readonly string[], named: ColumnMapping): boolean {
  const names = Object.entries(named).flatMap(([field, name]) =>
    cells.some((cell) => normalizeHeading(cell) === normalizeHeading(name)) ? [field] : [],
  );
  const hasDate = names.includes('date') || cells.some((cell) => guessDate(cell));
  const isAmount = (cell: string) => ['amount', 'credit'].includes(guessAmount(cell)?.field ?? '');
  const hasAmount = names.includes('amount') || names.includes('credit') || cells.some(isAmount);
  return hasDate && hasAmount && cells.filter(Boolean).length > 1;
}

function isDataRow(cells: readonly string[]): boolean {
  return cells.some(isDate) && cells.some((cell) => !isDate(cell) && readWrittenAmount(cell) !== undefined);
}

function isDate(cell: string): boolean {
  return (parseStatementDate(cell) ?? parseStatementDate(cell, 'mdy')) !== undefined;
}

/** Whether the next row with several cells is one of a table. */
function hasDataBelow(text: string, start: number): boolean {
  const [heading, next] = readSample(text.slice(start, start + MAX_HEADING_LINE));
  return (
    heading !== undefined &&
    next !== undefined &&
    next.cells.length >= heading.cells.length - 1 &&
    isDataRow(next.cells)
  );
}

function readFirstRow(text: string): string[] {
  for (const row of parseCsv(text)) {
    if (row) return row.cells.map(cleanStatementCell);
    // The line has more fields than are read in one step.
  }
  return [];
}

function readRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of parseCsv(text)) {
    if (!row) continue;
    if (row.cells.length > MAX_CSV_COLUMNS) throw tooWide(row);
    if (rows.push({ ...row, cells: row.cells.map(cleanStatementCell) }) > MAX_STATEMENT_ROWS + 1) {
      throw unreadableStatement('The file has too many lines. Export shorter periods.');
    }
  }
  return rows;
}

function tooWide({ line }: CsvRow) {
  const most = MAX_CSV_COLUMNS.toLocaleString('en');
  return unreadableStatement(
    `The file has a row of more than ${most} columns near line ${line}, which is no bank statement.`,
  );
}

/** Some banks write texts as formulas: `="CHF"`. */
function cleanStatementCell(cell: string): string {
  const [, quoted] = /^="([^"]*)"$/.exec(cell.trim()) ?? [];
  return cleanCell(quoted ?? cell);
}

function readSample(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of parseCsv(text)) {
    const cells = row?.cells.map(cleanStatementCell) ?? [];
    // Some banks put a line of asterisks below the headings.
    if (row && cells.some((cell) => /[\p{L}\p{N}]/u.test(cell)) && rows.push({ ...row, cells }) === 2) break;
  }
  return rows;
}
