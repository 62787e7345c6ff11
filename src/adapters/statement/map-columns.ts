import { normalizeHeading } from '../../domain/account/import/guess-columns.ts';
import type { FieldError } from '../../domain/errors.ts';
import type { ColumnMapping } from '../../domain/invoice/statement/csv-columns.ts';
import { STATEMENT_HEADINGS, type StatementField } from '../../domain/invoice/statement/csv-headings.ts';
import { isCurrency } from '../../domain/money/currency.ts';

/** The columns of a table by field: one each, and all of the text. */
export interface Columns {
  byField: ReadonlyMap<StatementField, number>;
  texts: readonly number[];
  /** The columns that hold none of the text of a person, such as a status. */
  others: readonly number[];
  /** Currency that the heading of the amounts names. */
  currency: string | null;
  /** The columns that a caller named and the table does not have. */
  missing: readonly FieldError[];
}

interface Guess {
  field: StatementField;
  /** The lower, the better. */
  rank: number;
}

/** A longer heading is a sentence, and not known here. */
const MAX_HEADING_LENGTH = 100;
/** A part of a heading counts less than the whole. */
const PART_RANK = 1000;

const index = new Map<string, Guess>();
for (const [field, list] of Object.entries(STATEMENT_HEADINGS)) {
  for (const [rank, heading] of list.split(',').entries()) {
    const word = normalizeHeading(heading);
    if (!index.has(word)) index.set(word, { field: field as StatementField, rank });
  }
}

/** Maps the columns that the caller names, and guesses the others by their headings. */
export function mapColumns(headings: readonly string[], named: ColumnMapping): Columns {
  const read = headings.map(readHeading);
  const byField = new Map<StatementField, number>();
  const ranks = new Map<StatementField, number>();
  const texts: number[] = [];
  for (const [column, { guess }] of read.entries()) {
    if (!guess || guess.field in named) continue;
    if (guess.field === 'text') texts.push(column);
    if (guess.rank >= (ranks.get(guess.field) ?? Number.POSITIVE_INFINITY)) continue;
    ranks.set(guess.field, guess.rank);
    byField.set(guess.field, column);
  }
  const missing: FieldError[] = [];
  for (const [field, name] of Object.entries(named)) {
    const exact = headings.findIndex((heading) => heading.trim() === name.trim());
    const column = exact >= 0 ? exact : headings.map(normalizeHeading).indexOf(normalizeHeading(name));
    if (column < 0) missing.push({ in: 'query', path: `/${field}`, message: 'is no heading of the file' });
    else byField.set(field as StatementField, column);
    if (field === 'text' && column >= 0) texts.push(column);
  }
  const amount = byField.get('credit') ?? byField.get('amount');
  const ofPeople = new Set([...texts, byField.get('payer'), byField.get('reference')]);
  return {
    ...{ byField, texts, missing },
    others: headings
      .keys()
      .filter((column) => !ofPeople.has(column))
      .toArray(),
    currency: amount === undefined ? null : (read[amount]?.currency ?? null),
  };
}

/** Reads `Gutschrift in CHF`, `Amount (EUR)` and `Betrag (€)` as a heading and a currency. */
function readHeading(heading: string): { guess: Guess | undefined; currency: string | null } {
  if (heading.length > MAX_HEADING_LENGTH) return { guess: undefined, currency: null };
  const plain = heading.replaceAll(/[\s()]+/g, ' ').trim();
  const [, bare = '', word = ''] = /^(.*?)(?: in| en| em| i)? ([A-Z]{3}|€|£)$/.exec(plain) ?? [];
  const code = { '€': 'EUR', '£': 'GBP' }[word] ?? word;
  const currency = isCurrency(code) ? code : null;
  return { guess: guessField(currency ? bare : heading), currency };
}

/** Also tries the parts of a heading such as `Settlement date (local)`; the whole heading comes first. */
function guessField(heading: string): Guess | undefined {
  const whole = index.get(normalizeHeading(heading));
  if (whole) return whole;
  for (const part of heading.split(/[/|(),;]/)) {
    const guess = index.get(normalizeHeading(part));
    if (guess) return { ...guess, rank: guess.rank + PART_RANK };
  }
  return undefined;
}
