import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainStages } from '../../../test/support/money/plain-stages.ts';
import { type StageShare, type StageSize, splitIntoStages } from './stages.ts';
import { sumGross, type TaxGroup } from './tax-group.ts';
import { computeTotals } from './totals.ts';

const percentage = (value: number): StageSize => ({ type: 'percentage', value });
const fixed = (value: number): StageSize => ({ type: 'fixed', value });
const rest: StageSize = { type: 'rest', value: null };

/** The tax group of one item. */
function createGroup(amount: number, taxRate: number, pricesIncludeTax = false): TaxGroup {
  const items = [{ quantity: 1, unitPrice: amount, taxRate }];
  const [group] = computeTotals({ items, discountType: null, discountValue: null, pricesIncludeTax }).taxes;
  return group as TaxGroup;
}

test('a percentage takes the difference of two rounded totals', () => {
  const groups = [createGroup(101, 0), createGroup(333, 19)];
  assert.deepEqual(splitIntoStages(groups, [percentage(50), percentage(50)], false), [
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

test('rounding does not accumulate in the last stage', () => {
  const stages = [...Array.from({ length: 11 }, () => percentage(8.33)), percentage(8.37)];
  const split = splitIntoStages([createGroup(162_671, 19)], stages, false);
  for (const [share] of split) expectTaxOfNet(share as StageShare, 1);
  const { net = 0, tax = 0 } = split.at(-1)?.[0] ?? {};
  assert.ok(Math.abs(tax - Math.round(net * 0.19)) <= 1, `${tax} on ${net}`);
});

test('a fixed stage takes exactly its amount, and the lower rate wins a tie', () => {
  const groups = [createGroup(10, 5), createGroup(10, 7)].map((group) => ({ ...group, tax: 10 }));
  const amounts = (amount: number) =>
    splitIntoStages(groups, [fixed(amount), rest], false)[0]?.map((share) => sumGross([share]));
  assert.deepEqual(amounts(7), [4, 3]);
  assert.deepEqual(amounts(1), [1, 0]);
});

test('within a rate, the order of categories decides a tie', () => {
  const groups: TaxGroup[] = [
    { rate: 0, net: 50, tax: 0, category: 'exempt' },
    { rate: 0, net: 50, tax: 0, category: 'export' },
  ];
  assert.deepEqual(splitIntoStages(groups, [fixed(3), rest], false)[0], [
    { rate: 0, net: 2, tax: 0, category: 'exempt' },
    { rate: 0, net: 1, tax: 0, category: 'export' },
  ]);
});

test('a stage takes at most what is left, and the rest may be 0', () => {
  const [first = [], last = []] = splitIntoStages([createGroup(100, 20)], [fixed(500), rest], false);
  assert.deepEqual([sumGross(first), sumGross(last)], [120, 0]);
  const [, second = []] = splitIntoStages([createGroup(100, 20)], [fixed(100), percentage(60), rest], false);
  assert.equal(sumGross(second), 20);
  assert.deepEqual(splitIntoStages([], [fixed(5), rest], false), [[], []]);
});

test('prices that include tax are split as they are', () => {
  const split = splitIntoStages([createGroup(50_000, 19, true)], [percentage(30), rest], true);
  assert.deepEqual(split, [[{ rate: 19, net: 12_605, tax: 2395 }], [{ rate: 19, net: 29_412, tax: 5588 }]]);
});

const rate = fc.oneof(
  fc.constantFrom(0, 7, 19, 20, 25),
  fc.integer({ min: 0, max: 500_000 }).map((value) => value / 10_000),
);
const amount = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 2 ** 48 }));
const percentages = fc
  .array(fc.integer({ min: 1, max: 4000 }), { maxLength: 23 })
  .map((parts) => keepBelow100(parts).map((hundredths) => percentage(hundredths / 100)));
const mixed = fc.tuple(
  percentages,
  fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 49 })).map(fixed), {
    maxLength: 5,
  }),
);
const stagesOfAnyKind = fc.oneof(
  percentages,
  mixed.chain(([some, others]) => {
    const all = [...some, ...others].slice(0, 23);
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  }),
);

