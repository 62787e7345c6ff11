import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quoteAndParties } from '../../../../test/fixtures/quote.ts';
import { repriceQuote } from '../compose-quote.ts';
import type { UnpricedLine } from '../line/line-item.ts';
import type { Quote } from '../quote.ts';
import type { ProposedChange } from './proposal.ts';
import {
  compareProposed,
  findWishErrors,
  normalizeWishes,
  proposeItems,
  proposeQuote,
} from './proposed-quote.ts';

const NOTHING = { quantity: null, unitPrice: null, removed: false };

function quoteOf(...items: Partial<UnpricedLine>[]): Quote {
  const lines = items.map((item, index) => ({
    ...{ id: `itm_${index}`, description: `Item ${index}`, quantity: 2, unitPrice: 100, taxRate: 0 },
    ...item,
  }));
  const { quote } = quoteAndParties();
  const bare = { ...quote, discountType: null, discountValue: null, paymentSchedule: null };
  return repriceQuote(bare, lines);
}

const change = (line: number, more: Partial<ProposedChange>): ProposedChange => ({
  ...{ itemId: `itm_${line}`, ...NOTHING },
  ...more,
});
const wish = (...changes: ProposedChange[]) => ({ changes, selection: [] });

describe('the quote as a customer would like it', () => {
  it('has the other quantities and prices, and not what is left out', () => {
    const quote = quoteOf({}, {}, {});
    const wishes = wish(
      change(0, { quantity: 3 }),
      change(1, { unitPrice: 50 }),
      change(2, { removed: true }),
    );
    assert.deepEqual(findWishErrors(quote, wishes, 'prices'), []);
    assert.equal(proposeQuote(quote, wishes).total, 400);
    assert.deepEqual(
      proposeItems(quote, wishes).map(({ id }) => id),
      ['itm_0', 'itm_1'],
    );
  });

  it('keeps a range only for a quantity that is in it', () => {
    const quote = quoteOf({ quantityRange: { min: 2, max: 6, step: 2 } });
    const rangeAt = (quantity: number) =>
      proposeItems(quote, wish(change(0, { quantity })))[0]?.quantityRange !== undefined;
    assert.deepEqual([2, 3, 4, 6, 8].map(rangeAt), [true, false, true, true, false]);
  });

  it('keeps the stages, whose amounts are computed when it is applied', () => {
    const quote = quoteOf({});
    const paymentSchedule = [
      { label: 'All', type: 'fixed', value: 200, due: { when: 'start', days: 0, date: null }, amount: 200 },
    ] as Quote['paymentSchedule'];
    const proposed = proposeQuote({ ...quote, paymentSchedule }, wish(change(0, { quantity: 1 })));
    assert.deepEqual([proposed.total, proposed.paymentSchedule], [100, paymentSchedule]);
  });
});

describe('what a customer may ask for', () => {
  it('depends on the account and on what the page shows', () => {
    const paths = (quote: Quote, kind: 'off' | 'quantities' | 'prices') =>
      [change(0, { quantity: 3 }), change(0, { unitPrice: 1 }), change(0, { removed: true })].map(
        (asked) => findWishErrors(quote, wish(asked), kind).map(({ path }) => path)[0],
      );
    const quote = quoteOf({}, {});
    const no = ['/changes/0/quantity', '/changes/0/unitPrice', '/changes/0/removed'];
    assert.deepEqual(paths(quote, 'off'), no);
    assert.deepEqual(paths(quote, 'quantities'), [undefined, no[1], undefined]);
    assert.deepEqual(paths(quote, 'prices'), [undefined, undefined, undefined]);
    const hidden = { ...quote, show: { linePrices: false, quantities: false } };
    assert.deepEqual(paths(hidden, 'prices'), [no[0], no[1], undefined]);
    const unpriced = { ...quote, show: { linePrices: false, quantities: true } };
    assert.deepEqual(paths(unpriced, 'prices'), [undefined, no[1], undefined]);
    const stepped = quoteOf({ quantityPrices: { kind: 'volume', steps: [] } } as never, {});
    assert.deepEqual(paths(stepped, 'prices'), [undefined, no[1], undefined]);
    assert.deepEqual(paths(quoteOf({ optional: true, selected: true }, {}), 'prices'), [
      undefined,
      undefined,
      no[2],
    ]);
  });

  it('is no unknown item, no item twice, not everything, and nothing too large', () => {
    const quote = quoteOf({}, {});
    const pathsOf = (...changes: ProposedChange[]) =>
      findWishErrors(quote, wish(...changes), 'prices').map(({ path }) => path);
    assert.deepEqual(pathsOf(change(9, { quantity: 1 })), ['/changes/0/itemId']);
    assert.deepEqual(pathsOf(change(0, { quantity: 1 }), change(0, { quantity: 3 })), ['/changes/1/itemId']);
    assert.deepEqual(pathsOf(change(0, { removed: true }), change(1, { removed: true })), ['/changes']);
    const huge = { quantity: 1_000_000_000, unitPrice: 1_000_000_000_000 };
    assert.deepEqual(pathsOf(change(0, huge)), ['/changes']);
    const option = quoteOf({ optional: true, selected: false }, {});
    assert.deepEqual(
      findWishErrors(option, wish(change(1, { removed: true })), 'prices').map(({ path }) => path),
      ['/changes'],
      'what is left must be selected',
    );
  });

  it('is stored without what changes nothing, and with the whole selection', () => {
    const quote = quoteOf(
      { quantityRange: { min: 1, max: 5, step: 1 } },
      { optional: true, selected: false },
    );
    const selection = [
      { id: 'itm_0', quantity: 3 },
      { id: 'itm_1', selected: true },
    ];
    const changes = [change(0, { quantity: 3, unitPrice: 100 }), change(1, { quantity: 2 })];
    assert.deepEqual(normalizeWishes(quote, { changes, selection }), {
      changes: [],
      selection: [
        { id: 'itm_0', selected: true, quantity: 3 },
        { id: 'itm_1', selected: true, quantity: 2 },
      ],
    });
  });

  it('is stored with every change that changes something', () => {
    const quote = quoteOf({}, {}, {}, {});
    const changes = [
      change(0, { quantity: 3, unitPrice: 100 }),
      change(1, { quantity: 2, unitPrice: 50 }),
      change(2, { quantity: 5, unitPrice: 5, removed: true }),
      change(3, { quantity: 5, unitPrice: 5 }),
    ];
    assert.deepEqual(normalizeWishes(quote, wish(...changes)).changes, [
      change(0, { quantity: 3 }),
      change(1, { unitPrice: 50 }),
      change(2, { removed: true }),
      change(3, { quantity: 5, unitPrice: 5 }),
    ]);
  });
});

describe('what would differ for the customer', () => {
  it('is an option that they take, one that they leave, and what an item has otherwise', () => {
    const quote = quoteOf(
      { optional: true, selected: false },
      { optional: true, selected: true },
      { optional: true, selected: false },
      {},
    );
    const selection = [
      { id: 'itm_0', selected: true },
      { id: 'itm_1', selected: false },
    ];
    const proposed = proposeQuote(quote, { changes: [change(3, { quantity: 7 })], selection });
    const { lines, isContentChanged } = compareProposed(quote, proposed);
    assert.deepEqual(
      lines.map((line) => [line.kind, (line.kind === 'removed' ? line.before : line.now).id]),
      [
        ['added', 'itm_0'],
        ['changed', 'itm_3'],
        ['removed', 'itm_1'],
      ],
    );
    assert.equal(isContentChanged, false);
  });
});
