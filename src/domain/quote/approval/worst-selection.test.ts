import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countCases } from '../../../../test/support/run/all.ts';
import { PRICE_KINDS } from '../../money/quantity-prices.ts';
import { computeTotals } from '../../money/totals.ts';
import type { LineItem } from '../line/line-item.ts';
import { NO_APPROVAL_RULES } from './approval.ts';
import type { PricedQuote } from './priced-lines.ts';
import { findCrossedRules } from './worst-selection.ts';

const cents = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 300_000 }));
const discount = fc.oneof(
  fc.constant({}),
  fc.record({
    discountType: fc.constant('percentage' as const),
    discountValue: fc.integer({ max: 100, min: 0 }),
  }),
  fc.record({ discountType: fc.constant('fixed' as const), discountValue: cents }),
);
const range = fc.oneof(
  fc.constantFrom(
    { min: 1, max: 1, step: 1 },
    { min: 0.5, max: 2.5, step: 0.5 },
    { min: 1, max: 7, step: 2 },
    { min: 0.0001, max: 0.0021, step: 0.0004 },
    { min: 0.0001, max: 2.0001, step: 0.25 },
    { min: 0.3333, max: 1.6665, step: 0.3333 },
  ),
);
/** Prices that rise, fall or stay at the steps, some of which begin between the quantities of a range. */
const prices = fc.record({
  kind: fc.constantFrom(...PRICE_KINDS),
  steps: fc
    .record({
      froms: fc.subarray([0.0005, 0.3333, 0.7, 1, 1.5, 2, 3, 5]),
      unitPrices: fc.array(cents, { minLength: 9, maxLength: 9 }),
    })
    .map(({ froms, unitPrices }) =>
      [0, ...froms].map((from, index) => ({ from, unitPrice: unitPrices[index] ?? 0 })),
    ),
});
const line = fc.record(
  {
    line: fc.record({
      unitPrice: cents,
      quantity: fc.constantFrom(1, 2, 0.3333, 12.5),
      taxRate: fc.constantFrom(0, 7, 19, 8.1),
    }),
    discount,
    group: fc.constantFrom('plain', 'optional', 'choice a', 'choice b', 'optional choice'),
    range: fc.option(range, { nil: undefined, freq: 4 }),
    prices: fc.option(prices, { nil: undefined, freq: 2 }),
    cost: cents,
  },
  { requiredKeys: ['line', 'discount', 'group', 'range', 'prices', 'cost'] },
);

interface Case {
  quote: PricedQuote;
  costs: Record<string, number>;
}

const cases: fc.Arbitrary<Case> = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 4 }), discount, pricesIncludeTax: fc.boolean() })
  .map(({ lines, discount: ofQuote, pricesIncludeTax }) => ({
    quote: {
      items: lines.map(
        ({ line: base, discount: own, group, range: quantityRange, prices: steps }, index): LineItem => {
          const [first, name] = group.split(' ');
          return {
            ...{ id: `itm_${index}`, description: 'x', amount: 0, ...base, ...own },
            ...(first === 'optional' && { optional: true }),
            ...(name !== undefined && { choice: group }),
            ...(quantityRange && { quantityRange, quantity: quantityRange.min }),
            // The unit price is that of another quantity, and does not count.
            ...(steps && { quantityPrices: steps, unitPrice: 0 }),
          };
        },
      ),
      discountType: null,
      discountValue: null,
      ...ofQuote,
      pricesIncludeTax,
    },
    costs: Object.fromEntries(lines.map(({ cost }, index) => [`itm_${index}`, cost])),
  }));

