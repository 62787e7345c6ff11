import { readdirSync, readFileSync } from 'node:fs';
import { isPlural } from './console/plural.ts';

/** Texts by key, in groups of any depth. */
export interface Texts {
  [key: string]: string | Texts;
}

/** Reads the texts of a language by area: those of `signIn` are in `console/de/sign-in.json`. */
export function readTexts(place: 'console' | 'messages', language: string): Texts {
  const folder = new URL(`./${place}/${language}/`, import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [toArea(name), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
  );
}

function toArea(file: string): string {
  return file.replace('.json', '').replace(/-[a-z]/g, ([, letter = '']) => letter.toUpperCase());
}

/** Returns the texts in the order of the English ones, which stand for those that are missing. */
export function fillGaps(texts: Texts, english: Texts): Texts {
  const filled = Object.entries(english).map(([key, inEnglish]): [string, string | Texts] => {
    const text = texts[key];
    if (typeof inEnglish === 'string') return [key, text ?? inEnglish];
    // The forms of a plural belong together, and English ones follow the rules of English.
    if (isPlural(inEnglish)) return [key, text ?? { ...inEnglish, language: 'en' }];
    return [key, fillGaps(typeof text === 'object' ? text : {}, inEnglish)];
  });
  return Object.fromEntries(filled);
}
