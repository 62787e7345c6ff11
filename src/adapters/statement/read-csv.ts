import type { CsvRow } from '../../domain/account/import/csv.ts';
import {
  type ColumnUse,
  cleanBankReference,
  cleanStatementText,
  type IgnoredReason,
  MAX_STATEMENT_LINES,
  type Statement,
  type StatementLine,
} from '../../domain/invoice/statement/bank-line.ts';
import { findBalanceSides } from '../../domain/invoice/statement/columns/balance-sides.ts';
import { chooseDirection, type Direction } from '../../domain/invoice/statement/columns/choose-direction.ts';
import type { StatementField } from '../../domain/invoice/statement/columns/column-headings.ts';
import { createSideReader, findSide, type Side } from '../../domain/invoice/statement/columns/direction.ts';
import {
  isBalanceText,
  isPendingStatus,
  isPendingText,
} from '../../domain/invoice/statement/columns/pending-words.ts';
import { askFor, type CsvSettings, type DateOrder } from '../../domain/invoice/statement/csv-columns.ts';
import { listCurrencies, pickCurrency } from '../../domain/invoice/statement/currency-signs.ts';
import { findDateOrder, parseStatementDate } from '../../domain/invoice/statement/statement-values.ts';
import {
  findWritingStyle,
  readWrittenAmount,
  toMinorUnits,
  type WritingStyle,
  type WrittenAmount,
} from '../../domain/invoice/statement/written-amount.ts';
import { isCurrency } from '../../domain/money/currency.ts';
import { describeAccount } from './describe-account.ts';
import { findTable, type Table } from './find-table.ts';
import { tooManyLines } from './statement-problem.ts';

/** Facts that apply to all rows of a file. */
interface Reading {
  table: Table;
  settings: CsvSettings;
  /** Currency of amounts that name none. */
  currency: string;
  iban: string;
  dateOrder: DateOrder;
  style: WritingStyle;
  direction: Direction | undefined;
  /** By row, if only the balance says them. */
  sides: ReadonlyMap<CsvRow, Side> | undefined;
  /** Of most dates. A line about the period has others, such as 2026-03-31 above 27-03-2026. */
  isYearFirst: boolean;
}

/** Reads the CSV file of a bank. Columns are named by the caller or judged by their cells and headings. */
export function readStatementCsv(text: string, options: CsvSettings): Statement {
  const settings = withCurrency(options);
  const table = findTable(text, settings.columns);
  const described = describeAccount(table.before);
  const currency = options === settings ? (described.currency ?? settings.currency) : settings.currency;
  const dateOrder = decideDateOrder(table, settings, table.columns.currencies?.[0] ?? currency);
  const amounts = listAmounts(table);
  const style = { ...findWritingStyle(amounts), ...(settings.decimal && { decimal: settings.decimal }) };
  const { direction, sides } = findSides(table, settings, dateOrder);
  const dates = table.rows.map((row) => getCell(table, row, 'date')).filter((date) => /\d/.test(date));
  const reading: Reading = {
    table,
    settings: { ...settings, currency },
    currency,
    iban: described.iban,
    dateOrder,
    style,
    direction,
    sides,
    isYearFirst: 2 * dates.filter(isYearFirst).length > dates.length,
  };
  const statement: Statement = {
    format: 'csv',
    columns: describeColumns(table, direction),
    lines: [],
    ignored: [],
  };
  for (const [entry, row] of table.rows.entries()) {
    const line = readRow(reading, row, entry);
    if (typeof line === 'string') statement.ignored.push({ line: row.line, reason: line });
    else statement.lines.push(line);
  }
  if (statement.lines.length > MAX_STATEMENT_LINES) throw tooManyLines();
  return statement;
}

function isYearFirst(date: string): boolean {
  return /^\d{4}/.test(date);
}

/** A caller may name the currency itself instead of its column: then it is the only one that signs may mean. */
function withCurrency(settings: CsvSettings): CsvSettings {
  const { currency: named, ...columns } = settings.columns;
  const code = named?.toUpperCase() ?? '';
  return isCurrency(code) ? { ...settings, columns, currency: code, country: null } : settings;
}

