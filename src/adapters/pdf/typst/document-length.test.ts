import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, test } from 'node:test';
import { manyItems, sampleQuote } from '../../../../test/fixtures/documents.ts';
import { RenderError } from '../../../domain/render-error.ts';
import { compileTypesetter } from '../renderer.ts';
import { prepareDocument } from '../view/view.ts';
import { MAX_LINES, measureDocument } from './document-length.ts';
import { createEngine } from './engine.ts';

const lines = (count: number) => Array.from({ length: count }, (_, line) => `l${line}`).join('\n');
const quoteOf = (items: number, text: string) =>
  sampleQuote({
    items: Array.from({ length: items }, (_, at): [string, number, number] => [`${at} ${text}`, 1, 1]),
  });

const withSteps = (items: number, steps: number) => {
  const source = sampleQuote({ items: manyItems(items) });
  const quantityPrices = {
    kind: 'volume' as const,
    steps: Array.from({ length: steps }, (_, at) => ({ from: at + 1, unitPrice: 100 - at })),
  };
  const priced = source.quote.items.map((item) => ({ ...item, quantityPrices }));
  return { ...source, quote: { ...source.quote, items: priced } };
};
const PICTURE = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d4948445200000fa000000fa0', 'hex').toString('base64')}`;

describe('the size of a document', () => {
  // Measured in a process of its own, in MB; see docs/documents.md.
  for (const [name, source, isLarge, mb] of [
    ['few items', quoteOf(3, 'A thing'), false, 0],
    ['100 items of one line', sampleQuote({ items: manyItems(100) }), false, 10],
    ['1,000 items of one line', sampleQuote({ items: manyItems(1000) }), true, 119],
    ['long terms', sampleQuote({ quote: { terms: 'word '.repeat(10_000) } }), true, 10],
    ['line breaks in one text', sampleQuote({ quote: { terms: 'a\n'.repeat(20_000) } }), true, 113],
    ['all words that one request can hold', quoteOf(1000, 'word '.repeat(198)), true, 308],
    ['20 steps of each of 100 items', withSteps(100, 20), true, 60],
    ['20 steps of each of 1,000 items', withSteps(1000, 20), true, 582],
    ['Hebrew among digits', sampleQuote({ quote: { terms: 'א1'.repeat(20_000) } }), true, 119],
    ['a logo of 16 million pixels', sampleQuote({ account: { logo: PICTURE } }), true, 64],
  ] as const) {
    test(`covers the memory of ${name}`, () => {
      const size = measureDocument(source);
      assert.equal(size.isLarge, isLarge);
      assert.ok(size.bytes >= mb * 1e6 && size.bytes < (mb * 2.2 + 2) * 1e6, `${size.bytes}`);
    });
  }

  for (const [name, source] of Object.entries({
    '1,000 items of 100 short lines': quoteOf(1000, lines(100)),
    '1,000 items of 130 short lines': quoteOf(1000, lines(130)),
    '1,000 items of 2,000 ideographs': quoteOf(1000, '漢字'.repeat(990)),
    'terms of many line breaks': sampleQuote({ quote: { terms: 'a\n'.repeat(MAX_LINES + 1) } }),
  })) {
    test(`is too large for ${name}, with a reason that names the limit`, () => {
      assert.throws(
        () => measureDocument(source),
        (error) =>
          error instanceof RenderError &&
          error.reason === 'too_large' &&
          /can have 24,000/.test(error.message),
      );
    });
  }

  test('is too large if it takes more than there is for one', () => {
    assert.throws(() => measureDocument(withSteps(1000, 20), 300e6), /about 61\d MB .* has 300 MB for one/);
    assert.equal(measureDocument(quoteOf(3, 'A thing'), 96e6).isLarge, false);
  });
});

/** The memory on which `MAX_LINES` rests. Letters without a break take most of it. */
const BYTES_PER_LINE = 12_000;
const BYTES_PER_ITEM = 80_000;
const BASE_BYTES = 20 * 2 ** 20;

test('a line takes no more memory than its limit assumes', async () => {
  const engine = await createEngine(await compileTypesetter());
  const [items, letters] = [40, 1350];
  const { view, files } = prepareDocument(quoteOf(items, 'x'.repeat(letters)));
  engine.typeset(view, files);
  const most = BASE_BYTES + items * (BYTES_PER_ITEM + (letters / 45 + 1) * BYTES_PER_LINE);
  assert.ok(engine.memoryBytes() < most, `${engine.memoryBytes()} of ${most} bytes`);
});
