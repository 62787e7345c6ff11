import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SCHEDULE } from '../../../test/fixtures/payment-schedule.ts';
import { quoteWith } from '../../../test/fixtures/quote.ts';
import { findChanges, getShownContent, type LineChange, type ShownContent } from './changes.ts';
import type { LineItem } from './line/line-item.ts';
import type { Quote } from './quote.ts';
import { CONTENT_TEXT_NAMES, mapTexts } from './quote-texts.ts';

test('added, removed and changed items are distinguished', () => {
  const before = text([item('Plan', 1), item('Build', 2), item('Paint', 3)]);
  const now = text([item('Plan', 1), item('Paint', 4), item('Test', 5), item('Clean', 6)]);
  assert.deepEqual(describe(before, now), [
    'changed Paint 3→4',
    'added Test 5',
    'added Clean 6',
    'removed Build 2',
  ]);
});

test('a different order alone is not a change', () => {
  assert.equal(findChanges(text([item('A', 1), item('B', 2)]), text([item('B', 2), item('A', 1)])), null);
});

test('an item with the same identifier is the same item, regardless of position and content', () => {
  const [plan, build] = [item('Plan', 1), item('Build', 2)];
  const now = text([{ ...build, description: 'Construct' }, plan]);
  assert.deepEqual(describe(text([plan, build]), now), ['changed Build→Construct 2']);
});

test('different texts, or a different total alone, are changes', () => {
  const same = text([item('Plan', 1)]);
  assert.equal(findChanges(same, { ...same, revision: 9 }), null);
  assert.equal(findChanges(same, { ...same, terms: 'Net 7' })?.isContentChanged, true);
  const { lines, isContentChanged } = findChanges(same, { ...same, total: 9 }) ?? {};
  assert.deepEqual([lines, isContentChanged], [[], false]);
});

test('different stages and attachments are changes if the old ones are known', () => {
  const plain = { ...quoteWith(), paymentSchedule: null, attachments: [] };
  const staged = { ...plain, paymentSchedule: SCHEDULE };
  const attached = { ...plain, attachments: [{ name: 'a', size: 1, contentType: 'b', sha256: 'c' }] };
  const since = (before: Quote, now: Quote) => findChanges(getShownContent(before), getShownContent(now));
  assert.equal(since(plain, staged)?.isContentChanged, true);
  assert.equal(since(attached, plain)?.isContentChanged, true);
  const dearer = { ...staged, paymentSchedule: SCHEDULE.map((stage) => ({ ...stage, amount: 1 })) };
  assert.equal(since(staged, dearer), null);
  const hidden = { ...plain, show: { linePrices: false, quantities: true } };
  assert.equal(since(plain, hidden)?.isContentChanged, true);
  assert.equal(since(hidden, structuredClone(hidden)), null);
  const { show: _, ...unsaid } = getShownContent(plain);
  assert.equal(findChanges(unsaid, getShownContent(plain)), null);
  const { stages, files, ...earlier } = getShownContent(plain);
  assert.equal(findChanges(earlier, getShownContent(staged)), null);
});

test('each item is paired exactly once', () => {
  const items = fc.array(fc.record({ name: fc.constantFrom('A', 'B', 'C'), n: fc.nat(3) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(items, items, (one, two) => {
      const [before, now] = [one, two].map((list) => list.map(({ name, n }) => item(name, n)));
      const lines = findChanges(text(before ?? []), text(now ?? []))?.lines ?? [];
      const count = (kind: LineChange['kind']) => lines.filter((line) => line.kind === kind).length;
      assert.equal(two.length - one.length, count('added') - count('removed'));
      assert.ok(count('added') === 0 || count('removed') === 0 || two.length > 0);
    }),
  );
});

function describe(before: ShownContent, now: ShownContent): string[] {
  return (findChanges(before, now)?.lines ?? []).map((line) => {
    if (line.kind === 'added') return `added ${line.now.description} ${line.now.quantity}`;
    if (line.kind === 'removed') return `removed ${line.before.description} ${line.before.quantity}`;
    const pair = (field: 'description' | 'quantity') =>
      line.before[field] === line.now[field] ? line.now[field] : `${line.before[field]}→${line.now[field]}`;
    return `changed ${pair('description')} ${pair('quantity')}`;
  });
}

let next = 0;

function item(description: string, quantity: number): LineItem {
  return { id: `itm_${next++}`, description, quantity, unitPrice: 100, taxRate: 0, amount: quantity * 100 };
}

function text(items: LineItem[]): ShownContent {
  const none = mapTexts(CONTENT_TEXT_NAMES, () => null);
  return {
    revision: 1,
    title: 'T',
    ...none,
    discountType: null,
    discountValue: null,
    items,
    currency: 'EUR',
    total: 100,
  };
}
