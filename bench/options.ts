/**
 * Measures the cost of options: a quote with a thousand optional items compared with one of a thousand plain items, as
 * a PDF and as the customer page:
 *
 *   node bench/options.ts [--rounds 9]
 */
import { parseArgs } from 'node:util';
import { createRenderer } from '../src/adapters/pdf/renderer.ts';
import type { LineItem } from '../src/domain/quote/line/line-item.ts';
import { addScripts } from '../src/pages/assets.ts';
import { renderQuotePage } from '../src/pages/customer/quote/quote-page.ts';
import { bundleScripts } from '../src/pages/scripts.ts';
import { manyItems, sampleQuote } from '../test/fixtures/documents.ts';
import { line } from '../test/fixtures/quote.ts';
import { quoteView } from '../test/fixtures/quote-page.ts';

const LINES = 1000;
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });

const plain = manyItems(LINES).map((item) => line(...item));
const optional = plain.map((item, index): LineItem => {
  const inChoice = index % 10 < 2;
  const selected = inChoice ? index % 10 === 0 : index % 3 > 0;
  return {
    ...item,
    ...(inChoice ? { choice: `Choice ${index - (index % 10)}` } : { optional: true }),
    selected,
  };
});

const renderer = createRenderer({ workers: 1 });
await compare('PDF', 1, (items) => renderer.render(sampleQuote({ quote: { items } })));
await renderer.close();
addScripts(await bundleScripts());
await compare('page', 10, async (items) => renderQuotePage(quoteView({ quote: { items } })));

/** Alternates, so that both run under the same conditions. */
async function compare(
  name: string,
  times: number,
  make: (items: LineItem[]) => Promise<unknown>,
): Promise<void> {
  const taken: [plain: number[], optional: number[]] = [[], []];
  await make(plain);
  await make(optional);
  for (let round = 0; round < Number(options.rounds) * times; round++) {
    for (const [index, items] of [plain, optional].entries()) {
      const started = performance.now();
      await make(items);
      taken[index]?.push(performance.now() - started);
    }
  }
  const [without, withOptions] = taken.map(median) as [number, number];
  const ratio = (withOptions / without).toFixed(2);
  console.log(
    `${name} of ${LINES} lines: ${without.toFixed(1)} ms plain, ${withOptions.toFixed(1)} ms with options, ${ratio} ×`,
  );
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
