import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { manyItems, sampleQuote } from '../../../../test/fixtures/documents.ts';
import { RenderError } from '../../../domain/render-error.ts';
import { compileTypesetter } from '../renderer.ts';
import { prepareDocument } from '../view/view.ts';
import { chooseMaxLines, MAX_LINES, measureDocument } from './document-length.ts';
import { createEngine } from './engine.ts';

const lines = (count: number) => Array.from({ length: count }, (_, line) => `l${line}`).join('\n');
const quoteOf = (items: number, text: string) =>
  sampleQuote({
    items: Array.from({ length: items }, (_, at): [string, number, number] => [`${at} ${text}`, 1, 1]),
  });

describe('the size of a document', () => {
  for (const [name, source, size] of [
    ['few items', quoteOf(3, 'A thing'), 'short'],
    ['100 items of one line', sampleQuote({ items: manyItems(100) }), 'short'],
    ['1,000 items of one line', sampleQuote({ items: manyItems(1000) }), 'large'],
    ['long terms', sampleQuote({ quote: { terms: 'word '.repeat(10_000) } }), 'large'],
    ['1,000 items of ten lines', quoteOf(1000, lines(10)), 'huge'],
    ['line breaks in one text', sampleQuote({ quote: { terms: 'a\n'.repeat(5000) } }), 'huge'],
    ['all words that one request can hold', quoteOf(1000, 'word '.repeat(198)), 'huge'],
  ] as const) {
    test(`is ${size} for ${name}`, () => assert.equal(measureDocument(source), size));
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

  test('may be smaller on a machine with little memory', () => {
    assert.equal(chooseMaxLines(512e6), 6_000);
    assert.equal(chooseMaxLines(1e9), MAX_LINES);
    assert.throws(() => measureDocument(quoteOf(1000, lines(8)), 6_000), /can have 6,000/);
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
