import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newCatalogueItem } from '../../../../domain/catalogue/catalogue-item.ts';
import type { ItemInput } from '../../../../domain/quote/line/line-item.ts';
import { addTaxDefaults } from '../../../../domain/tax/tax-defaults.ts';
import { CONSOLE } from '../../../../i18n/console.ts';
import { getSeparators, parseNumber } from '../../../../i18n/parse-number.ts';
import { formatServerError } from '../server-error-text.ts';
import { isFullyAllocated } from './allocation.ts';
import { addAlternative } from './alternatives.ts';
import {
  type Draft,
  EMPTY_LINE,
  EMPTY_STAGE,
  getLines,
  type LineRow,
  type Row,
  withBlankLine,
} from './draft.ts';
import { toDraftPath } from './draft-path.ts';
import {
  addLineIds,
  changeRow,
  completeLine,
  duplicateRow,
  moveRow,
  pasteRows,
  removeRow,
  selectLine,
  writeLine,
} from './edit.ts';
import { toPickedLine } from './from-item.ts';
import { toDraft } from './from-quote.ts';
import { EMPTY_HISTORY, record, redo, undo } from './history.ts';
import { computeLiveStages } from './live-stages.ts';
import { computeLiveAmount, computeLiveTotals } from './live-totals.ts';
import { readCells } from './paste.ts';
import { readLine } from './read-line.ts';
import { diffBody, type QuoteBody, readDraft } from './to-body.ts';

const GERMAN = { tag: 'de', timeZone: 'Europe/Berlin' };
const separators = getSeparators('de');
const reading = { kind: 'quote', separators, timeZone: GERMAN.timeZone } as const;
const line = (key: string, change: Partial<LineRow> = {}): LineRow => ({
  ...{ ...EMPTY_LINE, key, description: key, quantity: '1', price: '100,00', tax: '19' },
  ...change,
});
const draftWith = (rows: Row[], change: Partial<Draft> = {}): Draft => ({
  ...toDraft({ customerId: 'cus_1', title: 'Website' }, 'Ada', 'EUR', GERMAN),
  ...{ rows, ...change },
});
const DEFAULTS = { one: '1', defaultTax: '19', usualTax: '' };
const listKeys = ({ rows }: Draft) => rows.map(({ key }) => key);