/** The sides matter where no amount has a sign. A column says them, or else a balance that changes by the amounts. */
function findSides(
  table: Table,
  { moneyIn = [], moneyOut = [] }: CsvSettings,
  dateOrder: DateOrder,
): Pick<Reading, 'direction' | 'sides'> {
  const { columns } = table;
  if (columns.byField.has('credit')) return { direction: undefined, sides: undefined };
  const rows = table.rows.flatMap((row) => {
    const date = getCell(table, row, 'date');
    const day = parseStatementDate(date, dateOrder);
    return day || parseStatementDate(date, 'dmy') || parseStatementDate(date, 'mdy') ? [{ row, day }] : [];
  });
  const isSigned = rows.some(({ row }) => {
    const cell = getCell(table, row, 'amount');
    return readWrittenAmount(cell)?.isNegative || findSide(cell.replaceAll(/[\d.,\s]/g, '')) !== undefined;
  });
  const cells = rows.map(({ row }) => row.cells);
  const direction = chooseDirection(columns, cells, !isSigned, createSideReader({ moneyIn, moneyOut }));
  const [first = '', last = ''] = [rows[0]?.day, rows.at(-1)?.day];
  const shown = direction || isSigned ? undefined : findBalanceSides(cells, columns.byField, first > last);
  const sides = shown?.flatMap((side, at) => (rows[at] && side ? [[rows[at].row, side] as const] : []));
  return { direction, sides: sides && new Map(sides) };
}

/** Says what each column was taken for, so that a person can see it. */
function describeColumns({ columns, headings }: Table, direction: Direction | undefined): ColumnUse[] {
  const fields = new Map<number, StatementField>(columns.texts.map((column) => [column, 'text']));
  for (const [field, column] of columns.byField) fields.set(column, field);
  if (direction) fields.set(direction.column, 'direction');
  return [...fields]
    .sort(([a], [b]) => a - b)
    .map(([column, field]) => ({
      column: column + 1,
      heading: cleanStatementText(headings[column] ?? '', 100),
      field,
    }));
}

function getCell({ columns }: Table, { cells }: CsvRow, field: StatementField): string {
  return cells[columns.byField.get(field) ?? -1] ?? '';
}

/** Lists the amounts of all columns that hold some: the balance shows how a bank writes them too. */
function listAmounts(table: Table) {
  const fields = (['amount', 'credit', 'debit', 'balance'] as const).filter((field) =>
    table.columns.byField.has(field),
  );
  return table.rows.flatMap((row) =>
    fields.flatMap((field) => readWrittenAmount(getCell(table, row, field)) ?? []),
  );
}

/** Countries that write the month first. */
const MONTH_FIRST = ['US', 'PH', 'FM', 'MH', 'PW'];

/** Decides by the dates of the file, or else by the country, unless the file is in US dollars and the country is another one. */
function decideDateOrder(table: Table, { dateOrder, country }: CsvSettings, currency: string): DateOrder {
  const found = dateOrder ?? findDateOrder(table.rows.map((row) => getCell(table, row, 'date')));
  if (found) return found;
  if (found === null) return 'dmy';
  const isMonthFirst = MONTH_FIRST.includes(country ?? '');
  if (country !== null && isMonthFirst === (currency === 'USD')) return isMonthFirst ? 'mdy' : 'dmy';
  return askFor(
    'dateOrder',
    'is needed: every date of the file is valid with the day first and with the month first. Say which: `?dateOrder=dmy` or `?dateOrder=mdy`',
  );
}

/** Returns the payment of a row, or why it is none. */
function readRow(reading: Reading, row: CsvRow, entry: number): StatementLine | IgnoredReason {
  const { table, dateOrder } = reading;
  if (row.error) return 'unreadable';
  const cell = (field: StatementField) => getCell(table, row, field);
  const date = parseStatementDate(cell('date'), dateOrder);
  // A pending booking often has no date yet.
  if (isPending(table, row)) return 'pending';
  if (date === undefined || isYearFirst(cell('date')) !== reading.isYearFirst) return 'date';
  if (row.cells.some(isBalanceText)) return 'balance';
  const money = readMoney(reading, row);
  if (typeof money === 'string') return money;
  const payer = cleanStatementText(cell('payer'), 140) || null;
  const iban = reading.iban || cell('account').replaceAll(/\s/g, '').toUpperCase();
  return {
    ...{ iban: isIban(iban) ? iban : '', date, ...money, payer, entry },
    bankReference: cleanBankReference(cell('bankReference')),
    ...readRemittance(table, row, reading.direction),
  };
}

