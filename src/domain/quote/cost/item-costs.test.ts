import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemInput } from '../line/line-item.ts';
import { composeFigures, composeTemplateCosts, type ItemCosts } from './item-costs.ts';

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
  const item = { id: 'itm_1', unitPrice: 80, taxRate: 0, catalogueItemId: 'cat_1' };
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
