import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, HistoryEvent } from '../history.ts';
import type { Quote } from '../quote.ts';
import { hasApprovalRules, isChangeForPeople, NO_APPROVAL_RULES, patchApprovalRules } from './approval.ts';
import { findApprovalReasons, formatApprovedContent, type JudgedContent } from './approval-reasons.ts';
import { isKeyInvolved, selectDeciders } from './content-authors.ts';

const key: Actor = { type: 'key', id: 'key_1', name: 'Program' };
const person = (id: string): Actor => ({ type: 'user', id, name: id });

function event(type: HistoryEvent['type'], actor: Actor, data: Record<string, unknown> = {}): HistoryEvent {
  return { id: 'evt', at: '2026-01-01T00:00:00.000Z', type, actor, data };
}

const item = { id: 'itm_1', description: 'Work', quantity: 1, unitPrice: 1000, taxRate: 0, amount: 1000 };
const quote = {
  ...{ items: [item], currency: 'EUR', discountType: null, discountValue: null, pricesIncludeTax: false },
  ...{ title: 'A', paymentSchedule: null, total: 1000 },
} as unknown as Quote;

function judge(rules: object, more: Partial<JudgedContent> = {}): string[] {
  return findApprovalReasons(
    { ...NO_APPROVAL_RULES, ...rules },
    {
      ...{ quote, figures: { costs: {}, listPrices: {} }, catalogue: new Map(), isMadeByKey: false },
      ...{ currency: 'EUR', pricesIncludeTax: false, ...more },
    },
  );
}

test('a rule holds what crosses it, and the reasons have a fixed order', () => {
  assert.deepEqual(judge({}, { isMadeByKey: true }), []);
  assert.deepEqual([judge({ totalFrom: 1000 }), judge({ totalFrom: 1001 })], [['totalFrom'], []]);
  assert.deepEqual(judge({ totalFrom: 5000 }, { currency: 'USD' }), ['totalFrom']);
  assert.deepEqual(judge({ discountFrom: 5 }, { currency: 'USD' }), []);
  assert.deepEqual(
    [judge({ madeByKeys: true }), judge({ madeByKeys: false }, { isMadeByKey: true })],
    [[], []],
  );
  const all = { totalFrom: 1, discountFrom: 5, marginBelow: 100, madeByKeys: true };
  const figures = { costs: {}, listPrices: { itm_1: 2000 } };
  const reasons = ['totalFrom', 'discountFrom', 'marginBelow', 'madeByKeys'];
  assert.deepEqual(judge(all, { isMadeByKey: true, figures }), reasons);
});

test('a price below the catalogue needs approval like a discount, now and when the line was written', () => {
  const rules = { discountFrom: 50 };
  const listed = (unitPrice: number, currency = 'EUR', id: string | undefined = 'cat_1') =>
    judge(rules, {
      quote: { ...quote, items: [{ ...item, ...(id && { catalogueItemId: id }) }] },
      catalogue: new Map([['cat_1', { unitPrice, currency }]]),
    }).length;
  assert.deepEqual([listed(999), listed(1000), listed(1001)], [0, 0, 1]);
  assert.deepEqual([listed(1, 'USD'), listed(5000, 'EUR', ''), listed(5000, 'EUR', 'cat_2')], [1, 0, 0]);
  const written = (price: number) =>
    judge(rules, { figures: { costs: {}, listPrices: { itm_1: price } } }).length;
  assert.deepEqual([written(999), written(1000), written(1001)], [0, 0, 1]);
  const two = { ...quote, items: [item, { ...item, id: 'itm_2' }] };
  assert.deepEqual(judge(rules, { quote: two, figures: { costs: {}, listPrices: { itm_2: 1001 } } }), [
    'discountFrom',
  ]);
});

test('a discount or a margin that is exactly the limit', () => {
  const reduced = { ...quote, discountType: 'percentage', discountValue: 10 } as Quote;
  const discounted = (discountFrom: number) => judge({ discountFrom }, { quote: reduced });
  assert.deepEqual([discounted(10), discounted(10.01)], [['discountFrom'], []]);
  const figures = { costs: { itm_1: 800 }, listPrices: {} };
  const earned = (marginBelow: number) => judge({ marginBelow }, { figures });
  assert.deepEqual([earned(20), earned(20.01)], [[], ['marginBelow']]);
});