test('a quote that is opened and not edited produces the same request body', () => {
  const items: ItemInput[] = [
    {
      id: 'itm_1',
      description: 'Design',
      quantity: 12.5,
      unitPrice: 123_456,
      taxRate: 19,
      unit: 'h',
      section: 'A',
    },
    {
      id: 'itm_2',
      description: 'Photos',
      quantity: 1,
      unitPrice: 90_001,
      taxRate: 7,
      optional: true,
      selected: true,
    },
    {
      id: 'itm_3',
      description: 'Small',
      quantity: 1,
      unitPrice: 5,
      taxRate: 0,
      taxCategory: 'exempt',
      taxReason: 'A course',
      choice: 'Size',
      selected: true,
      section: 'B',
    },
    {
      id: 'itm_4',
      description: 'Large',
      quantity: 2,
      unitPrice: 7,
      taxRate: 0,
      choice: 'Size',
      selected: false,
      recurring: { interval: 'month', periods: 24 },
      section: 'B',
    },
    {
      ...{ id: 'itm_5', description: 'Days', quantity: 2, unitPrice: 500, taxRate: 2.5, sku: 'D-1' },
      ...{ discountType: 'fixed', discountValue: 1050, quantityRange: { min: 1, max: 5, step: 0.5 } },
      recurring: { interval: 'year', periods: null },
    },
    {
      ...{ id: 'itm_6', description: 'Seats', quantity: 12.5, unitPrice: 99_950, taxRate: 0, section: 'C' },
      quantityPrices: {
        kind: 'graduated',
        steps: [
          { from: 0, unitPrice: 123_456 },
          { from: 2.5, unitPrice: 99_950 },
          { from: 1000, unitPrice: 0 },
        ],
      },
    },
  ];
  const quote = {
    ...{ customerId: 'cus_1', title: 'Website', description: 'Hello', terms: 'Net', notes: 'mine' },
    ...{ reference: 'PO 7', currency: 'EUR', discountType: 'percentage' as const, discountValue: 10 },
    ...{ validUntil: '2026-03-31T21:59:59.999Z', items, pricesIncludeTax: true },
    invoiceOnAcceptance: true,
    recurringFrom: '2026-05-01',
    show: { linePrices: false, quantities: true },
    paymentSchedule: [
      {
        label: 'Deposit',
        type: 'percentage' as const,
        value: 33.33,
        due: { when: 'acceptance' as const, days: 14, date: null },
      },
      {
        label: 'Rest',
        type: 'rest' as const,
        value: null,
        due: { when: 'date' as const, days: 0, date: '2026-06-01' },
      },
    ],
  };
  const draft = toDraft(quote, 'Ada', 'EUR', GERMAN);
  assert.equal(draft.validUntil, '2026-03-31');
  assert.deepEqual(
    draft.rows.map((row) => (row.kind === 'heading' ? row.name : row.price)),
    ['A', '1.234,56', '', '900,01', 'B', '0,05', '0,07', '', '5,00', 'C', '999,50'],
  );
  const { body, errors, keys } = readDraft(draft, reading);
  assert.deepEqual(errors, {});
  assert.deepEqual(
    keys,
    items.map(({ id }) => id),
  );
  assert.deepEqual(JSON.parse(JSON.stringify(body)), quote);
});

test('an unreadable text marks its field and never becomes a number', () => {
  const bad: [keyof LineRow, string, string][] = [
    ['price', 'abc', 'unreadable'],
    ['price', '', 'missing'],
    ['price', '1,005', 'decimals'],
    ['price', '-5', 'unreadable'],
    ['price', '99999999999999', 'tooLarge'],
    ['quantity', '0', 'notPositive'],
    ['quantity', '1,00001', 'decimals'],
    ['quantity', 'zwei', 'unreadable'],
    ['tax', '101', 'overHundred'],
    ['tax', 'x', 'unreadable'],
    ['discountValue', '12,5', 'whole'],
    ['description', ' ', 'missing'],
    ['unit', 'x'.repeat(21), 'tooLong 20'],
    ['min', '5', 'missing'],
  ];
  for (const [field, text, error] of bad) {
    const draft = draftWith([line('a', { [field]: text }), line('b')]);
    const { body, errors } = readDraft(draft, reading);
    const at = field === 'min' ? 'max' : field;
    assert.equal(errors[`rows/a/${at}`], error, `${field}: ${text}`);
    assert.equal(body, null);
    const totals = computeLiveTotals(draft, separators);
    assert.deepEqual([totals?.total, totals?.uncounted], [11_900, 1], 'the other line alone');
    assert.equal(computeLiveAmount(draft.rows[0] as LineRow, 'EUR', separators), null);
  }
  for (const price of ['€ 1.234,50', '1.234,50 EUR', '1234.50', '1 234,5']) {
    assert.equal(computeLiveAmount(line('a', { price }), 'EUR', separators)?.amount, 123_450, price);
  }
  const yen = readDraft(draftWith([line('a', { price: '1,5' })], { currency: 'JPY' }), reading);
  assert.equal(yen.errors['rows/a/price'], 'decimals');
});

