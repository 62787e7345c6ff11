import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findQuoteRuleErrors } from './quote-rules.ts';

type Content = Parameters<typeof findQuoteRuleErrors>[0];

const ITEM = { description: 'x', quantity: 1, unitPrice: 10_000 };
/** Two of these exceed the largest amount, one alone does not. */
const LARGE = { description: 'x', quantity: 9007, unitPrice: 1_000_000_000_000 };
const TOO_LARGE = { ...LARGE, quantity: 9008 };
/** This one exceeds it with its tax, which a discount could lower. */
const LARGE_TAXED = { ...LARGE, taxRate: 20 };
const STAGE = { label: 'All', due: { when: 'acceptance' } } as const;

/** The paths of the errors, given those of single fields. */
function findPaths(content: Partial<Content>, ...known: string[]): string[] {
  const errors = known.map((path) => ({ path, message: 'is wrong' }));
  return findQuoteRuleErrors({ items: [ITEM], ...content }, errors).map(({ path }) => path);
}

function schedule(value: number, type: 'fixed' | 'percentage' = 'fixed'): Content['paymentSchedule'] {
  return [{ ...STAGE, type, value }];
}

test('one half of a discount needs the other, unless a template that is not known could set it', () => {
  assert.deepEqual(findPaths({ discountType: 'fixed' }), ['/discountValue']);
  assert.deepEqual(findPaths({ discountValue: 5 }), ['/discountType']);
  assert.deepEqual(findPaths({ discountType: 'fixed' }, '/templateId'), []);
  assert.deepEqual(findPaths({ discountValue: 5 }, '/templateId'), []);
  const both = { discountType: 'percentage', discountValue: 101 } as const;
  assert.deepEqual(findPaths(both, '/templateId'), ['/discountValue']);
});

test('a total that no invoice could have is an error of the items that cause it', () => {
  assert.deepEqual(findPaths({ items: [LARGE, ITEM] }), []);
  assert.deepEqual(findPaths({ items: [LARGE, LARGE] }), ['/items']);
  assert.deepEqual(findPaths({ items: [ITEM, TOO_LARGE] }), ['/items/1']);
  assert.deepEqual(findPaths({ items: [LARGE_TAXED] }), ['/items']);
  assert.deepEqual(findPaths({ items: [LARGE_TAXED], pricesIncludeTax: true }), []);
  const half = { discountType: 'percentage', discountValue: 50 } as const;
  assert.deepEqual(findPaths({ items: [LARGE_TAXED], ...half }), [], 'the discount counts');
});

test('only valid items count towards the total, and an error names the place of its item', () => {
  assert.deepEqual(findPaths({ items: [LARGE, LARGE] }, '/items/0/quantity'), []);
  assert.deepEqual(findPaths({ items: [ITEM, TOO_LARGE] }, '/items/0/description'), ['/items/1']);
  assert.deepEqual(findPaths({ items: [LARGE, LARGE] }, '/items'), []);
  assert.deepEqual(findPaths({ items: undefined as never }), []);
});

test('no total is rejected while a discount could lower it', () => {
  for (const path of ['/templateId', '/discountType', '/discountValue', '/pricesIncludeTax']) {
    assert.deepEqual(findPaths({ items: [LARGE_TAXED] }, path), [], path);
  }
  assert.deepEqual(findPaths({ items: [LARGE_TAXED], discountType: 'percentage' }), ['/discountValue']);
  assert.deepEqual(findPaths({ items: [LARGE_TAXED] }, '/title'), ['/items'], 'a title lowers nothing');
});

test('the stages of a schedule are compared with the total', () => {
  assert.deepEqual(findPaths({ paymentSchedule: schedule(10_000) }), []);
  assert.deepEqual(findPaths({ paymentSchedule: schedule(9_999) }), ['/paymentSchedule']);
  assert.deepEqual(findPaths({ paymentSchedule: schedule(100, 'percentage') }), []);
  assert.deepEqual(findPaths({ paymentSchedule: schedule(101, 'percentage') }), ['/paymentSchedule/0/value']);
  assert.deepEqual(findPaths({ paymentSchedule: null }), []);
  const terms = { discountType: 'fixed', discountValue: 1_000 } as const;
  assert.deepEqual(findPaths({ ...terms, paymentSchedule: schedule(9_000) }), []);
  const taxed = [{ ...ITEM, taxRate: 20 }];
  assert.deepEqual(findPaths({ items: taxed, paymentSchedule: schedule(12_000) }), []);
  assert.deepEqual(
    findPaths({ items: taxed, pricesIncludeTax: true, paymentSchedule: schedule(10_000) }),
    [],
  );
});

test('the stages are not compared with a total that is not known', () => {
  const wrong = { paymentSchedule: schedule(9_999) };
  const needed = ['/templateId', '/discountType', '/discountValue', '/pricesIncludeTax', '/items/0/quantity'];
  for (const path of [...needed, '/paymentSchedule', '/paymentSchedule/0/label']) {
    assert.deepEqual(findPaths(wrong, path), [], path);
  }
  assert.deepEqual(findPaths({ ...wrong, items: [] }), [], 'a template without items');
  assert.deepEqual(findPaths({ ...wrong, items: [ITEM, TOO_LARGE] }), ['/items/1']);
  assert.deepEqual(findPaths(wrong, '/title'), ['/paymentSchedule'], 'a title is no part of it');
});

test('the other rules of a quote are checked, each by its own fields', () => {
  assert.deepEqual(findPaths({ items: [{ ...ITEM, discountType: 'fixed' }] }), ['/items/0/discountValue']);
  assert.deepEqual(findPaths({ recurringFrom: '0001-01-01' }), ['/recurringFrom']);
  const signer = { name: 'Ada', email: 'ada@customer.example', order: 1 };
  assert.deepEqual(findPaths({ signers: [signer, signer] }), ['/signers/1/email']);
  const question = { key: 'colour', label: 'Which colour?', kind: 'choice' } as never;
  assert.deepEqual(findPaths({ acceptanceFields: [question] }), ['/acceptanceFields/0/options']);
});
