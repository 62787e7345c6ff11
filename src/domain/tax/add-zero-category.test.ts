import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineItem } from '../quote/line/line-item.ts';
import { addZeroCategory } from './add-zero-category.ts';

const item = (more: Partial<LineItem>): LineItem => ({
  ...{ id: 'itm_1', description: 'Work', quantity: 1, unitPrice: 100, amount: 100, taxRate: 0 },
  ...more,
});

test('untaxed items and groups without a category get that of the account, in one group', () => {
  const content = {
    items: [
      item({}),
      item({ taxCategory: 'exempt' }),
      item({ taxCategory: 'export' }),
      item({ taxRate: 19 }),
    ],
    taxes: [
      { rate: 0, net: 100, tax: 0 },
      { rate: 0, net: 100, tax: 0, category: 'exempt' as const, reason: '§ 4' },
      { rate: 0, net: 100, tax: 0, category: 'export' as const },
      { rate: 19, net: 100, tax: 19 },
    ],
  };
  const { items, taxes } = addZeroCategory(content, 'exempt');
  assert.deepEqual(
    items.map(({ taxCategory }) => taxCategory),
    ['exempt', 'exempt', 'export', undefined],
  );
  assert.deepEqual(taxes, [
    { rate: 0, net: 200, tax: 0, category: 'exempt', reason: '§ 4' },
    { rate: 0, net: 100, tax: 0, category: 'export' },
    { rate: 19, net: 100, tax: 19 },
  ]);
});

test('nothing changes without a category of the account, or if nothing is open', () => {
  const content = { items: [item({})], taxes: [{ rate: 0, net: 100, tax: 0 }] };
  assert.equal(addZeroCategory(content, null), content);
  const taxed = { items: [item({ taxRate: 19 })], taxes: [{ rate: 19, net: 100, tax: 19 }] };
  assert.equal(addZeroCategory(taxed, 'exempt'), taxed);
});
