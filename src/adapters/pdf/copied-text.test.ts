import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { sampleQuote } from '../../../test/fixtures/documents.ts';
import { expectInOrder } from '../../../test/support/pdf/lines.ts';
import { inspectPdf, readPdf } from '../../../test/support/pdf/read-pdf.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { testAll } from '../../../test/support/run/all.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { resolveLocale } from '../../i18n/locale.ts';
import { DOCUMENT } from '../../i18n/messages.ts';
import { formatAmount } from './view/totals.ts';
import { prepareDocument } from './view/view.ts';

const renderer = sharedRenderer();

const poppler = spawnSync('pdftotext', ['-v']).error === undefined;

const VALUES = { number: '2026-00012/7', taxId: '123-456-789', phone: '(030) 90-18-20' };

/** One for each way in which text is typeset; the others are in `npm run test:all`. */
const TYPICAL: readonly string[] = ['en', 'ar', 'hi', 'ja'];

for (const language of LANGUAGES) {
  (TYPICAL.includes(language) ? test : testAll)(
    `text in ${language} is copied as it was set, in reading order`,
    async () => {
      const messages = listMessages(DOCUMENT[language]);
      const source = sampleQuote({
        // One row per message would take twice as long to typeset.
        items: splitChunks(8, messages).map((lines, row) => [lines.join('\n'), 1, 1_000, row === 0 ? 7 : 19]),
        account: { taxId: VALUES.taxId, phone: VALUES.phone },
        customer: { locale: language, phone: null, taxId: null },
        quote: {
          number: VALUES.number,
          discountType: 'percentage',
          discountValue: 10,
          terms: 'Terms',
          revision: 2,
        },
      });
      expectSigned(source, language);
      const { pdf, standard, warnings } = await renderer.render(source);
      assert.deepEqual([standard, warnings], ['a-2a', []]);
      const read = await inspectPdf(pdf);
      assert.equal(read.missingGlyphs, 0);
      assert.ok(read.title?.startsWith(DOCUMENT[language].quote));
      assert.equal(new Intl.Locale(read.language ?? 'und').language, new Intl.Locale(language).language);
      expectInOrder(read, language, VALUES);
      const copied = bare(read.text);
      for (const message of messages) assert.ok(copied.includes(bare(message)), `“${message}” in ${copied}`);
      const subtotals = (text: string) => text.split(bare(DOCUMENT[language].subtotal)).length;
      assert.ok(subtotals(copied) > subtotals(bare(messages.join(' '))), 'among the totals too');
      if (!poppler) return;
      const byPoppler = bare(copiedByPoppler(pdf));
      // On a page with mostly left-to-right letters, this reader splits each line that contains a number, and elsewhere
      // it moves the punctuation next to the number. It does the same with `ActualText`, which it reverses.
      const whole = messages.filter((message) => !(/[\u0590-\u08ff]/.test(message) && message.includes('7')));
      for (const message of whole)
        assert.ok(byPoppler.includes(bare(message)), `“${message}” in ${byPoppler}`);
    },
  );
}

function expectSigned(source: ReturnType<typeof sampleQuote>, language: string): void {
  const signed = JSON.stringify(prepareDocument(source).view.data.acceptance?.text);
  assert.ok(signed.includes(source.quote.number));
  assert.ok(signed.includes(formatAmount(source.quote.total, 'EUR', resolveLocale(language))));
}

test('right-to-left words keep the spaces between them', async () => {
  const source = sampleQuote({ items: [['A', 1, 1_000]], customer: { locale: 'ar' } });
  const { text } = await readPdf((await renderer.render(source)).pdf);
  const { quote, preparedFor, unitPrice, validUntil } = DOCUMENT.ar;
  for (const label of [quote, preparedFor, unitPrice, validUntil]) assert.ok(text.includes(label), label);
});

testAll('the Latin label of a tax number keeps its full stop among right-to-left words', async () => {
  for (const locale of ['ar', 'he']) {
    const source = sampleQuote({ items: [['A', 1, 1_000]], customer: { locale } });
    const [page] = (await readPdf((await renderer.render(source)).pdf)).pages;
    const names = page?.runs.map(({ text }) => text).filter((text) => text.startsWith('USt-IdNr'));
    assert.deepEqual(names, ['USt-IdNr.', 'USt-IdNr.']);
  }
});

testAll('the Latin name of a tax keeps its full stop in its column heading and next to its sum', async () => {
  for (const locale of ['ar', 'he']) {
    const source = sampleQuote({
      items: [
        ['A', 1, 1_000, 19],
        ['B', 1, 1_000, 7],
      ],
      account: { taxName: 'T.V.A.' },
      customer: { locale },
    });
    const [page] = (await readPdf((await renderer.render(source)).pdf)).pages;
    const names = page?.runs.map(({ text }) => text).filter((text) => text.includes('T.V.A'));
    assert.deepEqual(names, ['T.V.A.', 'T.V.A.', 'T.V.A.']);
  }
});

function splitChunks<T>(size: number, all: readonly T[]): T[][] {
  const starts = all.keys().filter((at) => at % size === 0);
  return [...starts.map((at) => all.slice(at, at + size))];
}

/** Lists the messages with a number in each placeholder. */
function listMessages(messages: unknown): string[] {
  if (typeof messages === 'string') return [messages.replace(/\{\w+\}/g, '7')];
  return Object.values(messages ?? {}).flatMap(listMessages);
}

/** Removes white space and direction marks, which differ between readers. */
function bare(text: string): string {
  return text.normalize('NFC').replace(/[\s\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '');
}

function copiedByPoppler(pdf: Uint8Array): string {
  return spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' }).stdout;
}