/** What each selection of the customer amounts to, by trying all of them. */
function tryAll({ quote, costs }: Case) {
  let selections: LineItem[][] = [[]];
  const seen = new Set<string>();
  for (const item of quote.items) {
    const key = item.choice ?? item.id;
    if (seen.has(key)) continue;
    seen.add(key);
    const alternatives = quote.items.filter(({ id, choice }) => (choice ?? id) === key);
    const taken = alternatives.flatMap((one) => quantities(one).map((quantity) => ({ ...one, quantity })));
    selections = selections.flatMap((before) => [
      ...(item.optional ? [before] : []),
      ...taken.map((one) => [...before, one]),
    ]);
  }
  return selections
    .filter((items) => items.length > 0)
    .map((items) => {
      const totals = computeTotals({ ...quote, items });
      const exact = (
        whole: number,
        of: { discountType?: string | null; discountValue?: number | null },
        off: number,
      ) => (of.discountType === 'percentage' ? Math.max(off, (whole * (of.discountValue ?? 0)) / 100) : off);
      const grosses = items.map((_, at) => (totals.amounts[at] ?? 0) + (totals.lineDiscounts[at] ?? 0));
      const gross = grosses.reduce((sum, one) => sum + one, 0);
      const off =
        items.reduce((sum, one, at) => sum + exact(grosses[at] ?? 0, one, totals.lineDiscounts[at] ?? 0), 0) +
        exact(totals.subtotal, quote, totals.discountAmount);
      const cost = items.reduce(
        (sum, one) => sum + Math.round(one.quantity * (costs[one.id] ?? 0) + 1e-9),
        0,
      );
      return { total: totals.total, gross, off, net: totals.total - totals.taxAmount, cost };
    });
}

function quantities({ quantity, quantityRange }: LineItem): number[] {
  if (!quantityRange) return [quantity];
  const { min, max, step } = quantityRange;
  return Array.from({ length: Math.round((max - min) / step) + 1 }, (_, at) => min + at * step);
}

const ALL_AT_ONCE = 0;
const EACH = 1e9;
/** Far more than floating-point numbers lose here. */
const TINY = 1e-6;

function crosses({ quote, costs }: Case, rules: object, most: number): boolean {
  return findCrossedRules(quote, costs, { ...NO_APPROVAL_RULES, ...rules }, most).size > 0;
}

test('the total is judged at the most expensive selection', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const most = Math.max(...tryAll(one).map(({ total }) => total));
      assert.ok(crosses(one, { totalFrom: most }, EACH));
      assert.ok(!crosses(one, { totalFrom: most + 1 }, EACH));
      assert.ok(crosses(one, { totalFrom: most }, ALL_AT_ONCE));
      const slack = one.quote.discountType === 'fixed' ? most + 10 : 20;
      assert.ok(!crosses(one, { totalFrom: most + slack }, ALL_AT_ONCE));
    }),
    { numRuns: countCases(400) },
  );
});

test('discounts are judged at the selection with the largest share of them', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const shares = tryAll(one).map(({ gross, off }) => (gross > 0 && off > 0 ? (off / gross) * 100 : -1));
      const most = Math.max(...shares);
      if (most < 0) {
        assert.ok(!crosses(one, { discountFrom: 0 }, EACH));
        return;
      }
      const [below, above] = [Math.floor(most * 1e4 - TINY) / 1e4, Math.ceil(most * 1e4 + TINY) / 1e4];
      assert.ok(crosses(one, { discountFrom: Math.max(0, below) }, EACH));
      assert.ok(crosses(one, { discountFrom: Math.max(0, below) }, ALL_AT_ONCE));
      if (above <= 100) assert.ok(!crosses(one, { discountFrom: above }, EACH));
    }),
    { numRuns: countCases(400) },
  );
});

test('the margin is judged at the selection that earns least', () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: 0, max: 100 }), (one, limit) => {
      const isBelow = tryAll(one).some(({ net, cost }) => (100 - limit) * net < 100 * cost);
      assert.equal(crosses(one, { marginBelow: limit }, EACH), isBelow);
      if (isBelow) assert.ok(crosses(one, { marginBelow: limit }, ALL_AT_ONCE));
    }),
    { numRuns: countCases(400) },
  );
});