function keepBelow100(parts: readonly number[]): number[] {
  let sum = 0;
  return parts.filter((part) => {
    if (sum + part > 10_000) return false;
    sum += part;
    return true;
  });
}

test('the parts of each group add up to it, none is negative, and the tax is that of the net within a unit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(amount, rate), { maxLength: 5 }),
      stagesOfAnyKind,
      fc.boolean(),
      fc.boolean(),
      (some, before, endsWithRest, pricesIncludeTax) => {
        const groups = some.map(([value, percent]) => createGroup(value, percent, pricesIncludeTax));
        const stages = endsWithRest || before.length === 0 ? [...before, rest] : before;
        const split = splitIntoStages(groups, stages, pricesIncludeTax);
        assert.deepEqual(split, plainStages(groups, stages, pricesIncludeTax));
        checkParts(groups, split);
        checkAmounts(groups, stages, split);
      },
    ),
    { numRuns: 1500 },
  );
});

function checkParts(groups: readonly TaxGroup[], split: readonly StageShare[][]): void {
  for (const [at, whole] of groups.entries()) {
    const parts = split.map((shares) => shares[at] as StageShare);
    const sum = (field: 'net' | 'tax') => parts.reduce((total, part) => total + part[field], 0);
    assert.deepEqual([sum('net'), sum('tax')], [whole.net, whole.tax]);
    for (const part of parts) {
      assert.ok(part.net >= 0 && part.tax >= 0);
      expectTaxOfNet(part, 1);
    }
  }
}

/** A fixed stage takes its amount, or all that is left. */
function checkAmounts(
  groups: readonly TaxGroup[],
  stages: readonly StageSize[],
  split: readonly StageShare[][],
): void {
  let left = sumGross(groups);
  for (const [index, { type, value }] of stages.entries()) {
    const taken = sumGross(split[index] ?? []);
    const isLast = index === stages.length - 1;
    if (type === 'fixed' && !isLast) assert.equal(taken, Math.min(value, left));
    left -= taken;
  }
  assert.equal(left, 0);
}

/** Compares the tax with rate × net, rounded. */
function expectTaxOfNet({ rate: percent, net, tax }: StageShare, most: number): void {
  const exact = BigInt(net) * BigInt(Math.round(percent * 10_000));
  const expected = Number((2n * exact + 1_000_000n) / 2_000_000n);
  assert.ok(Math.abs(tax - expected) <= most, `${tax} on ${net} at ${percent} %`);
}

test('above 50 percent, the tax of a fixed stage is that of its net within two units', () => {
  fc.assert(
    fc.property(
      amount,
      fc.integer({ min: 500_001, max: 1_000_000 }),
      stagesOfAnyKind,
      (value, tenThousandths, before) => {
        const groups = [createGroup(value, tenThousandths / 10_000, true)];
        for (const [share] of splitIntoStages(groups, [...before, rest], true)) {
          expectTaxOfNet(share as StageShare, 2);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('the published test vectors match', () => {
  const file = new URL('../../../docs/stage-vectors.json', import.meta.url);
  const vectors: {
    name: string;
    taxes: TaxGroup[];
    stages: StageSize[];
    pricesIncludeTax: boolean;
    expected: StageShare[][];
  }[] = JSON.parse(readFileSync(file, 'utf8'));
  assert.ok(vectors.length > 300);
  for (const { name, taxes, stages, pricesIncludeTax, expected } of vectors) {
    assert.deepEqual(splitIntoStages(taxes, stages, pricesIncludeTax), expected, name);
  }
});

test('only the last stage can be the rest', () => {
  assert.throws(() => splitIntoStages([createGroup(10, 0)], [rest, fixed(5)], false), /only the last stage/);
});
