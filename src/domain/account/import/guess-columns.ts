import type { AddressPart } from '../particulars/postal-address.ts';
import type { ColumnHeadings } from './column-headings.ts';

/** The field of each column; `null` skips the column. */
export type Fields = readonly (string | null)[];

/** The fields that several columns can form together: the lines of an address, and a street with its number. */
export const JOINED_FIELDS: readonly (string | null)[] = ['address', 'street'];

/**
 * Guesses the field of each column; `null` if no heading matches. No field is used twice, except those
 * that several columns form. Fields in `named` are kept. A preferred heading comes first, then an exact field name.
 */
export function guessColumns(
  headings: readonly string[],
  headingsByField: ColumnHeadings,
  named: Fields = [],
): (string | null)[] {
  const claimed = new Set(named.filter((field) => !JOINED_FIELDS.includes(field)));
  const isFree = (key: string) => !claimed.has(key);
  const claim = (key: string | undefined) => {
    if (key === undefined) return null;
    claimed.add(key);
    return toField(key);
  };
  const known = getIndex(headingsByField);
  const normalized = headings.map(normalizeHeading);
  const preferred = normalized.map(
    (heading, index) => named[index] ?? claim(known.get(`!${heading}`)?.find(isFree)),
  );
  const fields = normalized.map(
    (heading, index) => preferred[index] ?? claim(known.get(`=${heading}`)?.find(isFree)),
  );
  const guessed = fields.map((field, index) => {
    const keys = findKeys(headings[index] ?? '', headingsByField);
    return field ?? claim(keys.find(isFree));
  });
  // A column “Address” next to a town contains the street.
  const hasTown = guessed.includes('city') || guessed.includes('postalCode');
  const isStreet = hasTown && !guessed.includes('street');
  return guessed.map((field, index) => (isStreet && field === 'address' && !named[index] ? 'street' : field));
}

/** Returns the part of an address that a heading names (`street`, `city` …); `undefined` for a whole address. */
export function findAddressPart(heading: string, headingsByField: ColumnHeadings): AddressPart | undefined {
  const key = findKeys(heading, headingsByField)[0];
  return key === undefined ? undefined : ADDRESS_PARTS[key];
}

const ADDRESS_PARTS: Partial<Record<string, AddressPart>> = {
  street: 'street',
  'street.number': 'number',
  street2: 'street2',
  postalCode: 'postalCode',
  city: 'city',
  region: 'region',
};

/** Lists the fields. Those that several columns form are listed once. */
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
  const add = (word: string, key: string) => index.set(word, [...(index.get(word) ?? []), key]);
  for (const [key, list] of Object.entries(headingsByField)) {
    add(`=${normalizeHeading(key)}`, key);
    for (const heading of list.split(',')) {
      const word = normalizeHeading(heading);
      add(word, key);
      if (heading.trim().startsWith('!')) index.set(`!${word}`, [key]);
    }
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
