import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { asNumbers, plainTotals } from '../../../test/support/money/plain-totals.ts';
import { countCases } from '../../../test/support/run/all.ts';
import {
  findReachedStep,
  getUnitPrice,
  isPricedInParts,
  isStepUsed,
  multiplyPrice,
  PRICE_KINDS,
  priceQuantity,
  type QuantityPrices,
  toListPrice,
  toPricing,
} from './quantity-prices.ts';
import { computeTotals, type TotalsInput, TotalsOverflow } from './totals.ts';

const NONE = { discountType: null, discountValue: null } as const;
const steps = [
  { from: 0, unitPrice: 1000 },
  { from: 10, unitPrice: 900 },
  { from: 100, unitPrice: 800 },
];
const price = (kind: QuantityPrices['kind'], quantity: number) =>
  Number(priceQuantity({ unitPrice: 0, quantityPrices: { kind, steps } }, quantity));

test('a volume price is that of the step reached, also at and next to where a step begins', () => {
  const amounts = [1, 9.9999, 10, 99, 100, 0.0001].map((quantity) => price('volume', quantity));
  assert.deepEqual(amounts, [1000, 10_000, 9000, 89_100, 80_000, 0]);
});

test('a graduated price is the sum of its parts, and a step counts once a part is in it', () => {
  const amounts = [1, 10, 10.5, 12, 100, 101].map((quantity) => price('graduated', quantity));
  assert.deepEqual(amounts, [1000, 10_000, 10_450, 11_800, 91_000, 91_800]);
  const quantityPrices = { kind: 'graduated', steps } as const;
  const reached = [0.0001, 10, 10.0001, 100, 1e9].map((quantity) =>
    findReachedStep(quantityPrices, quantity),
  );
  assert.deepEqual(reached, [0, 0, 1, 1, 2]);
  assert.equal(isPricedInParts({ quantity: 10, quantityPrices }), false);
  assert.equal(isPricedInParts({ quantity: 10.0001, quantityPrices }), true);
  assert.equal(isPricedInParts({ quantity: 99, quantityPrices: { kind: 'volume', steps } }), false);
});

test('the two kinds price the same quantity differently, and only one of them in parts', () => {
  const found = PRICE_KINDS.map((kind) => [
    price(kind, 11),
    isPricedInParts({ quantity: 11, quantityPrices: { kind, steps } }),
  ]);
  assert.deepEqual(found, [
    [9900, false],
    [10_900, true],
  ]);
});

test('a step is used that prices the quantity or a part of it', () => {
  const used = (kind: QuantityPrices['kind'], quantity: number) =>
    steps.map((_, step) => isStepUsed({ kind, steps }, quantity, step));
  assert.deepEqual(used('volume', 10), [false, true, false]);
  assert.deepEqual(used('graduated', 10), [true, false, false]);
  assert.deepEqual(used('graduated', 11), [true, true, false]);
  assert.deepEqual(used('graduated', 101), [true, true, true]);
});

test('the product is exact, in ten-thousandths', () => {
  const product = (kind: QuantityPrices['kind'], quantity: bigint) =>
    multiplyPrice({ unitPrice: 7, quantityPrices: { kind, steps } }, quantity);
  assert.equal(product('volume', 99_999n), 99_999_000n);
  assert.equal(product('graduated', 100_001n), 100_000_900n);
  assert.equal(multiplyPrice({ unitPrice: 7 }, 3n), 21n);
});

test('a price of the catalogue is one number or steps', () => {
  const quantityPrices: QuantityPrices = { kind: 'graduated', steps };
  assert.equal(toListPrice({ unitPrice: 5, quantityPrices }), quantityPrices);
  assert.deepEqual(
    [toListPrice({ unitPrice: 5 }), toListPrice({ unitPrice: 5, quantityPrices: null })],
    [5, 5],
  );
  assert.deepEqual(toPricing(5), { unitPrice: 5 });
  assert.deepEqual(toPricing(quantityPrices), { unitPrice: 0, quantityPrices });
});

test('the sum of the parts is rounded once', () => {
  const halves = [0, 0.5, 1].map((from) => ({ from, unitPrice: 1 }));
  const quantityPrices = { kind: 'graduated', steps: halves } as const;
  // Each part is half a unit: rounded by themselves they would be three.
  assert.equal(priceQuantity({ unitPrice: 0, quantityPrices }, 1.5), 2n);
});

