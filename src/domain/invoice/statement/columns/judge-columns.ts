import { normalizeHeading } from '../../../account/import/guess-columns.ts';
import type { FieldError } from '../../../errors.ts';
import type { ColumnMapping } from '../csv-columns.ts';
import { listCurrencies } from '../currency-signs.ts';
import { parseStatementDate } from '../statement-values.ts';
import { readWrittenAmount, type WrittenAmount } from '../written-amount.ts';
import {
  guessAmount,
  guessDate,
  guessText,
  type HeadingGuess,
  type StatementField,
} from './column-headings.ts';
import { findChain } from './find-chain.ts';

/** What the columns of a table hold. */
export interface Columns {
  byField: ReadonlyMap<StatementField, number>;
  /** The columns with a text of the payer or the bank: those whose heading says so come first. */
  texts: readonly number[];
  /** The columns that may say the status or the side of a booking. */
  words: readonly number[];
  /** Columns whose words are asked about if they are not known; of a `direction`, even a single one. */
  kinds: ReadonlyMap<number, 'direction' | 'kind' | 'unknown'>;
  /** Currencies that the heading of the amounts may mean. */
  currencies: readonly string[] | null;
  /** The columns that a caller named and the table does not have. */
  missing: readonly FieldError[];
}

type Kind = 'date' | 'amount' | 'number' | 'currency' | 'account' | 'text' | 'empty';

/** Rows that are looked at to judge columns, of the whole table. */
const SAMPLE_ROWS = 200;

interface Judged {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  kinds: readonly Kind[];
  byField: Map<StatementField, number>;
}

/** Judges by its cells what each column is; headings decide between columns of one kind. */
export function judgeColumns(
  headings: readonly string[],
  all: readonly (readonly string[])[],
  named: ColumnMapping,
): Columns {
  const step = Math.ceil(all.length / SAMPLE_ROWS);
  const filled = all.filter((cells, at) => at % step === 0 && cells.filter(Boolean).length > 2);
  const rows = filled.length > 0 ? filled : all.slice(0, SAMPLE_ROWS);
  const width = Math.max(headings.length, ...rows.map((cells) => cells.length));
  const kinds = Array.from({ length: width }, (_, column) =>
    judgeKind(rows.map((cells) => cells[column] ?? '')),
  );
  const { byField, missing } = findNamed(headings, named);
  const judged: Judged = { headings, rows, kinds, byField };
  const isFree = (column: number) => !byField.values().some((taken) => taken === column);
  pickBest(judged, isFree, ['date'], guessDate, ['date']);
  assignAmounts(judged, isFree);
  pickBest(judged, isFree, ['text', 'number'], guessText, ['payer', 'reference', 'bankReference']);
  pickBest(judged, isFree, ['text', 'number', 'account'], guessOwnAccount, ['account']);
  if (!byField.has('currency')) assignCurrency(judged, isFree);
  const amount = byField.get('credit') ?? byField.get('amount');
  return {
    ...{ byField, missing, ...listTexts(judged, isFree) },
    currencies: amount === undefined ? null : readCurrency(headings[amount] ?? ''),
  };
}

