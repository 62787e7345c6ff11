// Lists the texts that a language lacks, and what is wrong: `npm run texts`, or `npm run texts -- nl` for one language.
// The console shows English for a gap. What is wrong makes it fail, and so does a gap of a document, an email or a
// customer page.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTexts } from '../src/i18n/texts.ts';
import { listTexts } from './texts/compare-texts.ts';
import { findUnused } from './texts/find-unused.ts';
import { type Place, reportLanguage } from './texts/report-language.ts';

const I18N = join(import.meta.dirname, '../src/i18n');
const [only] = process.argv.slice(2);

const areAccepted = (['messages', 'console'] as const).map(reportPlace);
if (areAccepted.includes(false)) process.exitCode = 1;

function reportPlace(place: Place): boolean {
  const english = readTexts(place, 'en');
  const paths = listTexts(english).map(([path]) => path);
  console.log(`src/i18n/${place}: ${paths.length} texts`);
  const unused = findUnused(paths);
  if (unused.length > 0) console.log(`  not used by any code: ${unused.join(', ')}`);
  const entries = readdirSync(join(I18N, place), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const languages = folders.filter((name) => only === undefined || name === only);
  if (languages.length === 0) console.log(`  ${only}: has no folder`);
  const reports = languages.map((name) => reportLanguage(place, name, english, readTexts(place, name)));
  for (const { lines } of reports) console.log(lines.join('\n'));
  return reports.every(({ isAccepted }) => isAccepted);
}
