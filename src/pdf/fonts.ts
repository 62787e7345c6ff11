import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../i18n/locale.ts';

/** One file of `fonts/`, as `scripts/fonts.ts` describes it. */
export interface FontFace {
  file: string;
  family: string;
  variant: { style: string; weight: number; stretch: number };
  flags: string;
  /** Lengths of runs of code points, in turn absent and present, from 0. */
  coverage: number[];
}

const FOLDER = join(import.meta.dirname, '..', '..', 'fonts');

export function readFontIndex(): FontFace[] {
  return JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8'));
}

export function readFont(face: FontFace): Uint8Array {
  return new Uint8Array(readFileSync(join(FOLDER, face.file)));
}

/** Families in the order in which a character is looked up; each covers what those before it lack. */
export interface FontStack {
  regular: string[];
  /** With the strong faces of CJK, which have only everyday characters, before the regular ones. */
  strong: string[];
}

const SCRIPTS = [
  ...['Noto Sans Hebrew', 'Noto Sans Thai', 'Noto Sans Devanagari', 'Noto Sans Bengali', 'Noto Sans Tamil'],
  ...['Noto Sans Georgian', 'Noto Sans Armenian', 'Noto Sans Ethiopic', 'Noto Sans Khmer'],
  ...['Noto Sans Gujarati', 'Noto Sans Gurmukhi', 'Noto Sans Telugu', 'Noto Sans Kannada'],
  ...['Noto Sans Malayalam', 'Noto Sans Sinhala', 'Noto Sans Lao', 'Noto Sans Myanmar'],
];
const SYMBOLS = ['Noto Sans Symbols', 'Noto Sans Symbols 2', 'Noto Sans Math', 'Noto Emoji'];

/** Han characters differ by language, so the family of the document's own language comes first. */
const CJK: Partial<Record<Language, string[]>> = {
  ja: ['JP', 'SC', 'TC', 'KR'],
  ko: ['KR', 'JP', 'SC', 'TC'],
  'zh-Hant': ['TC', 'SC', 'JP', 'KR'],
};

export function fontStack(language: Language): FontStack {
  const cjk = (CJK[language] ?? ['SC', 'JP', 'TC', 'KR']).map((region) => `Noto Sans ${region}`);
  // The last of these has letters of Devanagari too, without what it takes to join them.
  const before = ['Inter', 'Vazirmatn', ...SCRIPTS, 'Noto Sans'];
  return {
    regular: [...before, ...cjk, ...SYMBOLS],
    strong: [...before, ...cjk.flatMap((family) => [`${family} Strong`, family]), ...SYMBOLS],
  };
}
