import notes from '../../src/i18n/notes.json' with { type: 'json' };
import type { Texts } from '../../src/i18n/texts.ts';
import { compareTexts } from './compare-texts.ts';

export type Place = 'messages' | 'console';

export interface Report {
  lines: string[];
  /** Whether the tests accept the texts: only the console may have gaps. */
  isAccepted: boolean;
}

/** Lists what a language lacks and what is wrong. */
export function reportLanguage(place: Place, language: string, english: Texts, texts: Texts): Report {
  const { gaps, mistakes } = compareTexts(english, texts, language);
  const lacks = gaps.length === 0 ? 'complete' : `${gaps.length} missing`;
  const lines = [
    `  ${language}: ${lacks}${mistakes.length > 0 ? `, ${mistakes.length} wrong` : ''}`,
    ...mistakes.map((mistake) => `    wrong    ${mistake}`),
    ...gaps.map(([path, text]) => `    missing  ${path}: ${text}${formatNote(place, path)}`),
  ];
  return { lines, isAccepted: mistakes.length === 0 && (place === 'console' || gaps.length === 0) };
}

function formatNote(place: Place, path: string): string {
  const note = (notes[place] as Record<string, string>)[path];
  return note === undefined ? '' : ` (${note})`;
}
