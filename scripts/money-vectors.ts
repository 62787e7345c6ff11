// Writes docs/money-vectors.json and docs/stage-vectors.json from the reference implementations that the tests compare
// the service with, never from the service itself: node scripts/money-vectors.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StageSize } from '../src/domain/money/stages.ts';
import type { TaxGroup } from '../src/domain/money/tax-group.ts';
import type { TotalsInput } from '../src/domain/money/totals.ts';
import { UNTAXED_CATEGORIES } from '../src/domain/tax/tax-category.ts';
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
  [
    'prices include tax: 500.00 stays 500.00',
    { items: [item(1, 50_000, { taxRate: 19 })], ...NONE, pricesIncludeTax: true },
  ],
  [
    'prices include tax: a discount comes off with its tax',
    {
      items: [item(3, 1999, { taxRate: 7 }), item(1, 4999, { taxRate: 19 })],
      ...{ discountType: 'fixed', discountValue: 1000, pricesIncludeTax: true },
    },
  ],
  [
    'one entry per rate and category, different reasons joined',
    {
      items: [
        item(1, 100, { taxCategory: 'reverse_charge', taxReason: 'Article 196' }),
        item(1, 200, { taxCategory: 'exempt' }),
        item(1, 400, { taxCategory: 'reverse_charge', taxReason: 'Section 13b' }),
        item(1, 800, { taxCategory: 'reverse_charge', taxReason: 'Article 196' }),
        item(1, 1600),
        item(1, 3200, { taxRate: 19 }),
      ],
      ...NONE,
    },
  ],
  [
    'a rate above 0 is standard, whether its items say so or not',
    {
      items: [item(1, 100, { taxRate: 19 }), item(1, 200, { taxRate: 19, taxCategory: 'standard' })],
      ...NONE,
    },
  ],
  ['the largest total', { items: [item(9007, 1_000_000_000_000), item(1, 199_254_740_991)], ...NONE }],
];
const percentage = (value: number): StageSize => ({ type: 'percentage', value });
const fixed = (value: number): StageSize => ({ type: 'fixed', value });
const REST: StageSize = { type: 'rest', value: null };
const TWO_RATES: TaxGroup[] = [
  { rate: 7, net: 1001, tax: 70 },
  { rate: 19, net: 333, tax: 63 },
];
const TWELFTHS = [...Array.from({ length: 11 }, () => percentage(8.33)), percentage(8.37)];
const INCLUDED: TaxGroup[] = [
  { rate: 7, net: 1001, tax: 70 },
  { rate: 19, net: 42_017, tax: 7983 },
];
const NAMED_STAGES: [name: string, taxes: TaxGroup[], stages: StageSize[], pricesIncludeTax?: boolean][] = [
  ['the tax of a percentage is the tax of its net', TWO_RATES, [percentage(50), percentage(50)]],
  ['rounding does not accumulate', [{ rate: 19, net: 162_671, tax: 30_907 }], TWELFTHS],
  ['thirds', TWO_RATES, [percentage(33.33), percentage(33.33), percentage(33.34)]],
  ['a fixed amount is taken exactly, in proportion', TWO_RATES, [fixed(500), REST]],
  ['small fixed amounts', TWO_RATES.slice(0, 1), [fixed(1), fixed(2), REST]],
  [
    'of equal remainders the lower rate, then the order of categories',
    [
      { rate: 0, net: 107, tax: 0, category: 'exempt' },
      { rate: 0, net: 107, tax: 0, category: 'export' },
      { rate: 7, net: 100, tax: 7 },
    ],
    [fixed(1), fixed(2), fixed(5), REST],
  ],
  ['no more than is left', [{ rate: 50, net: 3, tax: 2 }], [fixed(100), percentage(50), REST]],
  ['a percentage after a fixed amount', TWO_RATES, [fixed(1000), percentage(60), REST]],
  ['prices include tax: percentages', INCLUDED, [percentage(30), percentage(33.33), percentage(36.67)], true],
  ['prices include tax: a fixed amount', INCLUDED, [fixed(10_000), percentage(50), REST], true],
];
const RANDOM = 300;

const random = randomFrom(20_261_115);
const vectors = NAMED.map(([name, input]) => vector(name, input));
for (let n = 1; n <= RANDOM; n++) vectors.push(vector(`random ${n}`, randomQuote()));
write('money-vectors.json', vectors);

const split = NAMED_STAGES.map((named) => stageVector(...named));
for (let n = 1; n <= RANDOM; n++) {
  const pricesIncludeTax = n % 2 === 0;
  split.push(stageVector(`random ${n}`, randomTaxes(pricesIncludeTax), randomStages(), pricesIncludeTax));
}
write('stage-vectors.json', split);

function write(file: string, each: object[]): void {
  const lines = each.map((vector) => `  ${JSON.stringify(vector)}`);
  writeFileSync(join(import.meta.dirname, '../docs', file), `[\n${lines.join(',\n')}\n]\n`);
}

type Discount = Pick<TotalsInput, 'discountType' | 'discountValue'>;

function vector(name: string, input: TotalsInput) {
  return { name, input, expected: asNumbers(plainTotals(input)) };
}

function stageVector(name: string, taxes: TaxGroup[], stages: StageSize[], pricesIncludeTax = false) {
  return { name, taxes, stages, pricesIncludeTax, expected: plainStages(taxes, stages, pricesIncludeTax) };
}

function randomTaxes(pricesIncludeTax: boolean): TaxGroup[] {
  const rates = [0, 5.5, 7, 19, 19.6875].filter(() => random(2) === 0);
  const items = rates.map((taxRate) => item(1, pick(random(100), random(10_000_000)), { taxRate }));
  return asNumbers(plainTotals({ items, ...NONE, pricesIncludeTax })).taxes;
}

function randomStages(): StageSize[] {
  const before = Array.from({ length: random(6) }, () =>
    pick(percentage((1 + random(1650)) / 100), fixed(1 + pick(random(100), random(5_000_000)))),
  );
  return [...before, REST];
}

function randomQuote(): TotalsInput {
  const items = Array.from({ length: 1 + random(6) }, () => ({
    quantity: pick(1 + random(100), (1 + random(1_000_000)) / 10_000),
    unitPrice: pick(random(11), random(1_000_001)),
    ...pick<object>({ taxRate: randomRate() }, { taxRate: randomRate() }, untaxed()),
    ...pick<object>({}, {}, discount()),
    ...pick({}, { section: pick('A', 'B') }),
    ...pick({}, {}, { selected: random(2) === 1 }),
  }));
  const included = pick({}, { pricesIncludeTax: true });
  return { items: items as TotalsInput['items'][number][], ...pick<Discount>(NONE, discount()), ...included };
}

function randomRate(): number {
  return pick(0, 5.5, 7, 7.7, 19, 19.6875, 20, random(1_000_001) / 10_000);
}

function untaxed(): object {
  return { taxRate: 0, taxCategory: pick(...UNTAXED_CATEGORIES), ...pick({}, { taxReason: pick('A', 'B') }) };
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
