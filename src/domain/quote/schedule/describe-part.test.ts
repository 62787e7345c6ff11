import assert from 'node:assert/strict';
import { test } from 'node:test';
import { line } from '../../../../test/fixtures/quote.ts';
import { describePart } from './describe-part.ts';

const items = [
  { ...line('Roof\nWith tiles', 1, 100, 19), section: 'House' },
  { ...line('Wall', 1, 100, 19), section: 'House' },
  line('Garden\r\nin May', 1, 100, 19),
  line('Books', 1, 100, 7),
  { ...line('Pool', 1, 100, 19), optional: true, selected: false },
];
const QUOTE = { number: 'Q-1', title: 'New house', items };

test('a part names the stage, the quote, its title, and its sections or items', () => {
  assert.equal(describePart(QUOTE, 'Deposit', { rate: 19 }), 'Deposit – Q-1\nNew house: House, Garden');
  assert.equal(describePart(QUOTE, 'Deposit', { rate: 7 }), 'Deposit – Q-1\nNew house: Books');
  assert.equal(describePart(QUOTE, 'New house', { rate: 7 }), 'New house – Q-1\nBooks', 'the title once');
});

test('items of one rate and different categories are told apart', () => {
  const untaxed = [
    { ...line('Advice', 1, 100, 0), taxCategory: 'exempt' as const },
    { ...line('Goods', 1, 100, 0), taxCategory: 'export' as const },
  ];
  const quote = { ...QUOTE, items: untaxed };
  assert.equal(describePart(quote, 'Rest', { rate: 0, category: 'export' }), 'Rest – Q-1\nNew house: Goods');
});

test('long names and long lists are cut', () => {
  const many = Array.from({ length: 40 }, (_, index) => line(`${index} ${'x'.repeat(100)}`, 1, 100, 19));
  const [, subject = ''] = describePart({ ...QUOTE, items: many }, 'Rest', { rate: 19 }).split('\n');
  assert.match(subject, /^New house: 0 x{78}…, 1 x{78}…, 2 x{78}… …$/);
});