function isPending({ columns }: Table, { cells }: CsvRow): boolean {
  return (
    columns.words.some((column) => isPendingStatus(cells[column] ?? '')) ||
    columns.texts.some((column) => isPendingText(cells[column] ?? ''))
  );
}

function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(text);
}

function readMoney(reading: Reading, row: CsvRow): { amount: number; currency: string } | IgnoredReason {
  const { table, style, direction, sides } = reading;
  const { byField } = table.columns;
  const cell = (field: StatementField) => getCell(table, row, field);
  const hasCredits = !byField.has('amount');
  const written = readWrittenAmount(cell(hasCredits ? 'credit' : 'amount'));
  if (!written)
    return hasCredits && cell('credit').replace(/^[-–]$/, '') === '' && cell('debit') !== ''
      ? 'debit'
      : 'amount';
  const currency = findRowCurrency(reading, written, cell('currency'), row.line);
  if (currency === undefined) return 'currency';
  const amount = toMinorUnits(written, currency, style);
  if (amount === 'unclear') return unclearAmount(written.number, row.line);
  if (amount === undefined) return 'amount';
  if (amount === 0) return hasCredits && cell('debit') !== '' ? 'debit' : 'zero_amount';
  const side = direction?.findSide(row.cells[direction.column] ?? '') ?? sides?.get(row);
  // Of an amount whose side is not said, nobody knows whether it was received.
  if ((direction || sides) && !side) return 'amount';
  return amount < 0 || side === 'debit' ? 'debit' : { amount, currency };
}

/** That next to the amount, else of its heading, else of its column, else of the file. What comes later decides about signs. */
function findRowCurrency(
  { table, settings, currency: fallback }: Reading,
  { currencies }: WrittenAmount,
  cell: string,
  line: number,
): string | undefined {
  const named = cell === '' ? null : listCurrencies(cell);
  if (named?.length === 0) return undefined;
  const known = [currencies, table.columns.currencies, named].filter((list) => list !== null);
  const [candidates] = known;
  if (!candidates) return fallback;
  const certain = known.find((list) => list.length === 1)?.[0];
  if (certain !== undefined && (candidates.includes(certain) || candidates.length === 1))
    return candidates.length === 1 ? candidates[0] : certain;
  if (certain !== undefined) return undefined;
  const picked = pickCurrency(candidates, settings);
  if (picked !== undefined) return picked;
  const choices = candidates.map((code) => `"${code}"`).join(', ');
  return askFor(
    'currency',
    `is needed: the sign of the amount in line ${line} may mean ${choices}. Say which: \`?currency=…\``,
  );
}

function unclearAmount(number: string, line: number): never {
  return askFor(
    'decimal',
    `is needed: the file does not show whether the ${number} in line ${line} has decimals or thousands. Say what comes before the decimals: \`?decimal=point\` or \`?decimal=comma\``,
  );
}

/** A column for references may hold a QR or creditor reference, or what the payer wrote. */
function readRemittance(
  { columns }: Table,
  row: CsvRow,
  direction: Direction | undefined,
): Pick<StatementLine, 'reference' | 'text'> {
  const said = row.cells[columns.byField.get('reference') ?? -1] ?? '';
  const isStructured = /^(?:RF\d{2}[A-Z0-9 ]{1,30}|\d[\d ]{4,40})$/i.test(said);
  const texts = columns.texts.map((column) =>
    column === direction?.column ? '' : (row.cells[column] ?? ''),
  );
  if (!isStructured) texts.push(said);
  return {
    reference: isStructured ? cleanStatementText(said, 100) : null,
    text: cleanStatementText(texts.filter((text) => cleanBankReference(text) !== null).join(' ')),
  };
}
