import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { asNumbers, plainTotals } from '../../../test/support/money/plain-totals.ts';
import { UNTAXED_CATEGORIES } from '../tax/tax-category.ts';
import { computeTotals, type Totals, type TotalsInput, TotalsOverflow } from './totals.ts';

/** Number of random quotes. Every run uses different seeds, and each seed generates many quotes. */
const QUOTES = Number(process.env.FUZZ_QUOTES ?? 15_000);
const QUOTES_A_SEED = 1000;

const ordinaryRates = [0, 2.1, 5.5, 7, 7.7, 8.1, 10, 19, 19.6875, 20, 25, 100, 0.0001, 99.9999];

const quantity = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 1_000_000 }).map((value) => value / 10_000),
  fc.integer({ min: 1, max: 10_000_000_000_000 }).map((value) => value / 10_000),
);
const unitPrice = fc.oneof(
  fc.integer({ min: 0, max: 10 }),
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.integer({ min: 0, max: 1_000_000_000_000 }),
);
const taxRate = fc.oneof(
  fc.constantFrom(...ordinaryRates),
  fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 10_000),
);
const item = fc.record({ quantity, unitPrice, taxRate });
const discount = fc.oneof(
  fc.constant({ discountType: null, discountValue: null }),
  fc.record({
    discountType: fc.constant('percentage' as const),
    discountValue: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({
    discountType: fc.constant('fixed' as const),
    discountValue: fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    ),
  }),
);
const quote = fc
  .tuple(fc.array(item, { minLength: 1, maxLength: 6, size: 'max' }), discount)
  .map(([items, off]): TotalsInput => ({ items, ...off }));

test(`${QUOTES} random quotes agree with exact fractions`, () => {
  let overflows = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = randomFrom(seed);
      for (let index = 0; index < QUOTES_A_SEED; index++) if (!agrees(randomQuote(random))) overflows++;
    }),
    { numRuns: QUOTES / QUOTES_A_SEED, endOnFailure: true },
  );
  assert.ok(overflows > 0 && overflows < QUOTES / 2, `${overflows} were too large`);
});

type Random = (max: number) => number;

/** Returns integers from 0 to below the maximum (mulberry32). Much faster than an arbitrary for every field. */
function randomFrom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (max) => Math.floor(next() * max);
}

function randomQuote(random: Random): TotalsInput {
  const pick = <T>(...values: T[]): T => values[random(values.length)] as T;
  const items = Array.from({ length: 1 + random(6) }, () => ({
    quantity: pick(1 + random(100), (1 + random(1_000_000)) / 10_000, (1 + random(1e13)) / 10_000),
    unitPrice: pick(random(11), random(1_000_001), random(1e12)),
    ...pick<object>(
      { taxRate: pick(pick(...ordinaryRates), random(1_000_001) / 10_000) },
      { taxRate: 0, ...pick({}, { taxCategory: pick(...UNTAXED_CATEGORIES) }) },
      { taxRate: 19, taxCategory: 'standard' },
    ),
    ...pick({}, {}, { taxReason: pick('A', 'B') }),
    ...pick({}, {}, { selected: random(2) === 1 }),
    ...pick({}, { section: pick('A', 'B') }),
    ...pick(
      {},
      { discountType: 'percentage' as const, discountValue: random(101) },
      { discountType: 'fixed' as const, discountValue: pick(random(101), random(1_000_001)) },
    ),
  }));
  return {
    items: items as TotalsInput['items'][number][],
    ...pick({}, { pricesIncludeTax: true }),
    ...pick<Pick<TotalsInput, 'discountType' | 'discountValue'>>(
      { discountType: null, discountValue: null },
      { discountType: 'percentage', discountValue: random(101) },
      { discountType: 'fixed', discountValue: pick(random(101), random(1_000_001), random(2 ** 53)) },
    ),
  };
}

