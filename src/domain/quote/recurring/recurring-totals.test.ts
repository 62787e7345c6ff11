import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { asNumbers, plainTotals } from '../../../../test/support/money/plain-totals.ts';
import { computeTotals, type TotalsInput, TotalsOverflow } from '../../money/totals.ts';
import type { UnpricedLine } from '../line/line-item.ts';
import { assertTotalsFit } from '../line/max-totals.ts';
import { INTERVALS, MAX_PAIRS } from './recurrence.ts';
import {
  computeContractTotal,
  computeMonthlySums,
  computeRecurring,
  getPeriodTerms,
} from './recurring-totals.ts';

const discount = fc.oneof(
  fc.constant({ discountType: null, discountValue: null }),
  fc.record({
    discountType: fc.constant('percentage' as const),
    discountValue: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({
    discountType: fc.constant('fixed' as const),
    discountValue: fc.integer({ min: 0, max: 90_000 }),
  }),
);
const recurring = fc.record({
  interval: fc.constantFrom(...INTERVALS),
  periods: fc.constantFrom(null, 2, 12, 600),
});
const line = fc
  .tuple(
    fc.record({
      quantity: fc.constantFrom(1, 3, 0.3333, 12.5),
      unitPrice: fc.integer({ min: 0, max: 300_000 }),
      taxRate: fc.constantFrom(0, 7, 19, 8.1),
      selected: fc.boolean(),
    }),
    fc.option(recurring, { nil: undefined }),
    discount,
  )
  .map(([base, pair, own]): UnpricedLine => {
    const off =
      own.discountType === null ? {} : { discountType: own.discountType, discountValue: own.discountValue };
    return { id: '', description: 'x', ...base, ...off, ...(pair && { recurring: pair }) };
  });

test('each later period is the plain sum of its items, and the contract is all of them', () => {
  const property = fc.property(
    fc.array(line, { minLength: 1, maxLength: 9 }),
    discount,
    fc.boolean(),
    (items, ofQuote, pricesIncludeTax) => {
      const terms = { ...ofQuote, pricesIncludeTax };
      const found = computeRecurring(items, terms);
      const wanted = new Set(
        items.flatMap(({ recurring: own, selected }) =>
          own && selected ? [`${own.interval} ${own.periods}`] : [],
        ),
      );
      assert.equal(found.length, wanted.size);
      let contract: number | null = computeTotals({ items, ...terms }).total;
      for (const { interval, periods, ...sums } of found) {
        const own = items.filter(
          ({ recurring: pair, selected }) =>
            selected && pair?.interval === interval && pair.periods === periods,
        );
        const later =
          ofQuote.discountType === 'fixed' ? { discountType: null, discountValue: null } : ofQuote;
        const { subtotal, discountAmount, taxes, taxAmount, total } = asNumbers(
          plainTotals({ items: own, ...later, pricesIncludeTax }),
        );
        assert.deepEqual(sums, { subtotal, discountAmount, taxes, taxAmount, total });
        contract = contract === null || periods === null ? null : contract + (periods - 1) * total;
      }
      assert.equal(computeContractTotal(computeTotals({ items, ...terms }).total, found), contract);
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test('all periods of the dearest selection must fit', () => {
  const most = { id: '', description: 'x', quantity: 1, unitPrice: 1e12, taxRate: 0 };
  const item = (periods: number | null, more: object = {}): UnpricedLine => ({
    ...{ ...most, recurring: { interval: 'week', periods } },
    ...more,
  });
  const terms = { discountType: null, discountValue: null };
  const fits = (...items: UnpricedLine[]) => assertTotalsFit(items, terms);
  const many = (count: number, periods: number | null) => Array.from({ length: count }, () => item(periods));
  fits(...many(15, 600));
  assert.throws(() => fits(...many(16, 600)), TotalsOverflow);
  fits(...many(173, null));
  assert.throws(() => fits(...many(174, null)), TotalsOverflow);
  // The one with the most periods is the dearest, although it costs less at the start.
  const choice = { choice: 'Plan' };
  fits(item(2, { ...choice, quantity: 100 }), item(600, { ...choice, quantity: 15 }));
  assert.throws(
    () => fits(item(2, { ...choice, quantity: 100 }), item(600, { ...choice, quantity: 16 })),
    TotalsOverflow,
  );
  assert.equal(MAX_PAIRS, 6);
});

test('the contracts of the conformance suite match', () => {
  const file = new URL('../../../../conformance/vectors/recurring.json', import.meta.url);
  const vectors: { name: string; input: Contract; expected: Expected }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  assert.equal(vectors.length, 300);
  for (const { name, input, expected } of vectors) {
    const { discountType = null, discountValue = null, pricesIncludeTax } = input;
    const terms = { discountType, discountValue, pricesIncludeTax };
    const items = input.items.map((each) => ({ ...each, selected: each.selected ?? !each.optional }));
    const recurring = computeRecurring(items, terms);
    assert.deepEqual(recurring, expected.recurring, name);
    const { total } = computeTotals({ items, ...terms });
    assert.deepEqual(
      [total, computeContractTotal(total, recurring)],
      [expected.total, expected.contractTotal],
      name,
    );
  }
});

type Contract = Partial<Omit<TotalsInput, 'items'>> & { pricesIncludeTax: boolean; items: UnpricedLine[] };
type Expected = { recurring: unknown; total: number; contractTotal: number | null };

test('the sum per month is rounded once', () => {
  const sums = (['week', 'quarter', 'year'] as const).map((interval) => ({
    currency: 'EUR',
    interval,
    total: 1n,
  }));
  assert.deepEqual(computeMonthlySums(sums), [{ currency: 'EUR', perMonth: 5n }]);
  const other = { currency: 'CHF', interval: 'month' as const, total: 3n };
  assert.deepEqual(computeMonthlySums([...sums.slice(1), other]), [
    { currency: 'CHF', perMonth: 3n },
    { currency: 'EUR', perMonth: 0n },
  ]);
  const perYear = INTERVALS.map((interval) =>
    computeMonthlySums([{ currency: 'EUR', interval, total: 1200n }]).map(({ perMonth }) => perMonth),
  );
  assert.deepEqual(perYear, [[5200n], [1200n], [400n], [100n]]);
  for (const currencies of [
    ['CHF', 'EUR', 'USD'],
    ['USD', 'EUR', 'CHF'],
    ['EUR', 'USD', 'CHF'],
  ]) {
    const found = computeMonthlySums(currencies.map((currency) => ({ ...other, currency })));
    assert.deepEqual(
      found.map(({ currency }) => currency),
      ['CHF', 'EUR', 'USD'],
    );
  }
});

test('a later period has a percentage of the discount, and prices without tax unless they are stated', () => {
  const terms = { discountType: 'percentage', discountValue: 5 } as const;
  assert.deepEqual(getPeriodTerms(terms), { ...terms, pricesIncludeTax: false });
  assert.deepEqual(getPeriodTerms({ ...terms, discountType: 'fixed', pricesIncludeTax: true }), {
    ...{ discountType: null, discountValue: null, pricesIncludeTax: true },
  });
});