test('missing and invalid values are reported by field', () => {
  const stage = { ...EMPTY_STAGE, key: 's', label: 'All', value: '50' };
  const draft = draftWith([line('a', { choice: 'X' }), line('b', { choice: 'X', optional: true })], {
    ...{ customerId: '', title: ' ', currency: 'EURO', validUntil: '2026-02-30', discountValue: 'viel' },
    stages: [
      { ...stage, type: 'rest' },
      { ...stage, key: 't', label: '', value: '', when: 'date' },
    ],
  });
  assert.deepEqual(readDraft(draft, reading).errors, {
    ...{ customer: 'missing', title: 'missing', currency: 'noCurrency', validUntil: 'noDate' },
    ...{ discountValue: 'unreadable', 'rows/b/choice': 'mixedChoice' },
    ...{
      'stages/s/type': 'stageRest',
      'stages/t/label': 'missing',
      'stages/t/value': 'missing',
      'stages/t/date': 'noDate',
    },
  });
  const half = draftWith([line('a')], { stages: [stage] });
  const shared = (present: Draft) => isFullyAllocated(readDraft(present, reading).body as QuoteBody);
  assert.equal(shared(half), false);
  assert.equal(shared({ ...half, stages: [{ ...stage, value: '100' }] }), true);
  assert.equal(shared({ ...half, stages: [stage, { ...stage, key: 't', type: 'rest' }] }), true);
  assert.deepEqual(readDraft(draftWith([]), reading).errors, { rows: 'missing' });
});

test('the live totals equal those of the service', () => {
  const rows = [
    line('a', { quantity: '2', price: '333,33' }),
    line('b', { optional: true, tax: '7' }),
    line('c', { choice: 'X', price: '10' }),
    line('d', { choice: 'X', price: '20' }),
  ];
  const draft = draftWith(rows, {
    discountValue: '10',
    stages: [
      { ...EMPTY_STAGE, key: 's', label: 'A', value: '40' },
      { ...EMPTY_STAGE, key: 't', label: 'B', type: 'rest' },
    ],
  });
  const totals = computeLiveTotals(draft, separators);
  assert.ok(totals);
  assert.deepEqual([totals.subtotal, totals.discountAmount, totals.total], [67_666, 6767, 72_470]);
  assert.deepEqual(computeLiveStages(draft, totals, separators), [28_988, 43_482]);
  assert.equal(
    computeLiveTotals(draftWith([line('a', { quantity: '1000000000', price: '9999999999' })]), separators),
    null,
  );
});

test('steps decide the price of a line, and unreadable ones are an error', () => {
  const priced = line('a', {
    quantity: '12',
    price: 'left over',
    priceKind: 'graduated',
    steps: '0 = 10\n10 = 9',
  });
  const { item, errors } = readLine(priced, 'EUR', separators);
  assert.deepEqual(
    [errors, item?.unitPrice, item?.quantityPrices],
    [
      {},
      900,
      {
        kind: 'graduated',
        steps: [
          { from: 0, unitPrice: 1000 },
          { from: 10, unitPrice: 900 },
        ],
      },
    ],
  );
  assert.equal(computeLiveAmount(priced, 'EUR', separators)?.amount, 11_800);
  assert.equal(computeLiveTotals(draftWith([priced]), separators)?.subtotal, 11_800);
  const wrong = line('a', { priceKind: 'volume', steps: '5 = 10' });
  assert.deepEqual(readLine(wrong, 'EUR', separators), { item: null, errors: { steps: 'steps' } });
  // A draft that an earlier version kept on this device has neither field.
  const { priceKind: _kind, steps: _steps, ...earlier } = line('a', { price: '5' });
  const read = readLine(earlier as LineRow, 'EUR', separators);
  assert.deepEqual([read.item?.unitPrice, 'quantityPrices' in (read.item ?? {})], [500, false]);
  const draft = draftWith([wrong]);
  assert.equal(toDraftPath('/items/0/quantityPrices/steps/1/from', ['a'], draft), 'rows/a/steps');
});

