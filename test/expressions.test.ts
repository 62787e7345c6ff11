import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileCounter } from './support/regex/count-steps.ts';
import { findSuperlinear } from './support/regex/find-superlinear.ts';
import { listExpressions } from './support/regex/list-expressions.ts';
import { parsePattern } from './support/regex/parse-pattern.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Folders whose expressions read what the service, its operator or its typesetter wrote. */
const OWN_TEXTS = [
  'src/adapters/pdf/archive/',
  'src/api/openapi/',
  'src/app/config/',
  'src/cli/',
  'src/pages/docs/',
];
/** Expressions that cost more than the length of the text, and what bounds the text. */
const BOUNDED: Readonly<Record<string, string>> = {
  'src/actions/account/export/export-tables.ts /(https?:\\/\\/[^\\s"<>\\\\]{1,300}?\\/(?:q|i|pay|pdf|unsubscribe)\\/)[\\w-]{43,}/g':
    'a beginning of at most 300 characters',
  'src/adapters/pdf/file-name.ts /[\\s.]+$/': 'the bytes of a name of a file',
  'src/adapters/pdf/logo/svg/style.ts /[\\w-]*$/': 'the longest name of a function',
  'src/adapters/pdf/view/head/particulars.ts /\\s*$/': 'a date that was formatted',
  'src/adapters/spreadsheet/cell-format.ts /0+$/': '20 decimals of a number',
  'src/domain/account/limits/parse-limit.ts /^\\s*(\\d{1,15}(?:\\.\\d{1,3})?)\\s*([kmgt]?b)?\\s*$/i':
    'an option of the operator',
  'src/domain/invoice/payment/payment-reference.ts /\\d(?=(\\d{5})+$)/g': '27 digits',
  'src/domain/invoice/payment/qr-bill.ts /\\d(?=(\\d{3})+\\.)/g': 'an amount',
  'src/domain/invoice/statement/statement-values.ts /0+$/': '10 decimals',
  'src/domain/mail/incoming/quote-lines.ts /(?:-{5,}|_{5,})$/': '100 characters',
  'src/domain/mail/incoming/quote-lines.ts /[*_]+$/': '400 characters',
  'src/domain/people/password-rules.ts /^(.+?)\\1+$/u': 'the longest password',
  'src/domain/people/password-rules.ts /\\d*[^\\p{L}\\d]{0,3}$/u': 'the longest password',
  'src/domain/people/password-rules.ts /\\d+$/': 'the longest password',
  'src/http/server/demo-bar.ts /<body[^>]*>\\n?/': 'a page of ours, whose texts are escaped',
  'src/i18n/format.ts /[A-Z]+[£$¥]/': 'an amount that was formatted',
  'src/i18n/format.ts /\\[(.+)\\]/': 'a date that was formatted',
  "src/i18n/parse-number.ts /^[\\d.,'|]*\\d[\\d.,'|]*$/": '60 characters',
  'src/i18n/parse-number.ts /0+$/': '60 characters',
  'src/pages/console/editor/editor-routes.ts /<script [^>]*><\\/script>\\n/g':
    'a page of ours, whose texts are escaped',
  'src/pages/console/import/export-routes.ts /(\\w+)\\.csv$/': 'a path of ours',
  'src/pages/shell.ts /(<\\/\\w+>)+$/': 'the texts of a message',
};

test('the attacks find what grows faster than its text, and nothing else', () => {
  const grows = [
    ...[['^\\s*#|#[^#]*#', 'm'], ['\\s+$'], ['(a+)+b'], ['^(a|a)*$'], ['a*b?a*x'], ['<!--.*?-->']],
    ...[['(x+x+)+y'], ['^(\\w+\\s?)*$'], ['"[^"]*"|\\[[^\\]]*\\]|[\\\\_*].', 'g'], ['(?<q>a*)\\k<q>b']],
  ];
  for (const [pattern = '', flags = ''] of grows)
    assert.notEqual(findSuperlinear(pattern, flags), undefined, pattern);
  const linear = [
    ...[['^a*b$'], ['#[^#]*#', 'g'], ['[^\\w.-]+', 'g'], ['^(?:a|b)*$'], ['(?<!a)a+b'], ['x{0,20}y']],
    ...[['^[^@\\s]+@[^@\\s]+$'], ['\\p{L}+', 'gu'], ['[\\p{L}--[a-z]]', 'v'], ['^(?:[a-z]+-)*[a-z]+$', 'i']],
  ];
  for (const [pattern = '', flags = ''] of linear)
    assert.equal(findSuperlinear(pattern, flags), undefined, pattern);
});

test('the search that is counted finds what JavaScript finds', () => {
  const texts = [
    '',
    'a',
    'aab',
    'xaabbx',
    '12:30',
    'a\nb',
    'foo bar',
    '日本 a',
    "it's",
    '#a#b',
    '((a)',
    'abab',
  ];
  const patterns = [
    'a+b',
    '^b',
    '(?<=a)b',
    '(?<!a)b',
    '\\bfoo\\b',
    '(ab)\\1',
    'a{1,2}?b',
    '[^a]$',
    '\\p{L}+',
    '(?:)',
  ];
  for (const pattern of patterns) {
    for (const flags of ['u', 'mu', 'iu']) {
      const count = compileCounter(parsePattern(pattern, flags), flags);
      for (const text of texts) {
        const found = [...text.matchAll(new RegExp(pattern, `g${flags}`))].map(({ index, 0: all }) => [
          index,
          all.length,
        ]);
        assert.deepEqual(count.matches(text), found, `/${pattern}/${flags} ${text}`);
      }
    }
  }
});

test('no expression takes longer than its text grows, unless something else bounds the text', async () => {
  const { literals, made } = listExpressions(ROOT);
  assert.ok(literals.length > 600, `${literals.length} expressions`);
  const found: string[] = [];
  for (const { file, pattern, flags } of [...literals, ...(await makeExpressions(made))]) {
    if (OWN_TEXTS.some((folder) => file.startsWith(folder))) continue;
    if (findSuperlinear(pattern, flags) !== undefined) found.push(`${file} /${pattern}/${flags}`);
  }
  assert.deepEqual([...new Set(found)].sort(), Object.keys(BOUNDED).sort());
});

/** Runs the modules that make expressions from texts, and returns these. */
async function makeExpressions(files: readonly string[]) {
  const found: { file: string; pattern: string; flags: string }[] = [];
  const original = globalThis.RegExp;
  for (const file of new Set(files)) {
    globalThis.RegExp = new Proxy(original, {
      construct(target, given: [pattern: string | RegExp, flags?: string]) {
        const made = new target(...given);
        found.push({ file, pattern: made.source, flags: made.flags });
        return made;
      },
    });
    try {
      const module = await import(`${pathToFileURL(join(ROOT, file))}?made`);
      module.hideOwnLinks?.('', 'https://quotes.example.com:8443/some-path');
    } finally {
      globalThis.RegExp = original;
    }
  }
  assert.ok(found.length >= 6, 'none of them was made');
  return found;
}
