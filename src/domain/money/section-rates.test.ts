import assert from 'node:assert/strict';
import { test } from 'node:test';
import { line } from '../../../test/fixtures/quote.ts';
import { sumSectionRates } from './section-rates.ts';
import { computeTotals } from './totals.ts';

test('the selected items of a section are summed per rate, unless it has a single one', () => {
  const items = [
    { ...line('Desk', 2, 500, 19), section: 'Office' },
    { ...line('Book', 1, 300, 7), section: 'Office' },
    { ...line('Lamp', 1, 11, 19), section: 'Office' },
    { ...line('Map', 1, 70, 0), section: 'Office', optional: true, selected: false },
    line('Delivery', 1, 900, 7),
    { ...line('Chair', 1, 40, 19), section: 'Hall' },
    { ...line('Print', 1, 50, 7), section: 'Hall', optional: true, selected: false },
    { ...line('Chair', 1, 40, 19), section: 'Office' },
  ].map((item) => ({ ...item, amount: item.quantity * item.unitPrice }));
  const sums = sumSectionRates(items);
  assert.deepEqual(sums, [
    [
      { rate: 7, amount: 300 },
      { rate: 19, amount: 1011 },
    ],
    [],
    [],
  ]);
  const { sections } = computeTotals({ items, discountType: null, discountValue: null });
  assert.deepEqual(
    sections.map(({ subtotal }) => subtotal),
    [1311, 40, 40],
  );
});