test('an update contains only the changed fields, and an error finds its field', () => {
  const before = readDraft(draftWith([line('a', { id: 'itm_1' })]), reading).body;
  const draft = draftWith([line('a', { id: 'itm_1' })], { title: 'New', discountValue: '5' });
  const after = readDraft(draft, reading).body;
  assert.ok(before && after);
  assert.deepEqual(diffBody(before, after), { title: 'New', discountType: 'percentage', discountValue: 5 });
  assert.deepEqual(diffBody(after, after), {});
  assert.equal(toDraftPath('/items/0/unitPrice', ['a'], draft), 'rows/a/price');
  assert.equal(toDraftPath('/items/0', ['a'], draft), 'rows/a/description');
  assert.equal(toDraftPath('/items', ['a'], draft), 'rows');
  assert.equal(toDraftPath('/customerId', [], draft), 'customer');
  assert.equal(toDraftPath('/paymentSchedule', [], draft), 'stages');
});

test('an error of the service is told in the language of the person, or in its own words', () => {
  const { editor } = CONSOLE.ar;
  const format = (path: string) => formatServerError(editor, { path, message: 'is wrong' });
  assert.equal(format('/items/0/catalogueItemId'), editor.refusedFields.catalogueItemId);
  assert.equal(format('/items'), editor.refusedFields.items);
  assert.equal(format('/customerId'), editor.problems.customer_unknown);
  assert.equal(format('/paymentSchedule'), editor.refusedFields.paymentSchedule);
  assert.match(format('/items/0/unitPrice'), /is wrong/);
});

test('rows can be added, moved, duplicated, removed, selected and named', () => {
  let next = 0;
  const newKey = () => `new-${next++}`;
  const blank = { ...EMPTY_LINE, key: 'blank' };
  const draft = draftWith([
    line('a'),
    { kind: 'heading', key: 'h', name: 'Two' },
    line('b', { choice: 'X', selected: true }),
    line('c', { choice: 'X' }),
    blank,
  ]);
  assert.deepEqual(listKeys(moveRow(draft, 'a', 2)), ['h', 'b', 'a', 'c', 'blank']);
  assert.deepEqual(
    listKeys(moveRow(draft, 'c', 1)),
    listKeys(draft),
    'the line to write into stays the last',
  );
  assert.deepEqual(listKeys(moveRow(draft, 'a', -1)), listKeys(draft));
  const doubled = duplicateRow(changeRow<LineRow>(draft, 'b', { id: 'itm_b' }), 'b', 'b2');
  assert.deepEqual(listKeys(doubled), ['a', 'h', 'b', 'b2', 'c', 'blank']);
  const copy = doubled.rows[3] as LineRow;
  assert.deepEqual([copy.id, copy.selected, copy.price], ['', false, '100,00']);
  assert.deepEqual(listKeys(removeRow(draft, 'h')), ['a', 'b', 'c', 'blank']);
  const picked = selectLine(draft, 'c', true).rows.map((row) => row.kind === 'line' && row.selected);
  assert.deepEqual(picked, [false, false, false, true, false]);
  assert.equal(withBlankLine(draft.rows, newKey), draft.rows);
  assert.equal(withBlankLine(draft.rows.slice(0, 4), newKey).length, 5);
  const named = addLineIds(draft, new Map([['a', 'itm_a']]));
  assert.equal((named.rows[0] as LineRow).id, 'itm_a');
  assert.equal(named.rows[1], draft.rows[1], 'the others stay the very same');
  assert.deepEqual(
    listKeys(pasteRows(draft, 'blank', [{ description: 'p' }, {}], { ...DEFAULTS, newKey })).slice(4),
    ['new-1', 'new-2'],
  );
});

