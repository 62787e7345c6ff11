import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { compareTexts, listTexts } from '../scripts/texts/compare-texts.ts';
import { findUnused } from '../scripts/texts/find-unused.ts';
import { reportLanguage } from '../scripts/texts/report-language.ts';
import { LANGUAGES } from '../src/domain/languages.ts';
import { CONSOLE } from '../src/i18n/console.ts';
import notes from '../src/i18n/notes.json' with { type: 'json' };
import { readTexts } from '../src/i18n/texts.ts';

const ROOT = join(import.meta.dirname, '..');

describe('the texts of documents, emails and customer pages', () => {
  const english = readTexts('messages', 'en');
  for (const language of LANGUAGES) {
    it(`are complete in ${language}, with the placeholders of the English ones`, () => {
      const found = compareTexts(english, readTexts('messages', language), language);
      assert.deepEqual(found, { gaps: [], mistakes: [] });
    });
  }
});

describe('the texts of the console', () => {
  const english = readTexts('console', 'en');
  for (const language of Object.keys(CONSOLE)) {
    it(`have no mistakes in ${language}; a gap is English`, () => {
      assert.deepEqual(compareTexts(english, readTexts('console', language), language).mistakes, []);
    });
  }
});

for (const [place, languages] of [
  ['messages', LANGUAGES],
  ['console', Object.keys(CONSOLE)],
] as const) {
  const english = readTexts(place, 'en');
  const paths = listTexts(english).map(([path]) => path);

  it(`every folder of ${place} is a language that the service has`, () => {
    const entries = readdirSync(join(ROOT, 'src/i18n', place), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    assert.deepEqual(folders.sort(), [...languages].sort());
  });

  it(`every text of ${place} is used by the code`, () => {
    assert.deepEqual(findUnused(paths), []);
  });

  it(`every note about ${place} is about a text or a group of texts`, () => {
    const isKnown = (path: string) => paths.some((known) => known === path || known.startsWith(`${path}.`));
    assert.deepEqual(
      Object.keys(notes[place]).filter((path) => !isKnown(path)),
      [],
    );
  });
}

it('the check finds gaps and every kind of mistake', () => {
  const english = {
    page: { title: 'Quote {number}', hint: 'Yours', count: { one: 'one {kind}', other: '{n} {kind}' } },
    mail: { subject: 'Hello {name}', note: 'Bye' },
  };
  const compare = (texts: object, language = 'de') => compareTexts(english, texts as never, language);
  const count = { one: 'ein {kind}', other: '{n} {kind}' };
  const page = { title: 'Angebot {number}', hint: 'Ihres', count };
  const mail = { subject: '{name}, hallo', note: 'Bis bald' };
  assert.deepEqual(compare({ page, mail }), { gaps: [], mistakes: [] });
  assert.deepEqual(compare({ page: { title: page.title } }).gaps, [
    ['page.hint', 'Yours'],
    ['page.count', '{n} {kind}'],
    ['mail.subject', 'Hello {name}'],
    ['mail.note', 'Bye'],
  ]);
  const mistakes = (change: object, language?: string) =>
    compare({ mail, page: { ...page, ...change } }, language).mistakes;
  assert.deepEqual(mistakes({ title: 'Angebot {nummer}' }), [
    'page.title: {number} is missing',
    'page.title: {nummer} is unknown',
  ]);
  assert.deepEqual(mistakes({ hint: ' ' }), ['page.hint: is empty']);
  assert.deepEqual(mistakes({ hint: { a: 'b' } }), ['page.hint: must be a text']);
  assert.deepEqual(mistakes({ count: 'viele' }), ['page.count: must be a group']);
  assert.deepEqual(mistakes({ more: 'x' }), ['page.more: English has no such text']);
  assert.deepEqual(mistakes({ count: { other: '{n}' } }), [
    'page.count.other: {kind} is missing',
    'page.count.one: this plural form is missing',
  ]);
  assert.deepEqual(mistakes({ count: { ...count, few: '{n} {kind}' } }), [
    'page.count.few: the language has no such plural form',
  ]);
  assert.deepEqual(mistakes({}, 'pl'), [
    'page.count.few: this plural form is missing',
    'page.count.many: this plural form is missing',
  ]);
  // French has a form for millions, which may be omitted.
  assert.deepEqual(mistakes({}, 'fr'), []);
});

it('`npm run texts` lists the gaps, which only the console may have', () => {
  const english = { shell: { home: 'Home', forbiddenRole: '{role}' } };
  const report = (place: 'messages' | 'console', shell: object) =>
    reportLanguage(place, 'nl', english, { shell } as never);
  assert.deepEqual(report('console', { forbiddenRole: '{role}' }), {
    lines: ['  nl: 1 missing', '    missing  shell.home: Home'],
    isAccepted: true,
  });
  assert.equal(report('messages', { forbiddenRole: '{role}' }).isAccepted, false);
  const wrong = report('console', { home: 'Start', forbiddenRole: '{rol}' });
  assert.deepEqual([wrong.lines[0], wrong.isAccepted], ['  nl: complete, 2 wrong', false]);
  const [, , noted] = report('console', {}).lines;
  assert.equal(noted, `    missing  shell.forbiddenRole: {role} (${notes.console['shell.forbiddenRole']})`);
});

it('`npm run texts` lists every language', () => {
  const listed = execFileSync(process.execPath, ['scripts/texts.ts'], { cwd: ROOT, encoding: 'utf8' });
  for (const language of LANGUAGES) assert.match(listed, new RegExp(`^ {2}${language}: complete$`, 'm'));
  for (const language of Object.keys(CONSOLE)) assert.match(listed, new RegExp(`^ {2}${language}: `, 'm'));
});
