// Lists the texts that a language lacks, and what is wrong: `npm run texts`, or `npm run texts -- nl` for one language.
// The console shows English for a gap. What is wrong makes it fail, and so does a gap of a document, an email or a
// customer page.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import notes from '../src/i18n/notes.json' with { type: 'json' };
import { readTexts } from '../src/i18n/texts.ts';
import { compareTexts, listTexts } from './texts/compare-texts.ts';
import { findUnused } from './texts/find-unused.ts';

const I18N = join(import.meta.dirname, '../src/i18n');
const [only] = process.argv.slice(2);

const isComplete = (['messages', 'console'] as const).map(reportPlace).every(Boolean);
process.exitCode = isComplete ? 0 : 1;

/** Returns whether the tests accept the texts. */
function reportPlace(place: 'messages' | 'console'): boolean {
  const english = readTexts(place, 'en');
  const paths = listTexts(english).map(([path]) => path);
  console.log(`src/i18n/${place}: ${paths.length} texts`);
  const unused = findUnused(paths);
  if (unused.length > 0) console.log(`  not used by any code: ${unused.join(', ')}`);
  const languages = listFolders(join(I18N, place)).filter((name) => only === undefined || name === only);
  const results = languages.map((language) => {
    const { gaps, mistakes } = compareTexts(english, readTexts(place, language), language);
    const lacks = gaps.length === 0 ? 'complete' : `${gaps.length} missing`;
    console.log(`  ${language}: ${lacks}${mistakes.length > 0 ? `, ${mistakes.length} wrong` : ''}`);
    for (const mistake of mistakes) console.log(`    wrong    ${mistake}`);
    for (const [path, text] of gaps) console.log(`    missing  ${path}: ${text}${formatNote(place, path)}`);
    return mistakes.length === 0 && (place === 'console' || gaps.length === 0);
  });
  return results.every(Boolean);
}

function listFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function formatNote(place: 'messages' | 'console', path: string): string {
  const note = (notes[place] as Record<string, string>)[path];
  return note === undefined ? '' : ` (${note})`;
}
