// Writes docs/money-vectors.json and docs/stage-vectors.json from the reference implementations that the tests compare
// the service with, never from the service itself: node scripts/money-vectors.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RateShare } from '../src/domain/money/stages.ts';
import type { TotalsInput } from '../src/domain/money/totals.ts';
import type { StageSize } from '../src/domain/schedule/payment-schedule.ts';
import { plainStages } from '../test/support/money/plain-stages.ts';
import { asNumbers, plainTotals } from '../test/support/money/plain-totals.ts';

const NONE = { discountType: null, discountValue: null } as const;
const item = (quantity: number, unitPrice: number, more: object = {}) => ({
  ...{ quantity, unitPrice, taxRate: 0 },
  ...more,
});

const NAMED: [name: string, input: TotalsInput][] = [
  [
    'half a unit is rounded away from zero',
    { items: [item(0.5, 1), item(0.5, 3), item(1.005, 100)], ...NONE },
  ],
  ['decimals are exact', { items: [item(0.1, 10), item(0.2, 10), item(4.35, 100)], ...NONE }],
  [
    'a percentage off a line is rounded half away from zero',
    { items: [item(1, 1005, { discountType: 'percentage', discountValue: 10 })], ...NONE },
  ],
  [
    'a fixed discount of a line takes no more than the line',
    { items: [item(1, 300, { discountType: 'fixed', discountValue: 500 })], ...NONE },
  ],
  [
    'a fixed discount takes no more than the subtotal',
    { items: [item(1, 300, { taxRate: 19 })], discountType: 'fixed', discountValue: 500 },
  ],
  [
    'the discount is spread over the lines in proportion, the largest remainder first',
    {
      items: [item(1, 100, { taxRate: 7 }), item(1, 100, { taxRate: 19 }), item(1, 100)],
      ...{ discountType: 'fixed', discountValue: 100 },
    },
  ],
  [
    'what is not selected counts for nothing, and its rate is not listed',
    { items: [item(1, 100, { taxRate: 7 }), item(1, 900, { taxRate: 19, selected: false })], ...NONE },
  ],
  ['nothing is selected', { items: [item(1, 900, { taxRate: 19, selected: false })], ...NONE }],
  [
    'neighbours of the same section are one group',
    {
      items: [
        item(1, 1, { section: 'A' }),
        item(1, 2, { section: 'A', selected: false }),
        item(1, 4),
        item(1, 8, { section: 'A' }),
        item(1, 16, { section: 'B', selected: false }),
      ],
      ...NONE,
    },
  ],
  ['the largest total', { items: [item(9007, 1_000_000_000_000), item(1, 199_254_740_991)], ...NONE }],
];
const percentage = (value: number): StageSize => ({ type: 'percentage', value });
const fixed = (value: number): StageSize => ({ type: 'fixed', value });
const REST: StageSize = { type: 'rest', value: null };
const TWO_RATES = [
  { rate: 7, net: 1001, tax: 70 },
  { rate: 19, net: 333, tax: 63 },
];
const NAMED_STAGES: [name: string, taxes: RateShare[], stages: StageSize[]][] = [
  ['the tax of a percentage is the tax of its net', TWO_RATES, [percentage(50), percentage(50)]],
  ['thirds', TWO_RATES, [percentage(33.33), percentage(33.33), percentage(33.34)]],
  ['a fixed amount is taken exactly, in proportion', TWO_RATES, [fixed(500), REST]],
  ['of equal remainders the earlier one, net before tax', TWO_RATES.slice(0, 1), [fixed(1), fixed(2), REST]],
  ['no more than is left', [{ rate: 50, net: 3, tax: 2 }], [fixed(100), percentage(50), REST]],
  ['a percentage after a fixed amount', TWO_RATES, [fixed(1000), percentage(60), REST]],
];
const RANDOM = 300;

const random = randomFrom(20_261_115);
const vectors = NAMED.map(([name, input]) => vector(name, input));
for (let n = 1; n <= RANDOM; n++) vectors.push(vector(`random ${n}`, randomQuote()));
write('money-vectors.json', vectors);

const split = NAMED_STAGES.map(([name, taxes, stages]) => stageVector(name, taxes, stages));
for (let n = 1; n <= RANDOM; n++) split.push(stageVector(`random ${n}`, randomTaxes(), randomStages()));
write('stage-vectors.json', split);

function write(file: string, each: object[]): void {
  const lines = each.map((vector) => `  ${JSON.stringify(vector)}`);
  writeFileSync(join(import.meta.dirname, '../docs', file), `[\n${lines.join(',\n')}\n]\n`);
}

type Discount = Pick<TotalsInput, 'discountType' | 'discountValue'>;

function vector(name: string, input: TotalsInput) {
  return { name, input, expected: asNumbers(plainTotals(input)) };
}

function stageVector(name: string, taxes: RateShare[], stages: StageSize[]) {
  return { name, taxes, stages, expected: plainStages(taxes, stages) };
}

function randomTaxes(): RateShare[] {
  const rates = [0, 5.5, 7, 19, 19.6875].filter(() => random(2) === 0);
  return rates.map((rate) => {
    const net = pick(random(100), random(10_000_000));
    return { rate, net, tax: Math.floor((net * rate) / 100 + 0.5) };
  });
}

function randomStages(): StageSize[] {
  const before = Array.from({ length: random(6) }, () =>
    pick(percentage((1 + random(5000)) / 100), fixed(1 + pick(random(100), random(5_000_000)))),
  );
  return [...before, REST];
}

function randomQuote(): TotalsInput {
  const items = Array.from({ length: 1 + random(6) }, () => ({
    quantity: pick(1 + random(100), (1 + random(1_000_000)) / 10_000),
    unitPrice: pick(random(11), random(1_000_001)),
    taxRate: pick(0, 5.5, 7, 7.7, 19, 19.6875, 20, random(1_000_001) / 10_000),
    ...pick<object>({}, {}, discount()),
    ...pick({}, { section: pick('A', 'B') }),
    ...pick({}, {}, { selected: random(2) === 1 }),
  }));
  return { items, ...pick<Discount>(NONE, discount()) };
}

function discount(): Discount {
  return pick<Discount>(
    { discountType: 'percentage' as const, discountValue: random(101) },
    { discountType: 'fixed' as const, discountValue: pick(random(101), random(1_000_001)) },
  );
}

function pick<T>(...values: T[]): T {
  return values[random(values.length)] as T;
}

/** Returns the same numbers at every run. */
function randomFrom(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}
