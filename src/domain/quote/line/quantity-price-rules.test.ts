import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRICE_KINDS, type QuantityPrices } from '../../money/quantity-prices.ts';
import { TotalsOverflow } from '../../money/totals.ts';
import { isTotalOpen } from '../schedule/schedule-rules.ts';
import { composeLines, priceLines } from './compose-lines.ts';
import type { ItemInput } from './line-item.ts';
import { assertTotalsFit } from './max-totals.ts';
import { listTurns } from './price-turns.ts';
import { findStepErrors, setStepPrice } from './quantity-price-rules.ts';
import { removeChoices } from './selection.ts';
import { createValidity } from './validity.ts';

const NONE = { discountType: null, discountValue: null };
const prices = (
  kind: QuantityPrices['kind'],
  ...steps: [from: number, unitPrice: number][]
): QuantityPrices => ({
  ...{ kind, steps: steps.map(([from, unitPrice]) => ({ from, unitPrice })) },
});
const STEPS = prices('volume', [0, 1000], [10, 900]);

test('steps begin at 0 and ascend, and each error names its place', () => {
  const find = (quantityPrices: QuantityPrices | null, known: string[] = [], path = '/items/3') =>
    findStepErrors(
      { quantityPrices },
      path,
      createValidity(known.map((each) => ({ path: each, message: 'is wrong' }))),
    ).map((error) => `${error.path} ${error.message}`);
  assert.deepEqual(find(null), []);
  assert.deepEqual(find(STEPS), []);
  assert.deepEqual(find(prices('volume', [1, 5])), [
    '/items/3/quantityPrices/steps/0/from must be 0 in the first step',
  ]);
  assert.deepEqual(find(prices('graduated', [0, 5], [2, 4], [2, 3], [1, 2], [3, 1]), [], ''), [
    '/quantityPrices/steps/2/from must be more than 2, as the step before says',
    '/quantityPrices/steps/3/from must be more than 2, as the step before says',
  ]);
  // What cannot be read is reported by the schema alone, and hides no other error.
  const wrong = prices('volume', [0, 5], ['x' as unknown as number, 4], [0, 3]);
  assert.deepEqual(find(wrong, ['/items/3/quantityPrices/steps/1/from']), [
    '/items/3/quantityPrices/steps/2/from must be more than 0, as the step before says',
  ]);
  assert.deepEqual(find(wrong, ['/items/3/quantityPrices']), []);
});

test('a unit price beside steps is replaced, whatever the steps are', () => {
  const set = (quantityPrices: unknown, quantity: unknown = 10) =>
    setStepPrice({ unitPrice: 'ignored', quantityPrices }, quantity).unitPrice;
  assert.equal(set(STEPS), 900);
  assert.equal(set(STEPS, '10'), 900);
  assert.equal(set(null), 'ignored');
  assert.equal(set(undefined), 'ignored');
  for (const odd of [
    'volume',
    7,
    [],
    {},
    { steps: null },
    { steps: [null] },
    { kind: 'volume', steps: [null, { from: 0, unitPrice: 5 }] },
    { steps: [] },
    { steps: [{ from: 0 }] },
  ])
    assert.equal(set(odd), 0, JSON.stringify(odd));
  assert.equal(set({ kind: 'volume', steps: [{ from: 0, unitPrice: -5 }] }), 0);
  const repeated = (count: number, unitPrice = 7) => ({
    ...{ kind: 'volume', steps: Array(count).fill({ from: 0, unitPrice }) },
  });
  assert.deepEqual([set(repeated(20)), set(repeated(21)), set(repeated(1e5))], [7, 0, 0]);
  assert.deepEqual([set(repeated(1, 1e12)), set(repeated(1, 1e12 + 1)), set(repeated(1, 0.5))], [1e12, 0, 0]);
});

const item = (more: Partial<ItemInput>): ItemInput => ({
  ...{ description: 'Seats', quantity: 1, unitPrice: 1, quantityPrices: STEPS },
  ...more,
});

test('an item has the price of its step, and the customer chooses quantities, not prices', () => {
  const compose = (quantity: number) =>
    priceLines(
      composeLines([item({ quantity, quantityRange: { min: 1, max: 20 } })], {
        known: [],
        createBase: () => '',
      }),
      NONE,
    ).items;
  const [nine, ten] = [compose(9), compose(10)];
  assert.deepEqual([nine[0]?.unitPrice, nine[0]?.amount], [1000, 9000]);
  assert.deepEqual([ten[0]?.unitPrice, ten[0]?.amount], [900, 9000]);
  assert.deepEqual(removeChoices(nine), removeChoices(ten));
});

test('the quantities where a price turns are those of the range on both sides of each step', () => {
  const turns = (min: number, max: number, step: number, ...froms: number[]) =>
    listTurns(
      item({ quantityRange: { min, max, step } }),
      prices('volume', [0, 1], ...froms.map((f) => [f, 1] as [number, number])),
    ).map((turn) => Number(turn) / 10_000);
  assert.deepEqual(turns(1, 20, 1, 10), [1, 9, 10, 20]);
  assert.deepEqual(turns(1, 20, 5, 10), [1, 6, 11, 16], 'and the last on a step of the range');
  assert.deepEqual(turns(10, 20, 1, 10, 21), [10, 20]);
  assert.deepEqual(turns(1, 20, 1, 20), [1, 19, 20]);
  assert.deepEqual(turns(0.5, 2.5, 0.5, 0.7), [0.5, 1, 2.5]);
  assert.deepEqual(turns(0.0001, 0.0009, 0.0001, 0.0005), [0.0001, 0.0004, 0.0005, 0.0009]);
  assert.deepEqual(listTurns({ quantity: 3 }, STEPS), [30_000n]);
});

test('the dearest quantity must fit, which need not be the largest', () => {
  const fits = (kind: QuantityPrices['kind'], from: number, max: number) =>
    assertTotalsFit(
      [item({ quantityRange: { min: 1, max }, quantityPrices: prices(kind, [0, 1e12], [from, 0]) })],
      NONE,
    );
  fits('volume', 9008, 1e9);
  assert.throws(() => fits('volume', 9009, 1e9), TotalsOverflow);
  fits('volume', 9009, 9007);
  fits('graduated', 9007, 1e9);
  assert.throws(() => fits('graduated', 9008, 1e9), TotalsOverflow);
});

test('steps are read a few times, however many quantities they make', () => {
  let reads = 0;
  const steps = Array.from({ length: 20 }, (_, at) => ({
    unitPrice: 1000 - at,
    get from() {
      reads++;
      return 10 * at;
    },
  }));
  const quantityPrices = { kind: 'graduated', steps } as const;
  assertTotalsFit([item({ quantityRange: { min: 1, max: 1000 }, quantityPrices })], NONE);
  assert.ok(reads <= 5 * steps.length, `${reads} reads`);
});

test('a total is open if any step within reach of the customer has a price', () => {
  for (const kind of PRICE_KINDS) {
    const isOpen = (quantityPrices: QuantityPrices) =>
      isTotalOpen(
        priceLines(
          composeLines([item({ quantityRange: { min: 1, max: 20 }, quantityPrices })], {
            known: [],
            createBase: () => '',
          }),
          NONE,
        ).items,
        false,
      );
    assert.equal(isOpen(prices(kind, [0, 0], [10, 5])), true);
    assert.equal(isOpen(prices(kind, [0, 0], [10, 0])), false);
  }
});
