import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPrintedTaxes, listTaxNotes, type TaxNames } from './printed-taxes.ts';
import type { TaxGroup } from './tax-group.ts';

const TAXES: TaxGroup[] = [
  { rate: 0, net: 1, tax: 0 },
  { rate: 0, net: 2, tax: 0, category: 'exempt', reason: 'A course' },
  { rate: 0, net: 4, tax: 0, category: 'export' },
  { rate: 7, net: 100, tax: 7, category: 'standard' },
  { rate: 19, net: 100, tax: 19 },
];
const NAMES: TaxNames = {
  tax: 'VAT',
  categories: { exempt: 'Exempt', export: 'Export' },
  split: null,
};

test('each rate and category has a line of its own with its name', () => {
  assert.deepEqual(listPrintedTaxes(TAXES, NAMES), [
    { name: 'VAT', rate: 0, net: 1, tax: 0 },
    { name: 'Exempt', rate: 0, net: 2, tax: 0 },
    { name: 'Export', rate: 0, net: 4, tax: 0 },
    { name: 'VAT', rate: 7, net: 100, tax: 7 },
    { name: 'VAT', rate: 19, net: 100, tax: 19 },
  ]);
  assert.equal(listPrintedTaxes(TAXES.slice(0, 3), NAMES).length, 3);
});

test('nothing is listed if nothing is taxed, for a single reason', () => {
  assert.deepEqual(listPrintedTaxes(TAXES.slice(1, 2), NAMES), []);
  assert.deepEqual(listPrintedTaxes([], NAMES), []);
});

test('a tax with parts has a line per part, on the same amount', () => {
  const split = ['CGST', 'SGST'];
  assert.deepEqual(listPrintedTaxes(TAXES.slice(2, 4), { ...NAMES, split }), [
    { name: 'Export', rate: 0, net: 4, tax: 0 },
    { name: 'CGST', rate: 3.5, net: 100, tax: 4 },
    { name: 'SGST', rate: 3.5, net: 100, tax: 3 },
  ]);
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