/** Creditor references look alike. */
const IBAN = /^(?!RF)[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;

/** Letters with a short number, such as `Q1`, which is no amount in quetzals. */
const CODE = /^\p{L}{1,2}\d{1,3}$/u;

function judgeKind(cells: readonly string[]): Kind {
  const filled = cells.filter((cell) => cell !== '');
  const most = (test: (cell: string) => boolean) => 2 * filled.filter(test).length >= filled.length;
  if (filled.length === 0) return 'empty';
  if (most((cell) => parseStatementDate(cell) !== undefined || parseStatementDate(cell, 'mdy') !== undefined))
    return 'date';
  if (most((cell) => IBAN.test(cell.replaceAll(' ', '')))) return 'account';
  const amounts = filled.flatMap((cell) => (CODE.test(cell) ? [] : (readWrittenAmount(cell) ?? [])));
  if (2 * amounts.length >= filled.length) return amounts.some(isEvidentAmount) ? 'amount' : 'number';
  if (most((cell) => cell.length <= 5 && listCurrencies(cell).length > 0)) return 'currency';
  return 'text';
}

/** Whether an amount is no mere number: it has decimals, groups, a sign or a currency. */
function isEvidentAmount({ decimal, currencies, isNegative }: WrittenAmount): boolean {
  return decimal !== 'none' || currencies !== null || isNegative;
}

function findNamed(
  headings: readonly string[],
  named: ColumnMapping,
): Pick<Columns, 'missing'> & Pick<Judged, 'byField'> {
  const byField = new Map<StatementField, number>();
  const missing: FieldError[] = [];
  for (const [field, name] of Object.entries(named) as [StatementField, string][]) {
    const exact = headings.findIndex((heading) => heading.trim() === name.trim());
    const column = exact >= 0 ? exact : headings.map(normalizeHeading).indexOf(normalizeHeading(name));
    if (column >= 0) byField.set(field, column);
    else missing.push({ in: 'query', path: `/${field}`, message: 'is no heading of the file' });
  }
  return { byField, missing };
}

type Guess = (heading: string) => HeadingGuess<string> | undefined;

/** Takes for each field the column of some kinds whose heading fits best. */
function pickBest(
  { headings, kinds, byField }: Judged,
  isFree: (column: number) => boolean,
  ofKinds: readonly Kind[],
  guess: Guess,
  fields: readonly StatementField[],
): void {
  const best = new Map<string, { column: number; rank: number }>();
  for (const [column, kind] of kinds.entries()) {
    if (!ofKinds.includes(kind) || !isFree(column)) continue;
    const { field, rank } = guess(headings[column] ?? '') ?? { field: 'date', rank: UNKNOWN_RANK };
    if (rank < (best.get(field)?.rank ?? Number.POSITIVE_INFINITY)) best.set(field, { column, rank });
  }
  for (const field of fields) {
    const found = best.get(field);
    if (found && !byField.has(field)) byField.set(field, found.column);
  }
}

const UNKNOWN_RANK = 1000;

function guessOwnAccount(heading: string): HeadingGuess<string> | undefined {
  return /^(iban)?auftragskonto$|^accountiban$/.test(normalizeHeading(heading))
    ? { field: 'account', rank: 0 }
    : undefined;
}

/** Finds the amounts by their headings, or by a balance that changes by them. */
function assignAmounts(judged: Judged, isFree: (column: number) => boolean): void {
  const { headings, rows, kinds, byField } = judged;
  // A column for debits may be empty, and amounts without decimals are known by their heading alone.
  pickBest(judged, isFree, ['amount', 'number', 'empty'], guessAmount, ['credit', 'debit']);
  pickBest(judged, isFree, ['amount', 'number'], guessAmount, ['amount', 'balance']);
  if (byField.has('amount') && byField.has('credit'))
    byField.delete(byField.has('debit') ? 'amount' : 'credit');
  if (byField.has('amount') || byField.has('credit')) return;
  const unknown = [...kinds.keys()].filter(
    (column) =>
      kinds[column] === 'amount' && isFree(column) && guessAmount(headings[column] ?? '')?.field !== 'other',
  );
  const fixed = byField.get('balance');
  const columns = fixed === undefined ? unknown : [...unknown, fixed];
  const chain = findChain(rows, columns, fixed);
  for (const [field, column] of Object.entries(chain ?? {})) byField.set(field as StatementField, column);
  const [only, ...others] = unknown;
  if (!chain && only !== undefined && others.length === 0)
    byField.set(byField.has('debit') ? 'credit' : 'amount', only);
}

/** The currency next to the amount, unless a heading says that it is the original one. */
function assignCurrency({ headings, kinds, byField }: Judged, isFree: (column: number) => boolean): void {
  const amount = byField.get('credit') ?? byField.get('amount') ?? 0;
  const distance = (column: number) =>
    Math.abs(column - amount - 0.5) + (guessAmount(headings[column] ?? '')?.field === 'other' ? 1000 : 0);
  const said = [...kinds.keys()].find(
    (column) => kinds[column] === 'text' && guessText(headings[column] ?? '')?.field === 'currency',
  );
  const [nearest] = [...kinds.keys()]
    .filter((column) => kinds[column] === 'currency' && isFree(column))
    .sort((a, b) => distance(a) - distance(b));
  if (nearest !== undefined && distance(nearest) < 1000) byField.set('currency', nearest);
  else if (said !== undefined) byField.set('currency', said);
}

/** Everything that is no date, amount, currency, balance or account is text. */
function listTexts(
  { headings, rows, kinds, byField }: Judged,
  isFree: (column: number) => boolean,
): Pick<Columns, 'texts' | 'words' | 'kinds'> {
  const guesses = headings.map((heading) => guessText(heading)?.field);
  const named = byField.get('text');
  // A heading may name an account and mean the name of its holder.
  const hasDigits = (column: number) => rows.some((cells) => /\d{4}/.test(cells[column] ?? ''));
  const texts = [...kinds.keys()].filter(
    (column) =>
      (isFree(column) || column === named) &&
      ['text', 'number'].includes(kinds[column] ?? '') &&
      (guesses[column] !== 'account' || !hasDigits(column)),
  );
  const isSaid = (column: number) => guesses[column] === 'text' || column === named;
  return {
    texts:
      named === undefined ? [...texts.filter(isSaid), ...texts.filter((column) => !isSaid(column))] : [named],
    words: texts.filter((column) => !isSaid(column)),
    kinds: new Map(
      texts.flatMap((column): [number, 'direction' | 'kind' | 'unknown'][] => {
        const guess = guesses[column] ?? (kinds[column] === 'text' ? 'unknown' : undefined);
        return guess === 'direction' || guess === 'kind' || guess === 'unknown' ? [[column, guess]] : [];
      }),
    ),
  };
}

/** Reads the currency of `Gutschrift in CHF`, `Amount (EUR)` and `Betrag (€)`, `amount_usd`. */
function readCurrency(heading: string): readonly string[] | null {
  const [, word = ''] =
    /(?:^|[\s(_])([A-Z]{3}|(?<=_)[a-z]{3}|[^\s()]{0,3}\p{Sc}) ?\)?\s*$/u.exec(heading.slice(-20)) ?? [];
  const currencies = word === '' ? [] : listCurrencies(word);
  return currencies.length > 0 ? currencies : null;
}
