import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleQuote } from '../../../test/fixtures/documents.ts';
import { line } from '../../../test/fixtures/quote.ts';
import { inspectPdf, readPdf } from '../../../test/support/pdf/read-pdf.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { IS_ALL } from '../../../test/support/run/all.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import type { Show } from '../../domain/quote/line/show.ts';
import { prepareDocument } from './view/view.ts';

const renderer = sharedRenderer();

/** One language per script and direction; the others differ in words alone. */
const TYPESET: readonly string[] = IS_ALL ? ['en', 'de', 'ar', 'hi', 'ja'] : ['de', 'ar'];

const ROOF = { section: 'Roof' };
const ITEMS = [
  { ...line('Slates', 3, 123_457, 19), ...ROOF, unit: 'fathoms' },
  { ...line('Battens', 1, 98_761, 19), ...ROOF },
  { ...line('Plans', 1, 9876, 7), ...ROOF },
  { ...line('Permits', 1, 43_129, 7), ...ROOF },
  {
    ...line('Travel', 1, 20_207, 19),
    discountType: 'percentage' as const,
    discountValue: 13,
    discountAmount: 2627,
  },
];
const PLAIN = ITEMS.map(({ section: _, ...item }: (typeof ITEMS)[number] & { section?: string }) => item);

function hiddenQuote(locale: string, show: Partial<Show>, items: typeof PLAIN = ITEMS) {
  const quote = { items, show: { linePrices: false, quantities: true, ...show }, description: null };
  return sampleQuote({ quote, customer: { locale } });
}

describe('a quote without the prices of its items', () => {
  test('has the sums of a section per rate in every language', async () => {
    const labels = new Set<string>();
    for (const language of LANGUAGES) {
      const source = hiddenQuote(language, {});
      const [group] = Object.values(prepareDocument(source).view.data.groups);
      labels.add(JSON.stringify(group?.rates.map(([label]) => label)));
      assert.equal(group?.rates.length, 2, language);
      if (!TYPESET.includes(language)) continue;
      const { pdf, standard, warnings } = await renderer.render(source);
      const { text, tagged } = await readPdf(pdf);
      assert.deepEqual([standard, warnings, tagged], ['a-2a', [], true], language);
      for (const figure of ['1234', '234,57', '98,76', '203', '987', '26,27', '26.27'])
        assert.ok(!text.replaceAll(/[.\s]/g, '').includes(figure), `${figure} in ${language}`);
      assert.ok(text.includes('Slates') && text.includes('fathoms'), language);
    }
    assert.ok(labels.size > 15, 'most languages have their own words');
  });

  test('has a tagged table of the columns that are left', async () => {
    const cases: [show: Partial<Show>, items: typeof PLAIN, columns: string[]][] = [
      [{}, ITEMS, ['#', 'Description', 'Quantity', 'Amount']],
      [{ quantities: false }, ITEMS, ['#', 'Description', 'Amount']],
      [{}, PLAIN, ['#', 'Description', 'Quantity']],
      [{ quantities: false }, PLAIN, ['#', 'Description']],
      [{ linePrices: true, quantities: false }, PLAIN, ['#', 'Description', 'Unit price', 'VAT', 'Amount']],
    ];
    for (const [show, items, columns] of cases) {
      const source = hiddenQuote('en-GB', show, items);
      const { data } = prepareDocument(source).view;
      assert.deepEqual(
        data.columns.map(({ label }) => label),
        columns,
      );
      assert.ok(data.items.every((row) => row.length === columns.length));
      const { roles, text } = await inspectPdf((await renderer.render(source)).pdf);
      const cells = roles.filter((role) => role === 'TH' || role === 'TD').length;
      assert.ok(roles.includes('Table') && cells >= columns.length * (items.length + 1), `${cells} cells`);
      assert.equal(text.includes('fathoms'), show.quantities !== false);
    }
  });

  test('is typeset from right to left whatever is left of the table', async () => {
    for (const [show, items] of [
      [{ quantities: false }, PLAIN],
      [{}, PLAIN],
      [{ quantities: false }, ITEMS],
    ] as const) {
      const { standard, warnings } = await renderer.render(hiddenQuote('he', show, items));
      assert.deepEqual([standard, warnings], ['a-2a', []]);
    }
  });
});
