import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteWith } from '../../../test/fixtures/quote.ts';
import type { LineItem } from '../../domain/quote/line/line-item.ts';
import { SHOW_ALL } from '../../domain/quote/line/show.ts';
import { resolveLocale } from '../locale.ts';
import { PAGE } from '../messages.ts';
import { describeChange, pickShown, type Reading } from './describe-change.ts';

const shown = { currency: 'EUR', show: SHOW_ALL };
const READING: Reading = { locale: resolveLocale('en'), t: PAGE.en, before: shown, now: shown };
const CHAIR: LineItem = { ...(quoteWith().items[0] as LineItem), description: 'Chair\nOak', quantity: 2 };
const ITEM = { ...CHAIR, unitPrice: 1000, amount: 2000, taxRate: 0 };

const describe = (before: LineItem, now: LineItem, reading = READING) =>
  describeChange({ kind: 'changed', before, now }, reading);

test('a change has what the item was, unless a reader sees no difference', () => {
  assert.deepEqual(describe(ITEM, { ...ITEM, quantity: 3, amount: 3000 }), {
    ...{ label: 'Changed', name: 'Chair', figures: ['3 × €10.00', '€30.00'] },
    before: ['2 × €10.00', '€20.00'],
  });
  assert.deepEqual(describe({ ...ITEM, description: 'Stool' }, ITEM).before, [
    'Stool',
    '2 × €10.00',
    '€20.00',
  ]);
  for (const more of [{ sku: 'C-1' }, { description: 'Chair\nBeech' }, { optional: true, selected: true }])
    assert.deepEqual(describe(ITEM, { ...ITEM, ...more }).before, [], JSON.stringify(more));
});

test('an option that was chosen, and how often an item is due, are named', () => {
  const option = { ...ITEM, optional: true };
  const chosen = describe({ ...option, selected: false }, { ...option, selected: true });
  assert.deepEqual([chosen.figures.at(-1), chosen.before.at(-1)], ['Selected', 'Not selected']);
  const monthly = { ...ITEM, recurring: { interval: 'month' as const, periods: null } };
  const { figures, before } = describe(ITEM, monthly);
  assert.deepEqual([figures.at(-1), before.at(-1)], ['per month · until cancelled', '€20.00']);
});

test('what the quote hides or hid is in neither state', () => {
  const hidden = { linePrices: false, quantities: true };
  const show = pickShown(SHOW_ALL, hidden);
  const reading = {
    ...READING,
    before: { ...shown, show: show.before },
    now: { ...shown, show: show.now },
  };
  const { figures, before } = describe({ ...ITEM, quantity: 1 }, ITEM, reading);
  assert.deepEqual([figures, before], [['Quantity 2'], ['Quantity 1']]);
  assert.deepEqual(pickShown(hidden, SHOW_ALL).before.linePrices, false);
});
