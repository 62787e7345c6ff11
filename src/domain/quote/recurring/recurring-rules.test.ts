import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteWith } from '../../../../test/fixtures/quote.ts';
import type { ItemInput } from '../line/line-item.ts';
import { createValidity } from '../line/validity.ts';
import type { Quote } from '../quote.ts';
import { computePeriodContent, toInvoiced } from './invoiced-periods.ts';
import {
  comparePairs,
  composeRecurrence,
  countPeriods,
  getPairKey,
  MAX_PERIODS,
  MIN_PERIODS,
  type Recurrence,
} from './recurrence.ts';
import { addRecurringFields } from './recurring-fields.ts';
import { findRecurringErrors } from './recurring-rules.ts';
import { computeCountedTotal } from './recurring-totals.ts';
import { isActive } from './series.ts';

const pair = (interval: Recurrence['interval'], periods: number | null = null) => ({ interval, periods });
const item = (recurring?: Recurrence | null, more: object = {}): ItemInput => ({
  ...{ description: 'Care', quantity: 1, unitPrice: 1000, taxRate: 0 },
  ...(recurring !== undefined && { recurring }),
  ...more,
});
const pathsOf = (content: Parameters<typeof findRecurringErrors>[0], ...invalid: string[]) =>
  findRecurringErrors(content, createValidity(invalid.map((path) => ({ path, message: 'is wrong' })))).map(
    ({ path }) => path,
  );

test('a quote has at most six pairs of interval and periods', () => {
  const six = [2, 3, 4, 5, 6, null].map((periods) => item(pair('month', periods)));
  const other = item(pair('week', 2));
  assert.deepEqual(pathsOf({ items: [item(), ...six, item(null), item(pair('month', 4))] }), []);
  assert.deepEqual(pathsOf({ items: [...six, other, six[0] as ItemInput, other] }), [
    '/items/6/recurring',
    '/items/8/recurring',
  ]);
  assert.deepEqual(pathsOf({ items: [...six, other] }, '/items/6/recurring'), [], 'the schema says it');
  assert.deepEqual(pathsOf({ items: [...six, other] }, '/items/0/recurring'), [], 'and it counts for none');
});

test('what recurs has no payment schedule', () => {
  const paymentSchedule = [{}];
  const items = [item(pair('year'))];
  assert.deepEqual(pathsOf({ items, paymentSchedule }), ['/paymentSchedule']);
  assert.deepEqual(pathsOf({ items, paymentSchedule: null }), []);
  assert.deepEqual(pathsOf({ items: [item(), item(null)], paymentSchedule }), []);
  assert.deepEqual(pathsOf({ items, paymentSchedule }, '/paymentSchedule'), []);
  assert.deepEqual(pathsOf({ items, paymentSchedule }, '/items/0/recurring'), []);
});

test('the first day is in the range that periods are computed for', () => {
  const paths = (recurringFrom: string | null, ...invalid: string[]) =>
    pathsOf({ items: [], recurringFrom }, ...invalid);
  for (const day of [null, '1970-01-01', '2200-12-31']) assert.deepEqual(paths(day), [], day ?? 'none');
  for (const day of ['1969-12-31', '2201-01-01']) {
    assert.deepEqual(paths(day), ['/recurringFrom'], day);
    assert.deepEqual(paths(day, '/recurringFrom'), [], day);
  }
});

test('pairs are sorted by interval, then by periods, and those without an end come last', () => {
  const sorted = [pair('week', 2), pair('week'), pair('month', 2), pair('month', 600), pair('month')];
  const all = [...sorted, pair('quarter', 3), pair('year', 2), pair('year')];
  assert.deepEqual(all.toReversed().sort(comparePairs), all);
  assert.equal(comparePairs(pair('week', 2), pair('week', 2)), 0);
  assert.equal(new Set(all.map(getPairKey)).size, all.length);
  assert.equal(getPairKey({ interval: 'week' }), getPairKey(pair('week')));
});

