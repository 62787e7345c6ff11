import type { CsvRow } from '../../domain/account/import/csv.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import {
  cleanBankReference,
  cleanStatementText,
  type IgnoredReason,
  MAX_STATEMENT_LINES,
  type Statement,
  type StatementLine,
} from '../../domain/invoice/statement/bank-line.ts';
import type { CsvSettings, DateOrder } from '../../domain/invoice/statement/csv-columns.ts';
import {
  findSide,
  isPendingStatus,
  isPendingText,
  type StatementField,
} from '../../domain/invoice/statement/csv-headings.ts';
import { findDateOrder, parseStatementDate } from '../../domain/invoice/statement/statement-values.ts';
import {
  findCurrency,
  findWritingStyle,
  readWrittenAmount,
  toMinorUnits,
  type WritingStyle,
} from '../../domain/invoice/statement/written-amount.ts';
import { isCurrency } from '../../domain/money/currency.ts';
import { describeAccount } from './describe-account.ts';
import { findTable, type Table } from './find-table.ts';
import { tooManyLines } from './statement-problem.ts';

/** Facts that apply to all rows of a file. */
interface Reading {
  table: Table;
  currency: string;
  iban: string;
  dateOrder: DateOrder;
  style: WritingStyle;
}

/** Reads the CSV file of a bank. Columns are named by the caller or guessed by their headings. */
export function readStatementCsv(text: string, settings: CsvSettings): Statement {
  const table = findTable(text, settings.columns);
  const { iban, currency = settings.currency } = describeAccount(table.before);
  const dateOrder = decideDateOrder(table, settings, table.columns.currency ?? currency);
  const style = {
    ...findWritingStyle(listAmounts(table)),
    ...(settings.decimal && { decimal: settings.decimal }),
  };
  const reading: Reading = { table, currency, iban, dateOrder, style };
  const statement: Statement = { format: 'csv', lines: [], ignored: [] };
  for (const [entry, row] of table.rows.entries()) {
    const line = readRow(reading, row, entry);
    if (typeof line === 'string') statement.ignored.push({ line: row.line, reason: line });
    else statement.lines.push(line);
  }
  if (statement.lines.length > MAX_STATEMENT_LINES) throw tooManyLines();
  return statement;
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
  const message =
    'is needed: every date of the file is valid with the day first and with the month first. Say which: `?dateOrder=dmy` or `?dateOrder=mdy`';
  assertNoErrors([{ in: 'query', path: '/dateOrder', message }]);
  return 'dmy';
}

/** Returns the payment of a row, or why it is none. */
function readRow(reading: Reading, row: CsvRow, entry: number): StatementLine | IgnoredReason {
  const { table, dateOrder } = reading;
  if (row.error) return 'unreadable';
  const cell = (field: StatementField) => getCell(table, row, field);
  const date = parseStatementDate(cell('date'), dateOrder);
  // A pending booking often has no date yet.
  if (isPending(table, row)) return 'pending';
  if (date === undefined) return 'date';
  const money = readMoney(reading, row);
  if (typeof money === 'string') return money;
  const payer = cleanStatementText(cell('payer'), 140) || null;
  const iban = reading.iban || cell('account').replaceAll(/\s/g, '').toUpperCase();
  return {
    ...{ iban: isIban(iban) ? iban : '', date, ...money, payer, entry },
    bankReference: cleanBankReference(cell('bankReference')),
    ...readRemittance(table, row),
  };
}

function isPending({ columns }: Table, { cells }: CsvRow): boolean {
  return (
    columns.others.some((column) => isPendingStatus(cells[column] ?? '')) ||
    columns.texts.some((column) => isPendingText(cells[column] ?? ''))
  );
}

function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(text);
}

function readMoney(
  { table, currency: fallback, style }: Reading,
  row: CsvRow,
): { amount: number; currency: string } | IgnoredReason {
  const cell = (field: StatementField) => getCell(table, row, field);
  const hasCredits = table.columns.byField.has('credit');
  const written = readWrittenAmount(cell(hasCredits ? 'credit' : 'amount'));
  if (!written) return hasCredits && cell('credit') === '' && cell('debit') !== '' ? 'debit' : 'amount';
  const code = cell('currency');
  const named = code === '' ? null : findCurrency(code.length > 3 ? '?' : code);
  const currency = written.currency ?? table.columns.currency ?? named ?? fallback;
  if (named === undefined || !isCurrency(currency)) return 'currency';
  const amount = toMinorUnits(written, currency, style);
  if (amount === 'unclear') throw unclearAmount(written.number, row.line);
  if (amount === undefined) return 'amount';
  if (amount === 0) return hasCredits && cell('debit') !== '' ? 'debit' : 'zero_amount';
  return amount < 0 || findSide(cell('direction')) === 'debit' ? 'debit' : { amount, currency };
}

function unclearAmount(number: string, line: number): never {
  const message = `is needed: the file does not show whether the "${number}" in line ${line} has decimals or thousands. Say what comes before the decimals: \`?decimal=point\` or \`?decimal=comma\``;
  assertNoErrors([{ in: 'query', path: '/decimal', message }]);
  throw new Error('unreachable');
}

/** A column for references may hold a QR or creditor reference, or what the payer wrote. */
function readRemittance({ columns }: Table, row: CsvRow): Pick<StatementLine, 'reference' | 'text'> {
  const said = row.cells[columns.byField.get('reference') ?? -1] ?? '';
  const isStructured = /^(?:RF\d{2}[A-Z0-9 ]{1,30}|\d[\d ]{4,40})$/i.test(said);
  const texts = columns.texts.map((column) => row.cells[column] ?? '');
  if (!isStructured && cleanBankReference(said) !== null) texts.push(said);
  return {
    reference: isStructured ? cleanStatementText(said, 100) : null,
    text: cleanStatementText(texts.filter((text) => text !== '').join(' ')),
  };
}
