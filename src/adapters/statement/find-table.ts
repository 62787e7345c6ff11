import { cleanCell } from '../../domain/account/export/csv.ts';
import { type CsvRow, MAX_CSV_COLUMNS, parseCsv } from '../../domain/account/import/csv.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { MAX_STATEMENT_LINES } from '../../domain/invoice/statement/bank-line.ts';
import type { ColumnMapping } from '../../domain/invoice/statement/csv-columns.ts';
import type { StatementField } from '../../domain/invoice/statement/csv-headings.ts';
import { parseStatementDate } from '../../domain/invoice/statement/statement-values.ts';
import { readWrittenAmount } from '../../domain/invoice/statement/written-amount.ts';
import { isCurrency } from '../../domain/money/currency.ts';
import { type Columns, mapColumns } from './map-columns.ts';
import { unreadableStatement } from './statement-problem.ts';

/** The table of a file, without its headings, and what is said before it. */
export interface Table {
  columns: Columns;
  rows: CsvRow[];
  /** The lines about the account before the table. */
  before: readonly string[][];
}

/** Banks put lines about the account before the table. */
const MAX_LINES_BEFORE = 40;
/** Longer than a line with as many headings as are allowed. */
const MAX_HEADING_LINE = 65_536;
export const MAX_STATEMENT_ROWS = 4 * MAX_STATEMENT_LINES;

/** Finds the line with the headings and reads the table below it, or a table without headings whose columns are evident. */
export function findTable(text: string, named: ColumnMapping): Table {
  const before: string[][] = [];
  let start = 0;
  for (let line = 0; line < MAX_LINES_BEFORE && start < text.length; line++) {
    const cells = readFirstRow(text.slice(start, start + MAX_HEADING_LINE));
    const columns = mapColumns(cells, named);
    if (isComplete(columns)) {
      assertNoErrors(columns.missing);
      const [, ...rows] = readRows(text.slice(start));
      return { columns, rows: rows.map((row) => ({ ...row, line: row.line + line })), before };
    }
    before.push(cells);
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return findBareTable(text, named);
}

function isComplete({ byField }: Columns): boolean {
  return byField.has('date') && (byField.has('amount') || byField.has('credit'));
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

/** Rows that are looked at to find out what the columns of a table without headings hold. */
const SAMPLE_ROWS = 50;

/** Reads a table without headings if exactly one column holds amounts: the first dates are those of booking. */
function findBareTable(text: string, named: ColumnMapping): Table {
  const columns = Object.keys(named).length > 0 ? undefined : guessBareColumns(readSample(text));
  if (columns) return { columns, rows: readRows(text), before: [] };
  throw unreadableStatement(
    'No line of the file names a column for the date and one for the amount (or the credits). Name them: `?date=…&amount=…`.',
  );
}

function readSample(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of parseCsv(text.slice(0, SAMPLE_ROWS * 2000))) {
    if (row && rows.push(row) === SAMPLE_ROWS) break;
  }
  return rows;
}

function guessBareColumns(rows: readonly CsvRow[]): Columns | undefined {
  const [first] = rows;
  const width = first?.cells.length ?? 0;
  if (!first || width < 3 || width > MAX_CSV_COLUMNS || rows.some((row) => row.cells.length !== width))
    return undefined;
  const holds = (column: number, test: (cell: string) => boolean) =>
    rows.every(({ cells }) => test((cells[column] ?? '').trim()));
  const all = [...first.cells.keys()];
  const dates = all.filter((column) => holds(column, (cell) => parseStatementDate(cell) !== undefined));
  const currencies = all.filter((column) => holds(column, isCurrency));
  const amounts = all.filter((column) => !dates.includes(column) && holds(column, isAmountWithDecimals));
  const [date, amount] = [dates[0], amounts[0]];
  if (date === undefined || amount === undefined || amounts.length > 1) return undefined;
  const texts = all.filter((column) => ![...dates, ...currencies, amount].includes(column));
  const byField = new Map<StatementField, number>([
    ['date', date],
    ['amount', amount],
  ]);
  if (currencies[0] !== undefined) byField.set('currency', currencies[0]);
  return { byField, texts, others: [...dates, ...currencies], currency: null, missing: [] };
}

function isAmountWithDecimals(cell: string): boolean {
  const decimal = readWrittenAmount(cell)?.decimal;
  return decimal === '.' || decimal === ',';
}
