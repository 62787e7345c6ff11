import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemInput } from '../line/line-item.ts';
import { composeFigures, composeTemplateCosts, type ItemCosts, isBelowListPrice } from './item-costs.ts';

const line = (description: string, more: Partial<ItemInput> = {}): ItemInput => ({
  ...{ description, quantity: 1, unitPrice: 100, ...more },
});

test('an item of a template keeps the cost of its position, its content or its description', () => {
  const items = [line('Desk'), line('Chair'), line('Desk', { quantity: 2 }), line('Desk')];
  const before = { items, costs: { 0: 10, 1: 20, 2: 30, 3: 40 } };
  const compose = (...inputs: ItemInput[]) => composeTemplateCosts(inputs, before);
  assert.deepEqual(compose(...items), before.costs);
  assert.deepEqual(compose(line('Desk', { quantity: 2 }), line('Desk')), { 0: 30, 1: 10 });
  assert.deepEqual(compose(line('Chair', { unitPrice: 5 }), line('Lamp')), { 0: 20 });
  assert.deepEqual(compose(line('Desk', { cost: 7 }), line('Chair', { cost: null })), { 0: 7 });
  assert.deepEqual(composeTemplateCosts([line('Desk'), line('Chair', { cost: 1 })], { items, costs: {} }), {
    1: 1,
  });
});

test('the costs of a template are found without comparing each item with each other', () => {
  let reads = 0;
  const items = (name: string): ItemInput[] =>
    Array.from({ length: 1000 }, (_, index) => ({
      ...{ quantity: 1, unitPrice: 100 },
      get description() {
        reads++;
        return `${name} ${index}`;
      },
    }));
  for (const costs of [{}, { 0: 5 }] as ItemCosts[]) {
    reads = 0;
    assert.deepEqual(composeTemplateCosts(items('New'), { items: items('Old'), costs }), {});
    assert.ok(reads <= 10_000, `${reads} reads`);
  }
});

test('an item keeps its list price until its price or its catalogue item changes', () => {
  const terms = { pricesIncludeTax: false };
  const item = { id: 'itm_1', quantity: 1, unitPrice: 80, taxRate: 0, catalogueItemId: 'cat_1' };
  const before = { items: [item], figures: { costs: {}, listPrices: { itm_1: 100 } } };
  const compose = (change: Partial<typeof item>, listPrice: number) => {
    const changed = { ...item, ...change };
    const inputs = [{ ...line('Desk'), ...change, listPrice }];
    return composeFigures(inputs, { ...terms, items: [changed] }, terms, before).listPrices;
  };
  assert.deepEqual(compose({}, 300), { itm_1: 100 }, 'the catalogue has changed since');
  assert.deepEqual(compose({ unitPrice: 79 }, 300), { itm_1: 300 });
  assert.deepEqual(compose({ catalogueItemId: 'cat_2' }, 300), { itm_1: 300 }, 'for the same price');
  assert.deepEqual(compose({ catalogueItemId: 'cat_2' }, 80), {}, 'it is not below the new one');
});

const volume = (...steps: [from: number, unitPrice: number][]) => ({
  kind: 'volume' as const,
  steps: steps.map(([from, unitPrice]) => ({ from, unitPrice })),
});

test('with steps, the amounts of all quantities that the customer can choose are compared', () => {
  const net = { pricesIncludeTax: false };
  const gross = { pricesIncludeTax: true };
  const isBelow = (item: object, list: Parameters<typeof isBelowListPrice>[1], quote = net) =>
    isBelowListPrice({ quantity: 1, unitPrice: 10, taxRate: 10, ...item }, list, quote, net);
  const steps = volume([0, 10], [10, 9]);
  assert.equal(isBelow({ quantityPrices: steps }, steps), false);
  assert.equal(isBelow({ unitPrice: 9, quantity: 10 }, steps), false, 'at 10, nine is the price');
  assert.equal(isBelow({ unitPrice: 9, quantity: 9 }, steps), true);
  assert.equal(
    isBelow({ unitPrice: 9, quantity: 10, quantityRange: { min: 9, max: 10, step: 1 } }, steps),
    true,
  );
  assert.equal(
    isBelow({ unitPrice: 9, quantity: 10, quantityRange: { min: 10, max: 90, step: 1 } }, steps),
    false,
  );
  const earlier = volume([0, 10], [9, 9]);
  assert.equal(isBelow({ quantityPrices: earlier }, steps), false, 'not at its quantity');
  const range = { min: 1, max: 20, step: 1 };
  assert.equal(isBelow({ quantityPrices: earlier, quantityRange: range }, steps), true, 'at 9');
  assert.equal(isBelow({ quantityPrices: earlier, quantityRange: { ...range, step: 7 } }, steps), false);
  assert.equal(isBelow({ quantityPrices: volume([0, 10], [5, 8]) }, 10), false);
  assert.equal(isBelow({ quantityPrices: volume([0, 10], [5, 8]), quantity: 5 }, 10), true);
  assert.equal(
    isBelow({ quantityPrices: volume([0, 11]) }, volume([0, 10]), gross),
    false,
    '11 is 10 and its tax',
  );
  assert.equal(isBelow({ quantityPrices: volume([0, 10]) }, volume([0, 10]), gross), true);
});

test('another quantity of an item is compared anew with steps, and steps that are lowered stay in mind', () => {
  const terms = { pricesIncludeTax: false };
  const item = { id: 'itm_1', quantity: 10, unitPrice: 9, taxRate: 0, catalogueItemId: 'cat_1' };
  const steps = volume([0, 10], [10, 9]);
  const compose = (change: object, listPrice: object | number, listPrices = {}) => {
    const before = { items: [item], figures: { costs: {}, listPrices } };
    const inputs = [{ ...line('Desk'), ...item, ...change, listPrice: listPrice as number }];
    return composeFigures(inputs, { ...terms, items: [{ ...item, ...change }] }, terms, before).listPrices;
  };
  assert.deepEqual(compose({}, steps), {});
  assert.deepEqual(compose({ quantity: 9 }, steps), { itm_1: steps });
  assert.deepEqual(compose({ quantity: 9 }, volume([0, 5]), { itm_1: steps }), { itm_1: steps });
  assert.deepEqual(compose({ quantity: 10 }, volume([0, 5]), { itm_1: steps }), {});
});
