import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { replaceMeasured } from '../scripts/accessibility/report.ts';

const REPORT = readFileSync('docs/accessibility.md', 'utf8');

/** The criteria of levels A and AA of WCAG 2.2. */
const CRITERIA: Record<'A' | 'AA', string> = {
  A: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4
    2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`,
  AA: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2
    3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`,
};
const RESULTS = ['supports', 'partially', 'not applicable', 'not evaluated'];

function listRows(): { id: string; level: string; result: string; checked: string }[] {
  return REPORT.split('\n')
    .filter((line) => /^\| \d\.\d+\.\d+ /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', level = '', result = '', checked = '']) => ({
      ...{ id: name.split(' ')[0] ?? '', level, result, checked },
    }));
}

test('the report has every criterion of WCAG 2.2 A and AA once, with a result and how it was checked', () => {
  const expected = Object.entries(CRITERIA).flatMap(([level, ids]) =>
    ids.split(/\s+/).map((id) => `${id} ${level}`),
  );
  assert.equal(expected.length, 55);
  const rows = listRows();
  assert.deepEqual(rows.map(({ id, level }) => `${id} ${level}`).sort(), expected.sort());
  for (const { id, result, checked } of rows) {
    assert.ok(RESULTS.includes(result), `${id}: ${result}`);
    assert.ok(checked.length > 2, id);
  }
});

test('every file, test and script that the report names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const files = [...REPORT.matchAll(/`((?:src|test|docs)\/[\w./-]+)`(?: “(.+?)”)?/g)];
  assert.ok(files.length > 20);
  for (const [, path = '', title] of files) {
    assert.ok(existsSync(path), path);
    if (title !== undefined) assert.ok(readFileSync(path, 'utf8').includes(title), `${path}: ${title}`);
  }
  for (const [, name = ''] of REPORT.matchAll(/`npm (?:run )?([\w:]+)`/g)) assert.ok(name in scripts, name);
});

test('the report names what was run, and when, and what it found', () => {
  assert.match(
    REPORT,
    /on \d{4}-\d\d-\d\d, at commit `[0-9a-f]{8}`, with axe [\d.]+, Chromium [\d.]+, veraPDF [\d.]+\./,
  );
  for (const subject of ['Customer pages', 'Console', 'Emails']) {
    assert.match(REPORT, new RegExp(`^\\| ${subject} \\|( [\\d,]+ \\|){8}$`, 'm'));
  }
  assert.match(REPORT, /^PDFs: \d+ documents .*, \d+ broken rules\.$/m);
});

test('only the measured section is replaced', () => {
  const pages = [
    {
      ...{ subject: 'Pages', pages: new Set(['/a']), languages: 2, axeRuns: 1234, rules: new Set(['label']) },
      ...{ undecided: { 'color-contrast': 3 }, walks: 5, stops: 6, layouts: 7, problems: ['/a: no `label`'] },
    },
  ];
  const run = { date: '2026-01-02', commit: 'abcdef01', versions: { axe: '4' }, pages };
  const report = '# Title\n\n## Measured\n\nOld.\n\n## Not known\n\nText.\n';
  const replaced = replaceMeasured(report, { ...run, pdfs: { documents: ['a'], problems: [] } });
  assert.match(replaced, /^# Title\n\n## Measured\n\nBy `npm run accessibility` on 2026-01-02/);
  assert.match(replaced, /\| Pages \| 1 \| 2 \| 1,234 \| 1 \| 5 \| 6 \| 7 \| 1 \|/);
  assert.match(replaced, /- Pages: \/a: no 'label'\n/);
  assert.match(replaced, /- Pages, `color-contrast`: 3\n\n## Not known\n\nText\.\n$/);
  assert.doesNotMatch(replaced, /Old/);
  assert.throws(
    () => replaceMeasured('# Title\n', { ...run, pdfs: { documents: [], problems: [] } }),
    /no section/,
  );
});

test('no style depends on the orientation of the screen', () => {
  const files = globSync('src/pages/**/*.css');
  assert.ok(files.length > 10);
  for (const file of files) assert.doesNotMatch(readFileSync(file, 'utf8'), /orientation\s*:/, file);
});