test('quotes with far too many selections are judged by their worst lines, and nearly as exactly', () => {
  const item = { description: 'x', quantity: 1, unitPrice: 10_000, taxRate: 19, amount: 0, optional: true };
  const items = Array.from({ length: 1000 }, (_, index): LineItem => ({ ...item, id: `itm_${index}` }));
  const quote: PricedQuote = { items, discountType: null, discountValue: null, pricesIncludeTax: false };
  const costs = Object.fromEntries(items.map(({ id }) => [id, 6_000]));
  const judgeMany = (rules: object, changed: Partial<PricedQuote> = {}) => [
    ...findCrossedRules({ ...quote, ...changed }, costs, { ...NO_APPROVAL_RULES, ...rules }),
  ];
  assert.deepEqual(judgeMany({ totalFrom: 11_900_000 }), ['totalFrom']);
  assert.deepEqual(judgeMany({ totalFrom: 11_900_001 }), []);
  assert.deepEqual(judgeMany({ discountFrom: 0 }), []);
  assert.deepEqual(judgeMany({ marginBelow: 40 }), []);
  assert.deepEqual(judgeMany({ marginBelow: 40.0001 }), ['marginBelow']);
  const [first, ...others] = items as [LineItem, ...LineItem[]];
  const lowered = [{ ...first, discountType: 'percentage' as const, discountValue: 10 }, ...others];
  assert.deepEqual(
    judgeMany({ discountFrom: 10 }, { items: lowered }),
    ['discountFrom'],
    'it may be taken alone',
  );
  assert.deepEqual(judgeMany({ discountFrom: 10.0001 }, { items: lowered }), []);
});

/** A quote with far too many selections, each with a price in cents. */
function createRange(unitPrice: number, quantityRange: LineItem['quantityRange'], more: object = {}): Case {
  const item = { description: 'x', quantity: quantityRange?.min ?? 1, unitPrice, taxRate: 0, amount: 0 };
  const items = [{ ...item, id: 'itm_0', ...(quantityRange && { quantityRange }) }];
  const quote = { items, discountType: null, discountValue: null, pricesIncludeTax: false, ...more };
  return { quote, costs: { itm_0: unitPrice / 2 } };
}

const WHOLE_UNITS = { min: 1, max: 100_000, step: 1 };
const judge = (one: Case, rules: object) => [
  ...findCrossedRules(one.quote, one.costs, { ...NO_APPROVAL_RULES, ...rules }),
];

test('a smallest quantity whose price is rounded to nothing hides no discount', () => {
  const range = { min: 0.0001, max: 1000, step: 0.0001 };
  const off = { discountType: 'fixed', discountValue: 500 };
  assert.deepEqual(judge(createRange(1000, range, off), { discountFrom: 5 }), ['discountFrom']);
  assert.deepEqual(judge(createRange(1000, range, off), { discountFrom: 100 }), ['discountFrom']);
});

test('a wide range of quantities crosses no rule by rounding that does not happen', () => {
  assert.deepEqual(judge(createRange(2, WHOLE_UNITS), { discountFrom: 0, marginBelow: 50 }), []);
  assert.deepEqual(judge(createRange(10, WHOLE_UNITS), { discountFrom: 1, marginBelow: 20 }), []);
  assert.deepEqual(judge(createRange(10, WHOLE_UNITS), { marginBelow: 50.0001 }), ['marginBelow']);
  const range = { min: 0.5, max: 10_000, step: 0.0001 };
  assert.deepEqual(judge(createRange(10, range), { discountFrom: 1, marginBelow: 20 }), []);
  const off = { discountType: 'percentage', discountValue: 10 };
  const [item] = createRange(100, WHOLE_UNITS).quote.items;
  const discounted = createRange(100, WHOLE_UNITS, { items: [{ ...item, ...off }] });
  assert.deepEqual(judge(discounted, { discountFrom: 10.0001 }), []);
  assert.deepEqual(judge(discounted, { discountFrom: 10 }), ['discountFrom']);
  const taxed = createRange(1190, WHOLE_UNITS, { pricesIncludeTax: true });
  const items = taxed.quote.items.map((line) => ({ ...line, taxRate: 19 }));
  const margin = { ...taxed, quote: { ...taxed.quote, items } };
  assert.deepEqual(judge(margin, { marginBelow: 40.4 }), [], '10.00 net cost 5.95');
  assert.deepEqual(judge(margin, { marginBelow: 40.6 }), ['marginBelow']);
});

test('a quote with many selections is judged without computing all of them', () => {
  const { quote, costs } = createRange(1000, { min: 1, max: 9000, step: 1 });
  const optional = { ...quote.items[0], optional: true, discountType: 'fixed', discountValue: 1500 };
  const items = Array.from({ length: 1000 }, (_, at) => ({ ...optional, id: `itm_${at}` })) as LineItem[];
  const many = { quote: { ...quote, items }, costs: Object.fromEntries(items.map(({ id }) => [id, 5])) };
  let priced = 0;
  const count = (one: Case): number => {
    priced = 0;
    const counted = one.quote.items.map((item) => ({
      ...item,
      get taxRate() {
        priced++;
        return 19;
      },
    }));
    judge(
      { ...one, quote: { ...one.quote, items: counted } },
      { totalFrom: 1, marginBelow: 99, discountFrom: 1 },
    );
    return priced;
  };
  assert.ok(count({ quote, costs }) < 100, `${priced} reads of one line`);
  assert.ok(count(many) < 20_000, `${priced} reads of 1,000 lines`);
});

