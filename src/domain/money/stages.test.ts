import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StageSize } from '../schedule/payment-schedule.ts';
import { type RateShare, splitIntoStages, sumShares } from './stages.ts';

const percentage = (value: number): StageSize => ({ type: 'percentage', value });
const fixed = (value: number): StageSize => ({ type: 'fixed', value });
const rest: StageSize = { type: 'rest', value: null };

test('a percentage takes its part of the net of each rate, and the tax of that part', () => {
  const rates = [
    { rate: 0, net: 101, tax: 0 },
    { rate: 19, net: 333, tax: 63 },
  ];
  assert.deepEqual(splitIntoStages(rates, [percentage(50), percentage(50)]), [
    [
      { rate: 0, net: 51, tax: 0 },
      { rate: 19, net: 167, tax: 32 },
    ],
    [
      { rate: 0, net: 50, tax: 0 },
      { rate: 19, net: 166, tax: 31 },
    ],
  ]);
});

test('a percentage takes no more than the earlier stages leave', () => {
  const [, second] = splitIntoStages([{ rate: 10, net: 1, tax: 0 }], [percentage(50), percentage(50)]);
  assert.deepEqual(second, [{ rate: 10, net: 0, tax: 0 }]);
  const taxes = splitIntoStages([{ rate: 50, net: 3, tax: 2 }], [33.33, 33.33, 33.34].map(percentage));
  assert.deepEqual(
    taxes.map(([share]) => share?.tax),
    [1, 1, 0],
  );
});

test('a fixed stage takes exactly its amount, and the earlier part wins a tie', () => {
  const rates = [
    { rate: 5, net: 10, tax: 10 },
    { rate: 7, net: 10, tax: 10 },
  ];
  assert.deepEqual(splitIntoStages(rates, [fixed(6), rest])[0], [
    { rate: 5, net: 2, tax: 2 },
    { rate: 7, net: 1, tax: 1 },
  ]);
  assert.deepEqual(splitIntoStages(rates, [fixed(1), rest])[0], [
    { rate: 5, net: 1, tax: 0 },
    { rate: 7, net: 0, tax: 0 },
  ]);
});

test('a fixed stage takes at most what is left, and the rest may be 0', () => {
  const [first = [], last = []] = splitIntoStages([{ rate: 20, net: 100, tax: 20 }], [fixed(500), rest]);
  assert.equal(sumShares(first), 120);
  assert.equal(sumShares(last), 0);
  assert.deepEqual(splitIntoStages([], [fixed(5), rest]), [[], []]);
});

test('the parts of each rate add up to it, and none is negative', () => {
  const share = fc.record({
    rate: fc.integer({ min: 0, max: 1_000_000 }).map((rate) => rate / 10_000),
    net: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 2 ** 48 })),
    off: fc.integer({ min: -1, max: 1 }),
  });
  const stage = fc.oneof(
    fc.integer({ min: 1, max: 10_000 }).map((hundredths) => percentage(hundredths / 100)),
    fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 49 })).map(fixed),
  );
  fc.assert(
    fc.property(
      fc.array(share, { maxLength: 5 }),
      fc.array(stage, { maxLength: 23 }),
      fc.boolean(),
      (some, before, endsWithRest) => {
        const rates = some.map(({ rate, net, off }) => ({ rate, net, tax: taxOf(net, rate, off) }));
        const stages = endsWithRest || before.length === 0 ? [...before, rest] : before;
        const split = splitIntoStages(rates, stages);
        for (const [at, whole] of rates.entries()) {
          const parts = split.map((shares) => shares[at] as RateShare);
          assert.equal(
            parts.reduce((sum, { net }) => sum + net, 0),
            whole.net,
          );
          assert.equal(
            parts.reduce((sum, { tax }) => sum + tax, 0),
            whole.tax,
          );
          assert.ok(parts.every(({ net, tax }) => net >= 0 && tax >= 0));
        }
        let left = sumShares(rates);
        for (const [index, { type, value }] of stages.entries()) {
          const amount = sumShares(split[index] ?? []);
          const isLast = index === stages.length - 1;
          if (type === 'fixed' && !isLast) assert.equal(amount, Math.min(value, left));
          left -= amount;
        }
      },
    ),
    { numRuns: 2000 },
  );
});

/** The tax as a quote has it, or off by one, as a fixed stage may leave it. */
function taxOf(net: number, rate: number, off: number): number {
  return Math.max(0, Math.round((net * rate) / 100) + off);
}

test('the published test vectors match', () => {
  const file = new URL('../../../docs/stage-vectors.json', import.meta.url);
  const vectors: { name: string; taxes: RateShare[]; stages: StageSize[]; expected: RateShare[][] }[] =
    JSON.parse(readFileSync(file, 'utf8'));
  assert.ok(vectors.length > 300);
  for (const { name, taxes, stages, expected } of vectors) {
    assert.deepEqual(splitIntoStages(taxes, stages), expected, name);
  }
});

test('only the last stage can be the rest', () => {
  assert.throws(
    () => splitIntoStages([{ rate: 0, net: 10, tax: 0 }], [rest, fixed(5)]),
    /only the last stage/,
  );
});
