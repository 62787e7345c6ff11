import { isPlural } from '../../src/i18n/console/plural.ts';
import type { Texts } from '../../src/i18n/texts.ts';

export interface Comparison {
  /** English texts that are missing, by path, such as `shell.home`. */
  gaps: [path: string, english: string][];
  /** What must be corrected, with the path in front. */
  mistakes: string[];
}

type Value = string | Texts;

/** Compares the texts of a language with the English ones. Values of a file may be anything that JSON can hold. */
export function compareTexts(english: Texts, texts: Texts, language: string): Comparison {
  const found: Comparison = { gaps: [], mistakes: [] };
  compareGroups({ found, categories: listCategories(language) }, english, texts, '');
  return found;
}

interface Walk {
  found: Comparison;
  categories: Categories;
}

function compareGroups(walk: Walk, english: Texts, texts: Texts, group: string): void {
  for (const key of new Set([...Object.keys(english), ...Object.keys(texts)])) {
    compareValues(walk, english[key], texts[key], group ? `${group}.${key}` : key);
  }
}

function compareValues(walk: Walk, english: Value | undefined, text: unknown, path: string): void {
  const { gaps, mistakes } = walk.found;
  if (english === undefined) mistakes.push(`${path}: English has no such text`);
  else if (text === undefined) gaps.push(...listTexts(english, path));
  else if (typeof english === 'string') mistakes.push(...checkText(path, text, listPlaces(english)));
  else if (typeof text !== 'object' || text === null) mistakes.push(`${path}: must be a group`);
  else if (isPlural(english)) checkPlural(walk, english, text, path);
  else compareGroups(walk, english, text as Texts, path);
}

function checkPlural({ found, categories }: Walk, english: Texts, texts: object, path: string): void {
  const places = listPlaces(english.other as string);
  for (const [category, text] of Object.entries(texts)) {
    if (!categories.known.includes(category)) {
      found.mistakes.push(`${path}.${category}: the language has no such plural form`);
      continue;
    }
    // A form for one number may omit it: “a draft”.
    const omitted = places.filter((place) => place === '{n}' && !listPlaces(String(text)).includes(place));
    const wanted = places.filter((place) => !omitted.includes(place));
    found.mistakes.push(...checkText(`${path}.${category}`, text, wanted));
  }
  for (const category of categories.required) {
    if (!(category in texts)) found.mistakes.push(`${path}.${category}: this plural form is missing`);
  }
}

function checkText(path: string, text: unknown, places: readonly string[]): string[] {
  if (typeof text !== 'string') return [`${path}: must be a text`];
  if (text.trim() === '') return [`${path}: is empty`];
  const own = listPlaces(text);
  return [
    ...places.filter((place) => !own.includes(place)).map((place) => `${path}: ${place} is missing`),
    ...own.filter((place) => !places.includes(place)).map((place) => `${path}: ${place} is unknown`),
  ];
}

function listPlaces(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))];
}

/** Lists the texts of a group with their paths. A plural is one text. */
export function listTexts(value: Value, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (isPlural(value)) return [[path, value.other]];
  return Object.entries(value).flatMap(([key, inner]) => listTexts(inner, path ? `${path}.${key}` : key));
}

interface Categories {
  known: readonly string[];
  required: readonly string[];
}

/** Whole numbers up to 200 need every required form: French and Spanish use `many` for millions only. */
function listCategories(language: string): Categories {
  const rules = new Intl.PluralRules(language);
  const known = rules.resolvedOptions().pluralCategories;
  const used = new Set(Array.from({ length: 201 }, (_, n) => rules.select(n)));
  return { known, required: known.filter((category) => category === 'other' || used.has(category)) };
}