test('what has no end is counted for a year', () => {
  const counts = (['week', 'month', 'quarter', 'year'] as const).map((interval) =>
    countPeriods(pair(interval)),
  );
  assert.deepEqual(counts, [52, 12, 4, 1]);
  assert.equal(countPeriods(pair('week', 3)), 3);
  assert.deepEqual(composeRecurrence({ interval: 'year' }), pair('year'));
  assert.equal(
    JSON.stringify(composeRecurrence({ periods: 2, interval: 'year' })),
    JSON.stringify(pair('year', 2)),
  );
  const later = (recurrence: Recurrence, total: number) =>
    ({ ...recurrence, total }) as Parameters<typeof computeCountedTotal>[1] extends
      | readonly (infer T)[]
      | undefined
      ? T
      : never;
  assert.equal(computeCountedTotal(100), 100);
  assert.equal(
    computeCountedTotal(100, [later(pair('month'), 10), later(pair('year', 3), 7)]),
    100 + 110 + 14,
  );
});

function recurringQuote(change: Partial<Quote> = {}): Quote {
  const items = [
    item(undefined, { id: 'a', taxRate: 19 }),
    item(pair('month', 12), { id: 'b', taxRate: 19 }),
    item(pair('year'), { id: 'c', optional: true, selected: true }),
    item(pair('month', 12), { id: 'd', optional: true, selected: false }),
  ];
  return quoteWith({ items: items as Quote['items'], ...change });
}

test('the fields of a quote in which something recurs are computed, and others have none of them', () => {
  const plain = quoteWith();
  assert.equal(addRecurringFields(plain), plain);
  assert.equal(addRecurringFields(plain, null), plain);
  assert.equal(addRecurringFields(plain, '2026-04-01').recurringFrom, '2026-04-01');

  const quote = recurringQuote();
  const found = addRecurringFields(quote);
  assert.deepEqual(
    found.recurring?.map(({ interval, periods, total }) => [interval, periods, total]),
    [
      ['month', 12, 1190],
      ['year', null, 1000],
    ],
  );
  assert.deepEqual([found.contractTotal, found.recurringFrom, found.series], [null, null, []]);
  const [one, monthly] = quote.items as [Quote['items'][0], Quote['items'][0]];
  const bounded = addRecurringFields(quoteWith({ items: [one, monthly] }), '2026-04-01');
  assert.deepEqual([bounded.contractTotal, bounded.recurringFrom], [2380 + 11 * 1190, '2026-04-01']);
  const series = [{ id: 'ser_1' }] as NonNullable<Quote['series']>;
  assert.deepEqual(addRecurringFields({ ...bounded, series }).series, series);
  assert.equal(addRecurringFields(bounded).recurringFrom, '2026-04-01');

  // Once nothing recurs, only the day stays that was set.
  const without = { ...bounded, items: [one] };
  const { recurring, contractTotal, series: _series, recurringFrom, ...rest } = without;
  assert.deepEqual(addRecurringFields(without), { ...rest, recurringFrom: '2026-04-01' });
  assert.deepEqual(addRecurringFields(without, null), rest);
});

test('the first invoice has the first period of each item, and a later one the items of its pair', () => {
  const [once, monthly] = recurringQuote().items as [Quote['items'][0], Quote['items'][0]];
  assert.deepEqual(toInvoiced(monthly, '2026-01-31').period, { from: '2026-01-31', to: '2026-02-27' });
  assert.equal(toInvoiced(once, '2026-01-31').period, undefined);

  const series = { id: 'ser_1', period: 4, from: '2026-04-30', to: '2026-05-30' };
  const content = (change: Partial<Quote>) =>
    computePeriodContent(recurringQuote(change), { pair: pair('month', 12), series });
  const whole = content({});
  assert.deepEqual(
    whole.items.map(({ id, period, recurring }) => [id, period, recurring]),
    [['b', { from: '2026-04-30', to: '2026-05-30' }, undefined]],
  );
  assert.deepEqual([whole.total, whole.taxAmount, whole.discountType], [1190, 190, null]);
  const lower = content({ discountType: 'percentage', discountValue: 10 });
  assert.deepEqual([lower.total, lower.discountType, lower.discountValue], [1071, 'percentage', 10]);
  assert.equal(
    content({ discountType: 'fixed', discountValue: 500 }).total,
    1190,
    'a fixed one comes off once',
  );
  assert.equal(content({ pricesIncludeTax: true }).total, 1000);
  const unknown = computePeriodContent(recurringQuote(), { pair: pair('week'), series });
  assert.deepEqual([unknown.items, unknown.total], [[], 0]);
});

test('a series is active until it has ended', () => {
  assert.deepEqual([isActive({ state: 'active' }), isActive({ state: 'ended' })], [true, false]);
});

test('what recurs has 2 to 600 periods, or no end', () => {
  assert.deepEqual([MIN_PERIODS, MAX_PERIODS], [2, 600]);
});