/** Returns `false` if the quote is rejected because an amount would be too large. */
function agrees(input: TotalsInput): boolean {
  const expected = plainTotals(input);
  const { subtotal, total, taxAmount, amounts, lineDiscounts } = expected;
  const largest = [subtotal, total, taxAmount, ...amounts, ...lineDiscounts];
  if (largest.some((value) => value > BigInt(Number.MAX_SAFE_INTEGER))) {
    assert.throws(() => computeTotals(input), TotalsOverflow);
    return false;
  }
  const totals = computeTotals(input);
  const wanted = asNumbers(expected);
  // The message is built only on failure, because this runs very often.
  if (JSON.stringify(totals) !== JSON.stringify(wanted))
    assert.deepEqual(totals, wanted, JSON.stringify(input));
  checkSums(totals, input.pricesIncludeTax);
  const other = computeTotals({ ...input, items: [...input.items].reverse() });
  assert.equal(other.total, totals.total);
  assert.equal(other.taxAmount, totals.taxAmount);
  return true;
}

function checkSums(
  { amounts, subtotal, discountAmount, taxes, taxAmount, total }: Totals,
  pricesIncludeTax = false,
): void {
  const sum = (values: number[]) => Number(values.reduce((all, value) => all + BigInt(value), 0n));
  const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0;
  const inside = pricesIncludeTax ? taxAmount : 0;
  const holds =
    sum(taxes.map(({ net }) => net)) + inside === subtotal - discountAmount &&
    sum(taxes.map(({ tax }) => tax)) === taxAmount &&
    subtotal - discountAmount + taxAmount - inside === total &&
    [...amounts, subtotal, discountAmount, taxAmount, total].every(isWhole);
  assert.ok(holds);
}

test('the order of the items never changes the total', () => {
  const shuffled = quote.chain((input) =>
    fc
      .shuffledSubarray([...input.items], { minLength: input.items.length })
      .map((items) => [input, { ...input, items }] as const),
  );
  fc.assert(
    fc.property(shuffled, ([input, other]) => {
      const total = attempt(input);
      assert.equal(attempt(other), total);
    }),
    { numRuns: 5000 },
  );
});

function attempt(input: TotalsInput): number | string {
  try {
    return computeTotals(input).total;
  } catch (error) {
    assert.ok(error instanceof TotalsOverflow);
    return 'too large';
  }
}

test('the largest safe integer is accepted, and one more is rejected', () => {
  const lines = (rest: number): TotalsInput => ({
    items: [
      { quantity: 9007, unitPrice: 1_000_000_000_000, taxRate: 0 },
      { quantity: 1, unitPrice: 199_254_740_991 + rest, taxRate: 0 },
    ],
    discountType: null,
    discountValue: null,
  });
  assert.equal(computeTotals(lines(0)).total, Number.MAX_SAFE_INTEGER);
  assert.throws(() => computeTotals(lines(1)), TotalsOverflow);
});

test('a discount without a type or a value has no effect', () => {
  const items = [{ quantity: 1, unitPrice: 1000, taxRate: 0 }];
  for (const half of [
    { discountType: null, discountValue: 10 },
    { discountType: 'fixed', discountValue: null },
  ] as const) {
    assert.equal(computeTotals({ items, ...half }).total, 1000);
  }
});

test('an overflow names the item that is too large by itself', () => {
  const line = { quantity: 1, unitPrice: 1, taxRate: 0 };
  const large = { ...line, quantity: 1_000_000, unitPrice: 1_000_000_000_000 };
  const input: TotalsInput = { items: [line, large, large], discountType: null, discountValue: null };
  assert.throws(
    () => computeTotals(input),
    (error: TotalsOverflow) => error.lines[0] === 1,
  );
});

test('the published test vectors match', () => {
  const file = new URL('../../../docs/money-vectors.json', import.meta.url);
  const vectors: { name: string; input: TotalsInput; expected: Totals }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  assert.ok(vectors.length > 300);
  for (const { name, input, expected } of vectors) assert.deepEqual(computeTotals(input), expected, name);
});
