/**
 * Measures how fast PDFs are rendered, how much memory that takes, and how it affects other requests:
 *
 *   npm run bench:pdf [-- --documents 2000] [-- --rounds 5] [-- --no-chromium] [-- --only-meanwhile]
 *
 * BENCH_AGAINST=../other compares another checkout in the last part, the latency of other requests.
 *
 * No two documents share customer, title, number, items or prices, so the typesetter can reuse only the parts that all
 * documents of an account have in common.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createRenderer } from '../src/adapters/pdf/renderer.ts';
import type { DocumentRenderer, DocumentSource } from '../src/domain/document.ts';
import { manyItems, sampleQuote } from '../test/fixtures/documents.ts';
import { openChromium } from './pdf-chromium.ts';
import { measureContention } from './pdf-contention.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
    'no-chromium': { type: 'boolean', default: false },
    'only-meanwhile': { type: 'boolean', default: false },
  },
});

let sequence = 0;

const before = residentMegabytes();
if (!options['only-meanwhile']) await measureTypesetters();
await measureContention(Number(options.rounds), process.env.BENCH_AGAINST);

async function measureTypesetters(): Promise<void> {
  const pool = createRenderer({ workers: 2 });
  await Promise.all(Array.from({ length: 100 }, () => pool.render(document(8))));
  await throughput(pool, Number(options.documents));
  await pool.close();
  const one = createRenderer({ workers: 1 });
  await repeat(60, () => one.render(document(8)));
  const short = await times(300, () => one.render(document(8)));
  report('one page, 8 items', short);
  report('600 items', await times(12, () => one.render(document(600))));
  await one.close();
  if (!options['no-chromium']) await measureChromium(quantile(short, 0.5));
}

async function measureChromium(here: number): Promise<void> {
  const chromium = await openChromium();
  await repeat(5, () => chromium.print(document(8)));
  const printed = await times(40, () => chromium.print(document(8)));
  await chromium.close();
  report('one page, Chromium print-to-PDF', printed);
  console.log(`  ${(quantile(printed, 0.5) / here).toFixed(1)} × as long as here`);
}

function document(items: number): DocumentSource {
  sequence += 1;
  const lines = manyItems(items, `${sequence}-`);
  return sampleQuote({
    items: lines.map(([text, quantity, price, tax]) => [text, quantity, price + sequence * 7, tax]),
    customer: { name: `Harbour & Vale No. ${sequence}`, address: `${sequence} Quayside\nBristol BS1 4QA` },
    quote: {
      number: `Q-2026-${String(sequence).padStart(5, '0')}`,
      title: `Website redesign, part ${sequence}`,
      description: 'Design, implementation and training, with two rounds of changes in each phase.',
      terms: 'Payable within 14 days of invoice: 40% on order, 60% on delivery.',
    },
  });
}

async function throughput(renderer: DocumentRenderer, count: number): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const memory: string[] = [];
  for (let quarter = 1; quarter <= 4; quarter++) {
    let left = Math.round(count / 4);
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (left-- > 0) await renderer.render(document(8));
      }),
    );
    memory.push(`${residentMegabytes().toFixed(0)} MB after ${Math.round((count * quarter) / 4)}`);
  }
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  console.log(`${count} documents on two threads: ${(count / seconds).toFixed(1)} per second`);
  console.log(`  the process: ${memory.join(', ')}`);
  console.log(`  a thread: ${((residentMegabytes() - before) / 2).toFixed(0)} MB above the bare process`);
  console.log(`  event loop delay meanwhile: p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`);
}

async function repeat(count: number, action: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await action();
}

async function times(count: number, action: () => Promise<unknown>): Promise<number[]> {
  const result: number[] = [];
  await repeat(count, async () => {
    const started = performance.now();
    await action();
    result.push(performance.now() - started);
  });
  return result;
}

function report(name: string, durations: number[]): void {
  const [p50, p99] = [quantile(durations, 0.5), quantile(durations, 0.99)];
  console.log(`${name}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (${durations.length} times)`);
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function residentMegabytes(): number {
  return process.memoryUsage.rss() / 1024 / 1024;
}
