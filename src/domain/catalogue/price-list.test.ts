import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuantityPrices } from '../money/quantity-prices.ts';
import { composeListedPrice, isSamePrice, LIST_FULL, newPriceList, patchPriceList } from './price-list.ts';

const AT = '2026-03-01T12:00:00.000Z';
const NOW = Date.parse(AT);
const ACCOUNT = { currency: 'EUR' };
const list = (currency?: string | null) =>
  newPriceList({ name: 'Retail', ...(currency !== undefined && { currency }) }, ACCOUNT, {
    id: 'prl_1',
    now: NOW,
  });

test('a list has the currency that is stated, else that of the account', () => {
  const expected = { id: 'prl_1', name: 'Retail', createdAt: AT, updatedAt: AT };
  assert.deepEqual(list('CHF'), { ...expected, currency: 'CHF' });
  for (const none of [undefined, null]) assert.deepEqual(list(none), { ...expected, currency: 'EUR' });
});

test('a change of a list is not earlier than the one before, and what changes nothing is none', () => {
  const current = list('CHF');
  const patch = (change: Parameters<typeof patchPriceList>[1]) =>
    patchPriceList(current, change, ACCOUNT, NOW + 1000);
  const updatedAt = '2026-03-01T12:00:01.000Z';
  assert.deepEqual(patch({ name: 'Trade' }), { ...current, name: 'Trade', updatedAt });
  assert.deepEqual(patch({ currency: 'USD' }), { ...current, currency: 'USD', updatedAt });
  assert.deepEqual(patch({ currency: null }), { ...current, currency: 'EUR', updatedAt });
  for (const same of [{}, { name: 'Retail' }, { currency: 'CHF' }]) assert.equal(patch(same), current);
  const { updatedAt: next } = patchPriceList(current, { name: 'Trade' }, ACCOUNT, NOW - 1000);
  assert.equal(next, AT, 'also if the clock was set back');
});

test('the price of a list is one number, or steps with the price of the first unit', () => {
  const steps = [
    { unitPrice: 900, from: 0, other: 1 },
    { unitPrice: 800, from: 1 },
  ];
  const volume = { kind: 'volume', steps } as QuantityPrices;
  const stored = [
    { from: 0, unitPrice: 900 },
    { from: 1, unitPrice: 800 },
  ];
  assert.deepEqual(composeListedPrice({ unitPrice: 5 }), { unitPrice: 5, quantityPrices: null });
  assert.deepEqual(composeListedPrice({ unitPrice: 5, quantityPrices: null }).unitPrice, 5);
  const stepped = composeListedPrice({ unitPrice: 5, quantityPrices: volume });
  assert.deepEqual(stepped, { unitPrice: 800, quantityPrices: { kind: 'volume', steps: stored } });
  assert.equal(
    composeListedPrice({ unitPrice: 5, quantityPrices: { ...volume, kind: 'graduated' } }).unitPrice,
    900,
  );
  // The names of the fields have one order, so that prices can be compared as JSON.
  const turned = composeListedPrice({ quantityPrices: { steps: stored, kind: 'volume' }, unitPrice: 1 });
  assert.equal(isSamePrice(turned, stepped), true);
  assert.equal(isSamePrice(composeListedPrice({ unitPrice: 800 }), stepped), false);
});

test('no price is the same as no price', () => {
  const price = composeListedPrice({ unitPrice: 5 });
  assert.deepEqual([isSamePrice(null, null), isSamePrice(undefined, null)], [true, true]);
  assert.deepEqual(
    [isSamePrice(null, price), isSamePrice(price, null), isSamePrice(price, price)],
    [...[false, false, true]],
  );
});

test('a list has room for ten thousand entries', () => {
  assert.match(LIST_FULL.message, /^is one more than the 10,000 entries/);
  assert.equal(LIST_FULL.path, '', 'the entry as a whole');
});
