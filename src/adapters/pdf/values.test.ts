import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { manyItems, sampleInvoice, sampleQuote } from '../../../test/fixtures/documents.ts';
import { assertInside, expectInOrder, linesAt, linesOf } from '../../../test/support/pdf/lines.ts';
import { readPdf } from '../../../test/support/pdf/read-pdf.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { countCases, testAll } from '../../../test/support/run/all.ts';

const renderer = sharedRenderer();

/** Letters, digits and punctuation, as used by tax offices and company registers. */
const identifier = fc
  .string({
    unit: fc.constantFrom(...'0123456789012345678901234567890123456789ABXYabxy-/.,:+()#_&*=%$ '),
    minLength: 3,
    maxLength: 19,
  })
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text.length >= 3);

describe('a value within other text', () => {
  test('keeps its character order among right-to-left words', async () => {
    const known = { number: '2026-00012/7', taxId: '123-456-789', phone: '(030) 90-18-20' };
    const kind = fc.constantFrom('quote' as const, 'invoice' as const);
    const language = fc.constantFrom('ar', 'he', 'ar-SA', 'ar-EG');
    for (const number of ['00000000,$00000', 'QUOTE-2026-0001234']) {
      await assertInOrder('invoice', 'ar', { ...known, number });
    }
    const values = fc.record({ number: identifier, taxId: identifier, phone: identifier });
    await fc.assert(fc.asyncProperty(kind, language, values, assertInOrder), { numRuns: countCases(12) });
  });

  test('keeps its character order in a sentence and after letters of another script', async () => {
    const source = sampleQuote({
      items: [['a', 1, 1_000, 19]],
      account: { name: '123-456 (789)', taxId: 'אב-12/34' },
      customer: { locale: 'ar' },
      acceptance: { name: null },
    });
    const lines = linesOf(await readPdf((await renderer.render(source)).pdf));
    assert.ok(
      lines.some((line) => /[^\d]123-456\(789\)[^\d]/.test(`.${line}.`) && !line.startsWith('123-456(789)·')),
    );
  });
});

describe('the header and footer of a page', () => {
  const names = {
    realistic:
      'Gesellschaft für kommunale Abfallwirtschaft, Stadtreinigung und Straßenunterhaltung der Region mit beschränkter Haftung & Co. KG',
    wide: 'W'.repeat(200),
    words: 'WWWW MMMM '.repeat(20),
    square: '株式会社国際総合開発研究所'.repeat(15),
    arabic: 'الشركة السعودية للخدمات الهندسية والاستشارات '.repeat(4),
    emoji: '👩‍👩‍👧‍👦🏗️'.repeat(30),
  };
  for (const [kind, name] of Object.entries(names)) {
    testAll(`have few lines with a name that is ${kind}`, async () => {
      const long = `${'x'.repeat(60)}@${'y'.repeat(180)}.example`;
      for (const locale of ['en', 'ar']) {
        const account = { name, email: long, taxId: 'DE 298 114 302 '.repeat(5), website: long };
        const source = sampleQuote({
          items: manyItems(30),
          account,
          customer: { locale },
          quote: { title: 'Ein Titel, der nicht enden will '.repeat(6) },
        });
        const { pages } = await readPdf((await renderer.render(source)).pdf);
        for (const { runs } of pages.slice(1)) {
          const head = runs.filter(({ text, y }) => text.trim() && y > 842 - 60);
          const foot = runs.filter(({ text, y }) => text.trim() && y < 25 * 2.83);
          assert.equal(linesAt(head).length, 1, 'one line at the head');
          assert.ok(linesAt(foot).length <= 5, 'five lines at the foot');
          assertInside([...head, ...foot]);
        }
      }
    });
  }
});

async function assertInOrder(
  kind: 'quote' | 'invoice',
  locale: string,
  { number, taxId, phone }: Record<'number' | 'taxId' | 'phone', string>,
): Promise<void> {
  const options = {
    items: manyItems(1),
    account: { taxId, phone },
    customer: { locale, phone: null, taxId: null },
    quote: { number },
  };
  const source = kind === 'invoice' ? sampleInvoice(options) : sampleQuote(options);
  expectInOrder(await readPdf((await renderer.render(source)).pdf), locale, { number, taxId, phone });
}

test('the footer has the tax number, and a long validity leaves room for the parties', async () => {
  const email = 'accounts@northwind.example';
  const validUntil = '2026-09-30T15:30:00.000Z';
  for (const locale of ['en-GB', 'pt', 'uk']) {
    const source = sampleQuote({
      items: manyItems(1),
      customer: { locale, email },
      account: { timeZone: 'America/Argentina/Buenos_Aires' },
      quote: { validUntil },
    });
    const read = await readPdf((await renderer.render(source)).pdf);
    const runs = read.pages[0]?.runs ?? [];
    assert.ok(
      runs.some(({ text }) => text.includes('USt-IdNr. DE 298 114 302 ·')),
      `the label in ${locale}`,
    );
    assert.ok(
      linesOf(read).some((line) => line.includes(email)),
      `${email} in one line in ${locale}`,
    );
    assertInside(runs);
  }
});

test('dates stay on one line next to labels in two languages, and a tax name is not repeated', async () => {
  for (const [locale, secondLanguage, month] of [
    ['en-AE', 'ar', 'March'],
    ['ar-AE', 'en', 'مارس'],
  ] as const) {
    const account = { country: 'AE', secondLanguage, taxName: 'VAT' };
    const source = sampleQuote({ items: manyItems(2), account, customer: { locale } });
    const read = await readPdf((await renderer.render(source)).pdf);
    const dates = linesOf(read).filter((line) => line.includes(month));
    assert.deepEqual(
      dates.map((line) => line.includes('2026')),
      [true],
      dates.join(),
    );
    const names = read.pages[0]?.runs.filter(({ text }) => text.includes('VAT') && !text.includes('No.'));
    assert.equal(names?.length, 3, 'at the head of the column and beside two sums');
  }
});
