import type { ColumnHeadings } from './column-headings.ts';

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
  headingsByField: ColumnHeadings,
  named: Fields = [],
): (string | null)[] {
  const claimed = new Set(named.filter((field) => field !== null && field !== JOINED_FIELD));
  const claim = (key: string | undefined) => {
    if (key === undefined) return null;
    claimed.add(key);
    return toField(key);
  };
  const fields = headings.map((heading, index) => {
    if (named[index]) return named[index];
    const normalized = normalizeHeading(heading);
    return claim(
      Object.keys(headingsByField).find((key) => !claimed.has(key) && normalizeHeading(key) === normalized),
    );
  });
  return fields.map((field, index) => {
    const keys = findKeys(headings[index] ?? '', headingsByField);
    return field ?? claim(keys.find((key) => !claimed.has(key)));
  });
}

/** Returns the part of an address that a heading names (`street`, `town` …); `undefined` for a whole address. */
export function findAddressPart(heading: string, headingsByField: ColumnHeadings): string | undefined {
  const key = findKeys(heading, headingsByField).find((name) => toField(name) === JOINED_FIELD);
  return key?.split('.')[1];
}

/** Lists the fields. The parts of an address count as one field. */
export function listFieldNames(headingsByField: ColumnHeadings): string[] {
  return [...new Set(Object.keys(headingsByField).map(toField))];
}

function toField(key: string): string {
  return key.split('.')[0] ?? key;
}

/** Also tries the parts of a heading such as `Town / City`; the whole heading comes first. */
function findKeys(heading: string, headingsByField: ColumnHeadings): string[] {
  const known = getIndex(headingsByField);
  const parts = [heading, ...heading.slice(0, MAX_NAME).split(/[/|(),;]/)];
  return parts.flatMap((part) => known.get(normalizeHeading(part)) ?? []);
}

const indexes = new WeakMap<ColumnHeadings, Map<string, string[]>>();

function getIndex(headingsByField: ColumnHeadings): Map<string, string[]> {
  const cached = indexes.get(headingsByField);
  if (cached) return cached;
  const index = new Map<string, string[]>();
  for (const [key, list] of Object.entries(headingsByField)) {
    for (const word of list.split(',').map(normalizeHeading))
      index.set(word, [...(index.get(word) ?? []), key]);
  }
  indexes.set(headingsByField, index);
  return index;
}

/** Normalizes a heading: `Tax ID`, `tax_id` and `taxId` are the same column, and so are `Straße` and `Strasse`. */
export function normalizeHeading(heading: string): string {
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