test('both sides of each step are judged: 100 × 9 is less than 99 × 10', () => {
  const steps = [
    { from: 0, unitPrice: 10_000 },
    { from: 100, unitPrice: 9000 },
  ];
  const priced = (range: LineItem['quantityRange'], kind: 'volume' | 'graduated' = 'volume') => {
    const one = createRange(0, range);
    const items = one.quote.items.map((item) => ({ ...item, quantityPrices: { kind, steps } }));
    return { quote: { ...one.quote, items }, costs: { itm_0: 8000 } };
  };
  const small = priced({ min: 1, max: 101, step: 1 });
  assert.deepEqual(judge(small, { totalFrom: 990_000 }), ['totalFrom'], 'of 99');
  assert.deepEqual(judge(small, { totalFrom: 990_001 }), []);
  // Too many quantities to try, with the cheapest unit at the end and the dearest total at a step.
  const large = priced({ min: 0.0001, max: 100.0001, step: 0.0001 });
  assert.deepEqual(judge(large, { totalFrom: 999_000 }), ['totalFrom']);
  assert.deepEqual(judge(large, { totalFrom: 1_000_005 }), []);
  assert.deepEqual(judge(small, { marginBelow: 11 }), [], '1,000 of 9,000');
  assert.deepEqual(judge(small, { marginBelow: 12 }), ['marginBelow']);
  assert.deepEqual(judge(priced({ min: 1, max: 101, step: 1 }, 'graduated'), { marginBelow: 12 }), []);
  // Of 3 × 0.10, 5 percent are rounded to 0.02.
  const cents = createRange(0, { min: 2, max: 40, step: 1 });
  const lowered = cents.quote.items.map((item) => ({
    ...{ ...item, discountType: 'percentage' as const, discountValue: 5 },
    quantityPrices: { kind: 'volume' as const, steps: [{ from: 0, unitPrice: 10 }] },
  }));
  const discounted = { ...cents, quote: { ...cents.quote, items: lowered } };
  assert.deepEqual(judge(discounted, { discountFrom: 6 }), ['discountFrom']);
  assert.deepEqual(judge(discounted, { discountFrom: 7 }), []);
});

test('a line without a cost crosses the rule about margins, also if nobody has to take it', () => {
  const item = { description: 'x', quantity: 1, unitPrice: 100, taxRate: 0, amount: 100 };
  const items = [
    { ...item, id: 'a' },
    { ...item, id: 'b', optional: true },
  ];
  const quote: PricedQuote = { items, discountType: null, discountValue: null, pricesIncludeTax: false };
  assert.ok(crosses({ quote, costs: { a: 1 } }, { marginBelow: 1 }, EACH));
  assert.ok(!crosses({ quote, costs: { a: 1, b: 1 } }, { marginBelow: 1 }, EACH));
});

test('the steps of a price are read a few times, however many quantities they make the worst ones', () => {
  const countReads = (count: number) => {
    let reads = 0;
    const step = (from: number) => ({
      get from() {
        reads++;
        return from;
      },
      unitPrice: 10_000 - from,
    });
    const steps = Array.from({ length: count }, (_, index) => step(index * 10));
    const item = {
      ...{ id: 'itm_1', description: 'x', quantity: 1, unitPrice: 0, amount: 0, taxRate: 19 },
      ...{
        quantityRange: { min: 1, max: 500, step: 1 },
        quantityPrices: { kind: 'graduated' as const, steps },
      },
    };
    const quote = { items: [item], discountType: null, discountValue: null, pricesIncludeTax: false };
    const rules = { ...NO_APPROVAL_RULES, totalFrom: 1e12, discountFrom: 100, marginBelow: 0 };
    assert.equal(findCrossedRules(quote, { itm_1: 0 }, rules, ALL_AT_ONCE).size, 0);
    return reads;
  };
  assert.equal(countReads(20), 4 * countReads(5));
});