let keys = 0;
const newKey = () => `made-${keys++}`;
const PASTED = readCells('Beschreibung\tPreis\tMwSt\nDesign\t90,00\t\nText\t5,00\t', separators)?.lines ?? [];
const ITEM = { id: 'cat_1', description: 'Design', unitPrice: 9000, taxRate: 19 };
const ACCOUNT = { defaultTaxRate: 19, zeroTaxCategory: null, currency: 'EUR' as const };
/** Every way that makes lines of a draft whose last row is a blank line. */
const WAYS: Record<string, (draft: Draft, defaults: typeof DEFAULTS) => Draft> = {
  typing: (draft, defaults) => writeLine(draft, 'blank', { description: 'x' }, defaults),
  'pasting into the blank line': (draft, defaults) =>
    pasteRows(draft, 'blank', PASTED, { ...defaults, newKey }),
  'pasting after a line': (draft, defaults) => pasteRows(draft, 'a', PASTED, { ...defaults, newKey }),
  'picking an item': (draft, defaults) =>
    writeLine(draft, 'blank', toPickedLine(ITEM, 'EUR', 'de'), defaults),
  'picking an item after a line': (draft, defaults) =>
    pasteRows(draft, 'a', [toPickedLine(ITEM, 'EUR', 'de')], { ...defaults, newKey }),
  duplicating: (draft) => duplicateRow(draft, 'a', newKey()),
  'adding an alternative': (draft) => addAlternative(draft, 'a', newKey(), 'Choice'),
  'starting from a template': (draft) => {
    const items = addTaxDefaults<ItemInput>([{ description: 'x', quantity: 1, unitPrice: 1 }], ACCOUNT);
    return { ...draft, rows: [...draft.rows, ...toDraft({ items }, 'Ada', 'EUR', GERMAN).rows] };
  },
  'importing an item': (draft, defaults) => {
    const imported = { description: 'x', unitPrice: 1, currency: 'EUR' };
    const item = newCatalogueItem(imported, ACCOUNT, { id: 'cat_1', now: 0 });
    return pasteRows(draft, 'blank', [toPickedLine(item, 'EUR', 'de')], { ...defaults, newKey });
  },
};

for (const [way, makeLines] of Object.entries(WAYS)) {
  test(`${way} makes lines with a quantity and the tax of the account`, () => {
    const draft = draftWith([line('a'), { ...EMPTY_LINE, key: 'blank' }]);
    const { rows } = makeLines(draft, DEFAULTS);
    const lines = getLines(rows).map(({ line: { quantity, tax } }) => [quantity, tax]);
    assert.ok(lines.length > 1, 'a line was made');
    assert.deepEqual(new Set(lines.map(String)), new Set(['1,19']));
  });
}

test('a new line has the tax of the account, else of the line before, else the usual one', () => {
  const rows = [line('a', { tax: '7' }), { ...EMPTY_LINE, key: 'blank' }];
  const taxes = (draft: Draft, key: string, defaults: Parameters<typeof writeLine>[3]) =>
    getLines(pasteRows(draft, key, PASTED, { ...defaults, newKey }).rows).map(({ line: { tax } }) => tax);
  const without = { ...DEFAULTS, defaultTax: null, usualTax: '5' };
  assert.deepEqual(taxes(draftWith(rows), 'blank', DEFAULTS), ['7', '19', '19']);
  assert.deepEqual(taxes(draftWith(rows), 'blank', without), ['7', '7', '7']);
  assert.deepEqual(taxes(draftWith(rows), 'a', without), ['7', '7', '7']);
  assert.deepEqual(taxes(draftWith(rows.slice(1)), 'blank', without), ['5', '5']);
  const stated = completeLine(rows, 1, { quantity: '3', tax: '0' }, DEFAULTS);
  assert.deepEqual(stated, { quantity: '3', tax: '0' }, 'a stated value stays, also 0');
});

test('every change can be undone and redone step by step', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('title', 'price', ''), fc.integer({ min: 0, max: 3000 })), {
        maxLength: 40,
      }),
      (steps) => {
        let [history, present, now] = [EMPTY_HISTORY<number>(), 0, 0];
        const shown = [0];
        for (const [what, pause] of steps) {
          now += pause;
          const { length } = history.past;
          history = record(history, present, what, now);
          present += 1;
          if (history.past.length > length) shown.push(present);
          else shown[shown.length - 1] = present;
        }
        for (const before of shown.slice(0, -1).reverse()) {
          const step = undo(history, present);
          assert.ok(step);
          [present, history] = step;
          assert.equal(present, before);
        }
        assert.equal(undo(history, present), null);
        for (const after of shown.slice(1)) {
          const step = redo(history, present);
          assert.ok(step);
          [present, history] = step;
          assert.equal(present, after);
        }
        assert.equal(redo(history, present), null);
      },
    ),
  );
});