test('an approval is bound to the content and its costs, not to the order of fields or to what is computed', () => {
  const format = (more: object, costs = {}) => formatApprovedContent({ ...quote, ...more }, costs);
  const plain = format({});
  const { id, ...rest } = item;
  assert.equal(format({ items: [{ ...rest, id }] }), plain);
  assert.notEqual(format({ title: 'B' }), plain);
  assert.notEqual(format({}, { itm_1: 1 }), plain);
  assert.equal(format({}, { itm_2: 1 }), plain);
  assert.equal(format({ updatedAt: 'later', notes: 'Internal' }), plain);
});

test('whoever asked or changed the content since the last approval that stands does not decide', () => {
  const [ann, bob, cid] = ['ann', 'bob', 'cid'].map(person) as [Actor, Actor, Actor];
  const among = (...history: HistoryEvent[]) => selectDeciders(['ann', 'bob', 'cid'], history);
  const created = event('created', ann);
  assert.deepEqual(among(created), ['bob', 'cid']);
  assert.deepEqual(among(created, event('approval_requested', bob)), ['cid']);
  assert.deepEqual(among(created, event('updated', bob, { fields: ['title'] })), ['cid']);
  assert.deepEqual(among(created, event('updated', bob, { fields: ['notes', 'costs'] })), ['cid']);
  assert.deepEqual(among(created, event('updated', bob, { fields: ['notes'] })), ['bob', 'cid']);
  assert.deepEqual(among(created, event('updated', bob)), ['bob', 'cid']);
  assert.deepEqual(among(created, event('sent', bob)), ['bob', 'cid']);
  const approved = event('approved', cid, { sha256: 'x' });
  assert.deepEqual(among(created, approved), ['ann', 'bob', 'cid']);
  assert.deepEqual(among(created, approved, event('approval_requested', bob)), ['ann', 'cid']);
  assert.deepEqual(among(created, approved, event('approval_requested', bob, { sha256: 'x' })), [
    ...['ann', 'cid'],
  ]);
  assert.deepEqual(among(created, approved, event('rejected', cid, { sha256: 'x' })), ['bob', 'cid']);
  assert.deepEqual(among(created, approved, event('rejected', cid, { sha256: 'y' })), ['ann', 'bob', 'cid']);
  assert.deepEqual(selectDeciders(['ann'], [created]), ['ann'], 'nobody else is left');
});

test('a key counts as the author until the content is approved', () => {
  assert.equal(isKeyInvolved([event('created', key)]), true);
  assert.equal(isKeyInvolved([event('created', person('ann')), event('sent', key)]), false);
  const approved = event('approved', person('ann'), { sha256: 'x' });
  assert.equal(isKeyInvolved([event('created', key), approved]), false);
  assert.equal(isKeyInvolved([approved, event('updated', key, { fields: ['items'] })]), true);
});

test('rules are merged one by one, and a key cannot lift the rule about keys', () => {
  const rules = { ...NO_APPROVAL_RULES, madeByKeys: true, totalFrom: 5 };
  assert.deepEqual(patchApprovalRules(rules, { totalFrom: null, discountFrom: 3 }), {
    ...{ totalFrom: null, discountFrom: 3, marginBelow: null, madeByKeys: true },
  });
  assert.deepEqual(patchApprovalRules(rules, null), NO_APPROVAL_RULES);
  for (const one of [{ totalFrom: 0 }, { discountFrom: 0 }, { marginBelow: 0 }, { madeByKeys: true }]) {
    assert.equal(hasApprovalRules({ ...NO_APPROVAL_RULES, ...one }), true, JSON.stringify(one));
  }
  assert.equal(hasApprovalRules({ ...NO_APPROVAL_RULES, madeByKeys: false }), false);
  assert.equal(isChangeForPeople(rules, { ...rules, totalFrom: 6 }), true);
  assert.equal(isChangeForPeople(rules, { ...rules }), false);
  assert.equal(isChangeForPeople(NO_APPROVAL_RULES, rules), false);
});
