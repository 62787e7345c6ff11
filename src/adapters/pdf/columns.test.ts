import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { manyItems, sampleInvoice, sampleQuote } from '../../../test/fixtures/documents.ts';
import { line } from '../../../test/fixtures/quote.ts';
import { assertInside, linesAt } from '../../../test/support/pdf/lines.ts';
import { readPdf } from '../../../test/support/pdf/read-pdf.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { testAll } from '../../../test/support/run/all.ts';
import type { DocumentSource } from '../../domain/document.ts';
import { prepareDocument } from './view/view.ts';

const renderer = sharedRenderer();

async function readRuns(source: DocumentSource) {
  return (await readPdf((await renderer.render(source)).pdf)).pages[0]?.runs ?? [];
}

describe('the columns of a document', () => {
  testAll('never overlap, however long the unit and the number of an item are', async () => {
    for (const unit of ['Quadratmeterstunden!', 'WWWWWWWWWWWWWWWWWWWW', 'متر مربع من السجاد']) {
      for (const locale of ['en', 'he']) {
        const items = [
          { ...line('Carpet for the hall', 1_000_000, 99_999_999, 19), unit, sku: 'W'.repeat(64) },
          line('Delivery', 1, 9_000, 7),
        ];
        assertInside(await readRuns(sampleQuote({ quote: { items }, customer: { locale } })));
      }
    }
  });

  testAll('align amounts by their last digits from right to left', async () => {
    for (const locale of ['ar', 'he']) {
      const options = {
        items: manyItems(6),
        customer: { locale },
        quote: { discountType: 'fixed', discountValue: 900 },
      } as const;
      const source = sampleInvoice({ ...options, quote: { ...options.quote, reference: 'PO-1' } });
      const credit = { ...source.invoice, kind: 'CREDIT_NOTE', dueDate: null } as const;
      for (const invoice of [source.invoice, credit]) {
        const runs = await readRuns({ ...source, invoice });
        const ends = findAmountEnds(runs);
        assert.ok(ends.length === 11, 'six items, subtotal, discount, two taxes and the total');
        for (const end of ends)
          assert.ok(Math.abs(end - (ends[0] ?? 0)) < 0.5, `${locale}: ${ends.join(', ')}`);
      }
    }
  });

  test('keep a total next to its label in two languages', async () => {
    const account = { country: 'AE', locale: 'en-AE', secondLanguage: 'ar', currency: 'AED' } as const;
    for (const [locale, price] of [
      ['en-AE', 7_965_300],
      ['ar-AE', 7_965_300],
      ['en-AE', 99_999_999_900],
    ] as const) {
      const source = sampleInvoice({
        account,
        customer: { locale },
        quote: { currency: 'AED' },
        items: [['Furniture', 12, price, 5]],
      });
      assertInside((await readRuns(source)).filter(({ text }) => text.length > 1));
    }
  });
});

/** Finds the end of the last digit of each amount, in the column at the left margin of the items and of the totals. */
function findAmountEnds(runs: Awaited<ReturnType<typeof readRuns>>): number[] {
  const column = runs.filter(({ text, x, y }) => /\d/.test(text) && x < 150 && y > 100 && y < 540);
  return linesAt(column).map((line) => Math.max(...line.map(({ x, width }) => x + width)));
}

test('an accepted quote shows the quantity that was chosen, not the range', () => {
  const items = [{ ...line('Spare key', 2, 1_500, 19), quantityRange: { min: 1, max: 5, step: 1 } }];
  const words = (status: 'SENT' | 'ACCEPTED') =>
    JSON.stringify(prepareDocument(sampleQuote({ quote: { items, status } })).view.data.items);
  assert.match(words('SENT'), /from 1 to 5/i);
  assert.doesNotMatch(words('ACCEPTED'), /from 1 to 5/i);
});
