import { Problem } from '../../errors.ts';

/** Columns of a CSV statement that a caller can name. */
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
export type ColumnMapping = Readonly<Partial<Record<(typeof STATEMENT_COLUMNS)[number], string>>>;

/** The character before the decimals of an amount. */
export const DECIMAL_SIGNS = { point: '.', comma: ',' } as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[keyof typeof DECIMAL_SIGNS];

/** Whether the day or the month comes first in `03/04/2026`. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** What a caller says about a CSV file. Everything else is guessed. */
export interface CsvOptions {
  /** `currency` may also be the code of all amounts that name none, or not a certain one. */
  columns: ColumnMapping;
  decimal?: DecimalSign | undefined;
  dateOrder?: DateOrder | undefined;
  /** Words of the file that say on which side an amount without a sign is. */
  moneyIn?: readonly string[] | undefined;
  moneyOut?: readonly string[] | undefined;
}

/** The options that a file may leave open, so that a person is asked. */
export const ASKED_OPTIONS = ['decimal', 'dateOrder', 'currency', 'moneyIn'] as const;
export type AskedOption = (typeof ASKED_OPTIONS)[number];

/** Rejects a file until somebody says what it leaves open. What may be chosen is in quotation marks. */
export function askFor(option: AskedOption, question: string): never {
  throw new Problem('validation_failed', `The file leaves something open: \`${option}\` ${question}`, {
    errors: [{ in: 'query', path: `/${option}`, message: question }],
  });
}

/** Lists what may be chosen. */
export function listChoices(question: string): string[] {
  return [...question.matchAll(/"([^"]*)"/g)].map(([, choice = '']) => choice);
}

/** What the account says about its files. */
export interface CsvSettings extends CsvOptions {
  /** Currency of files that name none. */
  currency: string;
  /** Country of the business, which decides the order of dates that the file leaves open. */
  country: string | null;
}
