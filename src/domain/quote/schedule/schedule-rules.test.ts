import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineItem } from '../line/line-item.ts';
import type { Validity } from '../line/validity.ts';
import type { StageInput } from './payment-schedule.ts';
import { findShareErrors, findStageErrors, isTotalOpen } from './schedule-rules.ts';

const stage = (type: StageInput['type'], value: number | null = null, due: object = { when: 'start' }) =>
  ({ label: type, type, value, due }) as StageInput;
const REST = stage('rest');
/** Everything is valid but these paths. */
const except = (...invalid: string[]): Validity => ({
  isReadable: (path) => !invalid.includes(path),
  isValid: (path) => !invalid.includes(path),
});
const paths = (stages: StageInput[], validity = except()) =>
  findStageErrors(stages, validity).map(({ path }) => path.replace('/paymentSchedule/', ''));

test('a value fits its type: none for the rest, whole units, at most 100 percent with two decimals', () => {
  for (const good of [REST, stage('fixed', 0), stage('percentage', 100), stage('percentage', 33.33)]) {
    assert.deepEqual(paths([good]), [], JSON.stringify(good));
  }
  for (const bad of [
    ...[stage('rest', 5), stage('fixed'), stage('percentage'), stage('fixed', 1.5)],
    ...[stage('percentage', 100.01), stage('percentage', 33.333)],
  ]) {
    assert.deepEqual(paths([bad]), ['0/value'], JSON.stringify(bad));
  }
});

test('a date is given with "when": "date" and only then, and the rest comes last', () => {
  const dated = { when: 'date', date: '2026-01-01' };
  assert.deepEqual(paths([stage('fixed', 1, dated)]), []);
  assert.deepEqual(paths([stage('fixed', 1, { when: 'date', date: null })]), ['0/due/date']);
  assert.deepEqual(paths([stage('fixed', 1, { ...dated, when: 'start' })]), ['0/due/date']);
  assert.deepEqual(paths([stage('fixed', 1), REST]), []);
  assert.deepEqual(paths([REST, REST]), ['0/type']);
});

test('rules whose fields are invalid are skipped, one by one', () => {
  const wrong = stage('rest', 5, { when: 'date' });
  const all = ['0/value', '0/due/date', '0/type'];
  const without = (...fields: string[]) =>
    paths([wrong, REST], except(...fields.map((field) => `/paymentSchedule/0/${field}`)));
  assert.deepEqual(without(), all);
  assert.deepEqual(without('type'), ['0/due/date']);
  assert.deepEqual(without('value'), ['0/due/date', '0/type']);
  assert.deepEqual(without('due/when'), ['0/value', '0/type']);
  assert.deepEqual(without('due/date'), ['0/value', '0/type']);
  assert.deepEqual(paths([wrong, REST], except('/paymentSchedule/0')), []);
});

test('stages cover exactly the total', () => {
  const message = (stages: StageInput[], isOpen = false) =>
    findShareErrors(stages, { total: 1000, isOpen }).map((error) => `${error.path} ${error.message}`)[0] ??
    '';
  for (const good of [
    [stage('percentage', 99.99), stage('percentage', 0.01)],
    [stage('fixed', 400), stage('fixed', 600)],
    [stage('percentage', 100), REST],
    [stage('fixed', 1000), REST],
    [stage('percentage', 60), stage('fixed', 400), REST],
  ]) {
    assert.equal(message(good), '', JSON.stringify(good));
  }
  for (const [bad, told] of [
    [[stage('percentage', 99.99)], /100 percent, or end/],
    [[stage('fixed', 999)], /adds up to 999/],
    [[stage('fixed', 400), stage('percentage', 60)], /are mixed/],
    [[stage('percentage', 100), stage('percentage', 0.01), REST], /100 percent or less/],
    [[stage('percentage', 60), stage('fixed', 401), REST], /must fit in the total of the quote, 1000/],
  ] as const) {
    assert.match(message([...bad]), told);
    assert.match(message([...bad]), /^\/paymentSchedule /);
  }
  assert.match(message([stage('fixed', 1000)], true), /the customer can change the total/);
  assert.equal(message([stage('percentage', 100)], true), '');
});

test('the total is open if the choices of the customer can change it', () => {
  const item = (more: Partial<LineItem>): LineItem => ({
    ...{ id: 'itm_1', description: 'Work', quantity: 1, unitPrice: 10, amount: 10, taxRate: 19 },
    ...more,
  });
  const range = (min: number, max: number) => ({ quantityRange: { min, max, step: 1 } });
  const isOpen = (items: Partial<LineItem>[], pricesIncludeTax = false) =>
    isTotalOpen(items.map(item), pricesIncludeTax);
  assert.equal(isOpen([{}]), false);
  assert.equal(isOpen([{ optional: true }]), true);
  assert.equal(isOpen([{ optional: true, amount: 0, unitPrice: 0 }]), false);
  assert.equal(isOpen([range(1, 2)]), true);
  assert.equal(isOpen([range(2, 2)]), false);
  assert.equal(isOpen([{ ...range(1, 2), unitPrice: 0, amount: 0 }]), false);
  const either = (one: Partial<LineItem>, other: Partial<LineItem>, pricesIncludeTax?: boolean) =>
    isOpen(
      [
        { choice: 'a', ...one },
        { choice: 'a', ...other },
      ],
      pricesIncludeTax,
    );
  assert.equal(either({}, {}), false);
  assert.equal(either({}, { amount: 11 }), true);
  assert.equal(either({}, { taxRate: 7 }), true);
  assert.equal(either({}, { taxRate: 7 }, true), false, 'the tax is in the price');
  assert.equal(either({ amount: 0 }, { amount: 0, taxRate: 7 }), false, 'nothing is nothing at any rate');
  assert.equal(isOpen([{ choice: 'a' }, { choice: 'b', amount: 11 }]), false, 'one alternative each');
});