test('spreadsheet cells become lines', () => {
  const cells = (text: string) => readCells(text, separators)?.lines ?? null;
  assert.equal(cells('one line of text'), null);
  assert.deepEqual(cells('Design\t12,5\th\t90,00 €\t19 %\r\nHosting\t1\tJahr\t240,00 €\t19 %\r\n'), [
    { description: 'Design', quantity: '12,5', unit: 'h', price: '90,00', tax: '19' },
    { description: 'Hosting', quantity: '1', unit: 'Jahr', price: '240,00', tax: '19' },
  ]);
  assert.deepEqual(cells('Einzelpreis\tMenge\tBeschreibung\tSumme\n90\t2\t"Zwei\nZeilen, ""gut"""\t180'), [
    { price: '90', quantity: '2', description: 'Zwei\nZeilen, "gut"' },
  ]);
  assert.deepEqual(cells('Design\t90,00'), [{ description: 'Design', price: '90,00' }]);
  assert.deepEqual(cells('Design\t3\t90\t270\nText\t2\t5\t10'), [
    { description: 'Design', quantity: '3', price: '90' },
    { description: 'Text', quantity: '2', price: '5' },
  ]);
  assert.deepEqual(cells('A-1\tA longer text\t3\t90\t7'), [
    { sku: 'A-1', description: 'A longer text', quantity: '3', price: '90', tax: '7' },
  ]);
  assert.deepEqual(cells('Design\tviel\nText\t5'), [
    { description: 'Design', unit: 'viel' },
    { description: 'Text', unit: '5' },
  ]);
});

test('the numbers of a pasted column have one notation, and what could be either is to be checked', () => {
  const english = getSeparators('en');
  const prices = (cells: string[], own = english) => {
    const pasted = readCells(['Item\tPrice', ...cells.map((cell) => `Work\t${cell}`)].join('\n'), own);
    assert.ok(pasted);
    const { lines, doubts } = pasted;
    return [
      lines.map(({ price }) => parseNumber(price ?? '', own)),
      doubts.map(({ line, value }) => [line, value]),
    ];
  };
  const large = ['1234.5', '2500'];
  assert.deepEqual(prices(['1.234,50', '2.500']), [large, []]);
  assert.deepEqual(prices(['2.500', '1.234.567']), [['2500', '1234567'], []]);
  assert.deepEqual(prices(['1,234.50', '2,500']), [large, []]);
  assert.deepEqual(prices(['1,234.50', '2,500'], separators), [large, []]);
  assert.deepEqual(prices(['12,50 €', '2,500 €']), [['12.5', '2.5'], []]);
  assert.deepEqual(prices(['2.500', '300']), [['2.5', '300'], [[0, 2.5]]]);
  assert.deepEqual(prices(['2,500'], separators), [['2.5'], [[0, 2.5]]]);
  assert.deepEqual(prices(['1.234,50', '1,234.50', '2.500']), [['1234.5', '1234.5', '2.5'], [[2, 2.5]]]);
  const table = readCells('Design\t1,5\t2.500\t3.750,00', english);
  assert.deepEqual(table, {
    lines: [{ description: 'Design', quantity: '1,5', price: '2500' }],
    doubts: [{ line: 0, field: 'price', value: 2500 }],
  });
  assert.equal(readCells('Item\tPrice\nA\t1.234,50\nB\t2.500,25', getSeparators('ar-EG'))?.doubts.length, 0);
});
