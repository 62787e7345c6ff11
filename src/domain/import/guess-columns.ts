import type { ColumnWords } from './column-words.ts';

/** The field of each column; `null` skips the column. */
export type Fields = readonly (string | null)[];

/** The only field that several columns can form together. */
export const JOINED_FIELD = 'address';

/**
 * Guesses the field of each column; `null` if no heading matches. No field is used twice, except the parts of an
 * address. Fields in `named` are kept. An exact field name takes precedence over a similar heading.
 */
export function guessColumns(
  headings: readonly string[],
  words: ColumnWords,
  named: Fields = [],
): (string | null)[] {
  const taken = new Set(named.filter((field) => field !== null && field !== JOINED_FIELD));
  const take = (key: string | undefined) => {
    if (key === undefined) return null;
    taken.add(key);
    return fieldOf(key);
  };
  const fields = headings.map((heading, index) => {
    if (named[index]) return named[index];
    const plain = plainName(heading);
    return take(Object.keys(words).find((key) => !taken.has(key) && plainName(key) === plain));
  });
  return fields.map((field, index) => {
    const keys = keysFor(headings[index] ?? '', words);
    return field ?? take(keys.find((key) => !taken.has(key)));
  });
}

/** Returns the part of an address that a heading names (`street`, `town` …); `undefined` for a whole address. */
export function addressPart(heading: string, words: ColumnWords): string | undefined {
  const key = keysFor(heading, words).find((name) => fieldOf(name) === JOINED_FIELD);
  return key?.split('.')[1];
}

/** Lists the fields. The parts of an address count as one field. */
export function fieldNames(words: ColumnWords): string[] {
  return [...new Set(Object.keys(words).map(fieldOf))];
}

function fieldOf(key: string): string {
  return key.split('.')[0] ?? key;
}

/** Also tries the parts of a heading such as `Town / City`; the whole heading comes first. */
function keysFor(heading: string, words: ColumnWords): string[] {
  const known = indexOf(words);
  const parts = [heading, ...heading.slice(0, MAX_NAME).split(/[/|(),;]/)];
  return parts.flatMap((part) => known.get(plainName(part)) ?? []);
}

const indexes = new WeakMap<ColumnWords, Map<string, string[]>>();

function indexOf(words: ColumnWords): Map<string, string[]> {
  const made = indexes.get(words);
  if (made) return made;
  const index = new Map<string, string[]>();
  for (const [key, list] of Object.entries(words)) {
    for (const word of list.split(',').map(plainName)) index.set(word, [...(index.get(word) ?? []), key]);
  }
  indexes.set(words, index);
  return index;
}

/** Normalizes a heading: `Tax ID`, `tax_id` and `taxId` are the same column, and so are `Straße` and `Strasse`. */
export function plainName(heading: string): string {
  return heading
    .slice(0, MAX_NAME)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const MAX_NAME = 100;