const quantity = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 1, max: 600_000 }).map((value) => value / 10_000),
  fc.integer({ min: 1, max: 10_000_000_000_000 }).map((value) => value / 10_000),
);
const prices = fc
  .record({
    kind: fc.constantFrom(...PRICE_KINDS),
    froms: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 60 }), quantity), { maxLength: 19 }),
    unitPrices: fc.array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 1_000_000_000_000 })), {
      minLength: 20,
      maxLength: 20,
    }),
  })
  .map(({ kind, froms, unitPrices }): QuantityPrices => {
    const ascending = [0, ...froms.sort((one, other) => one - other)];
    return { kind, steps: ascending.map((from, index) => ({ from, unitPrice: unitPrices[index] ?? 0 })) };
  });
const discount = fc.oneof(
  fc.constant({}),
  fc.record({ discountType: fc.constant('percentage' as const), discountValue: fc.nat({ max: 100 }) }),
  fc.record({ discountType: fc.constant('fixed' as const), discountValue: fc.nat({ max: 1_000_000 }) }),
);
const item = fc
  .tuple(
    fc.record({ quantity, unitPrice: fc.nat({ max: 1000 }), taxRate: fc.constantFrom(0, 7, 19, 8.1) }),
    fc.option(prices, { nil: undefined, freq: 4 }),
    discount,
  )
  .map(([base, quantityPrices, off]) => {
    // Often where a step begins.
    const begins = quantityPrices?.steps.map(({ from }) => from).filter((from) => from > 0) ?? [];
    const isAtStep = begins.length > 0 && base.unitPrice % 2 === 0;
    const chosen = isAtStep ? (begins[base.unitPrice % begins.length] as number) : base.quantity;
    return { ...base, ...off, quantity: chosen, ...(quantityPrices && { quantityPrices }) };
  });
const quotes = fc
  .tuple(fc.array(item, { minLength: 1, maxLength: 5 }), discount, fc.boolean())
  .map(([items, off, pricesIncludeTax]): TotalsInput => ({ items, ...NONE, ...off, pricesIncludeTax }));

test('random quotes with steps agree with exact fractions, or are too large in both', () => {
  fc.assert(
    fc.property(quotes, (input) => {
      const expected = plainTotals(input);
      const { subtotal, total, taxAmount, amounts, lineDiscounts } = expected;
      const isTooLarge = [subtotal, total, taxAmount, ...amounts, ...lineDiscounts].some(
        (value) => value > BigInt(Number.MAX_SAFE_INTEGER),
      );
      if (isTooLarge) assert.throws(() => computeTotals(input), TotalsOverflow);
      else assert.deepEqual(computeTotals(input), asNumbers(expected));
    }),
    { numRuns: countCases(5000) },
  );
});

test('a single step is a plain price, and equal steps are one', () => {
  fc.assert(
    fc.property(prices, quantity, fc.nat({ max: 1_000_000 }), (quantityPrices, count, unitPrice) => {
      const equal = quantityPrices.steps.map(({ from }) => ({ from, unitPrice }));
      for (const kept of [equal, equal.slice(0, 1)]) {
        const pricing = { unitPrice: 0, quantityPrices: { ...quantityPrices, steps: kept } };
        assert.equal(priceQuantity(pricing, count), priceQuantity({ unitPrice }, count));
        assert.equal(getUnitPrice(pricing, count), unitPrice);
      }
    }),
    { numRuns: countCases(2000) },
  );
});

test('a graduated price never falls as the quantity grows', () => {
  fc.assert(
    fc.property(prices, quantity, quantity, (quantityPrices, one, other) => {
      const pricing = { unitPrice: 0, quantityPrices: { ...quantityPrices, kind: 'graduated' as const } };
      const [less, more] = one < other ? [one, other] : [other, one];
      assert.ok(priceQuantity(pricing, less) <= priceQuantity(pricing, more));
    }),
    { numRuns: countCases(2000) },
  );
});

test('the vectors of the conformance suite match', () => {
  const file = new URL('../../../conformance/vectors/quantity-prices.json', import.meta.url);
  const vectors: { name: string; input: TotalsInput; expected: Record<string, unknown> }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  assert.ok(vectors.length >= 100);
  for (const { name, input, expected } of vectors) {
    const { unitPrices, taxes, ...sums } = expected;
    const items = input.items.map((each) => ({
      ...each,
      selected: each.selected ?? !(each as { optional?: boolean }).optional,
    }));
    const totals = computeTotals({ ...NONE, ...input, items });
    assert.deepEqual(
      Object.fromEntries(Object.keys(sums).map((field) => [field, totals[field as keyof typeof totals]])),
      sums,
      name,
    );
    assert.deepEqual(totals.taxes, taxes, name);
    assert.deepEqual(
      items.map((each) => getUnitPrice(each, each.quantity)),
      unitPrices,
      name,
    );
  }
});
