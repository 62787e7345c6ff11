import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../../domain/languages.ts';

/** A file in `fonts/`, as described by `scripts/fonts.ts`. */
export interface FontFace {
  file: string;
  family: string;
  variant: { style: string; weight: number; stretch: number };
  flags: string;
  /** Run lengths of code points, alternately absent and present, from 0. */
  coverage: number[];
}

const FOLDER = join(import.meta.dirname, '../../../../fonts');

/** The family for Latin, Greek and Cyrillic, and the first one searched for every character. */
export const TEXT_FAMILY = 'Inter';

let index: FontFace[] | undefined;

export function readFontIndex(): FontFace[] {
  index ??= JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8')) as FontFace[];
  return index;
}

export function readFont(face: FontFace): Uint8Array {
  return new Uint8Array(readFileSync(locateFont(face)));
}

export function locateFont({ file }: FontFace): string {
  return join(FOLDER, file);
}

/** Families in lookup order; each covers characters that the previous ones lack. */
export interface FontStack {
  regular: string[];
  /** Includes a bold CJK face before the regular ones, if one has every character of the bold texts. */
  strong: string[];
}

const SCRIPTS = [
  ...['Noto Sans Hebrew', 'Noto Sans Thai', 'Noto Sans Devanagari', 'Noto Sans Bengali', 'Noto Sans Tamil'],
  ...['Noto Sans Georgian', 'Noto Sans Armenian', 'Noto Sans Ethiopic', 'Noto Sans Khmer'],
  ...['Noto Sans Gujarati', 'Noto Sans Gurmukhi', 'Noto Sans Telugu', 'Noto Sans Kannada'],
  ...['Noto Sans Malayalam', 'Noto Sans Sinhala', 'Noto Sans Lao', 'Noto Sans Myanmar'],
];
const SYMBOLS = ['Noto Sans Symbols', 'Noto Sans Symbols 2', 'Noto Sans Math', 'Noto Emoji'];

/** Han characters differ by language, so the family of the document's language comes first. */
const CJK: Partial<Record<Language, string[]>> = {
  ja: ['JP', 'SC', 'TC', 'KR'],
  ko: ['KR', 'JP', 'SC', 'TC'],
  'zh-Hant': ['TC', 'SC', 'JP', 'KR'],
};

/**
 * Selects only the families that a text needs: for every word that the first family lacks, the typesetter tries and
 * opens the others one after the other.
 */
export function selectFonts(language: Language, text: string, strongText: string): FontStack {
  const order = orderFamilies(language);
  const used = findUsedFamilies(text, order);
  const first = used.findIndex((family) => CJK_FAMILIES.has(family));
  if (first < 0) return { regular: used, strong: used };
  const strong = order.find((family) => CJK_FAMILIES.has(family) && hasBoldGlyphs(family, strongText));
  return { regular: used, strong: strong ? used.toSpliced(first, 0, `${strong} Strong`) : used };
}

/** The bold faces have only common characters, and a title in two weights would look broken. */
function hasBoldGlyphs(family: string, text: string): boolean {
  const face = readFontIndex().find((face) => face.family === `${family} Strong`);
  if (!face) return false;
  const eastAsian = new Set([...text].filter(isEastAsian).map((character) => character.codePointAt(0) ?? 0));
  return [...eastAsian].every((code) => covers(face.coverage, code));
}

function covers(runs: number[], code: number): boolean {
  let end = 0;
  const run = runs.findIndex((length) => {
    end += length;
    return code < end;
  });
  return run % 2 === 1;
}

/** Returns whether only the CJK faces have this character. */
function isEastAsian(character: string): boolean {
  const mask = getCoverage()[character.codePointAt(0) ?? 0] ?? 0;
  const others = FAMILIES.findIndex((family, index) => mask & (1 << index) && !CJK_FAMILIES.has(family));
  return mask !== 0 && others < 0;
}

/** Returns whether a font has a glyph for the character that PDF/A allows. */
export function hasGlyph(code: number): boolean {
  return getCoverage()[code] !== 0;
}

function orderFamilies(language: Language): string[] {
  const cjk = (CJK[language] ?? ['SC', 'JP', 'TC', 'KR']).map((region) => `Noto Sans ${region}`);
  // `Noto Sans` follows the scripts, because it has Devanagari letters without the rules to join them.
  return [TEXT_FAMILY, 'Vazirmatn', ...SCRIPTS, 'Noto Sans', ...cjk, ...SYMBOLS];
}

function findUsedFamilies(text: string, order: string[]): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: common characters need no lookup
  const unusual = new Set(text.match(/[^\x00-\x7e\xa0-\xff]/gu));
  const masks = order.map((family) => 1 << FAMILIES.indexOf(family));
  const used = new Set([TEXT_FAMILY]);
  for (const character of unusual) {
    const mask = getCoverage()[character.codePointAt(0) ?? 0] ?? 0;
    const family = order[masks.findIndex((bit) => mask & bit)];
    if (family) used.add(family);
  }
  return order.filter((family) => used.has(family));
}

const CJK_FAMILIES = new Set(['Noto Sans SC', 'Noto Sans TC', 'Noto Sans JP', 'Noto Sans KR']);
/** At most 32, because each family has a bit in the coverage map. */
const FAMILIES = orderFamilies('en');

let coverageMap: Uint32Array | undefined;

/** Maps each code point to the families that contain it. */
function getCoverage(): Uint32Array {
  if (coverageMap) return coverageMap;
  const map = new Uint32Array(0x110000);
  for (const face of readFontIndex()) {
    const bit = 1 << FAMILIES.indexOf(face.family);
    if (FAMILIES.includes(face.family)) markCovered(map, face.coverage, bit);
  }
  // PDF/A does not allow private-use characters, whose meaning is not defined.
  map.fill(0, 0xe000, 0xf900);
  map.fill(0, 0xf0000);
  coverageMap = map;
  return map;
}

function markCovered(map: Uint32Array, runs: number[], bit: number): void {
  let code = 0;
  let present = false;
  for (const run of runs) {
    if (present) for (let at = code; at < code + run; at++) map[at] = (map[at] ?? 0) | bit;
    code += run;
    present = !present;
  }
}
