import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPrintedTaxes, listTaxNotes } from './printed-taxes.ts';
import type { TaxGroup } from './tax-group.ts';

const TAXES: TaxGroup[] = [
  { rate: 0, net: 1, tax: 0 },
  { rate: 0, net: 2, tax: 0, category: 'exempt', reason: 'A course' },
  { rate: 0, net: 4, tax: 0, category: 'export' },
  { rate: 7, net: 100, tax: 7, category: 'standard' },
  { rate: 19, net: 100, tax: 19 },
];

test('categories of the same rate are listed together, and nothing if there is no tax', () => {
  assert.deepEqual(listPrintedTaxes(TAXES), [
    { rate: 0, net: 7, tax: 0 },
    { rate: 7, net: 100, tax: 7 },
    { rate: 19, net: 100, tax: 19 },
  ]);
  assert.deepEqual(listPrintedTaxes(TAXES.slice(0, 3)), []);
});

test('a stated reason replaces the sentence for its category, and each is listed once', () => {
  const sentence = (category: string) => (category === 'standard' ? null : `${category}!`);
  assert.deepEqual(listTaxNotes(TAXES, sentence), ['A course', 'export!']);
  const twice: TaxGroup[] = [{ rate: 0, net: 1, tax: 0, reason: 'export!' }, ...TAXES.slice(2)];
  assert.deepEqual(listTaxNotes(twice, sentence), ['export!']);
  assert.deepEqual(
    listTaxNotes([{ rate: 0, net: 1, tax: 0, category: 'zero' }], () => undefined),
    [],
  );
});
