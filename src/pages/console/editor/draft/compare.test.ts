import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSeparators } from '../../../../i18n/parse-number.ts';
import { compareDrafts, mergeDrafts, proposePicks } from './compare.ts';
import { type Draft, EMPTY_LINE, getLines, type LineRow, toRows } from './draft.ts';
import { changeRow, insertAfter, moveRow, removeRow } from './edit.ts';
import { toDraft } from './from-quote.ts';

const separators = getSeparators('en');
const line = (id: string, description = id): LineRow => ({
  ...EMPTY_LINE,
  key: id,
  id,
  description,
  quantity: '1',
  price: '10.00',
  tax: '0',
});
const base: Draft = {
  ...toDraft({ customerId: 'c1', title: 'Old', terms: 'T' }, 'Ada', 'EUR', { tag: 'en', timeZone: 'UTC' }),
  rows: toRows([line('a'), line('b'), line('c')].map((entry) => ({ line: entry, section: '' }))),
};
const seen = (mine: Draft, theirs: Draft) =>
  compareDrafts(base, mine, theirs, separators).map(({ path, by }) => [path, by]);
const ids = ({ rows }: Draft) => getLines(rows).map((entry) => entry.line.id || entry.line.key);

test('a field is changed by us, by them or by both; identical changes are no difference', () => {
  const mine = { ...base, title: 'Mine', terms: 'Same', notes: 'own' };
  const theirs = {
    ...base,
    title: 'Theirs',
    terms: 'Same',
    reference: 'R',
    customerId: 'c2',
    customerName: 'Bob',
  };
  assert.deepEqual(seen(mine, theirs), [
    ['title', 'both'],
    ['customerName', 'them'],
    ['reference', 'them'],
    ['notes', 'me'],
  ]);
  const differences = compareDrafts(base, mine, theirs, separators);
  const merged = mergeDrafts(mine, theirs, proposePicks(differences));
  assert.deepEqual(
    [merged.title, merged.reference, merged.notes, merged.customerId],
    ['Mine', 'R', 'own', 'c2'],
  );
  assert.equal(mergeDrafts(mine, theirs, { ...proposePicks(differences), title: 'theirs' }).title, 'Theirs');
});

test('numbers are compared by value, lines by id and field by field', () => {
  const mine = changeRow<LineRow>(changeRow<LineRow>(base, 'a', { price: '10' }), 'b', {
    price: '12',
    unit: 'h',
  });
  const theirs = changeRow<LineRow>(moveRow(base, 'c', -2), 'b', { price: '13', description: 'B' });
  assert.deepEqual(seen(mine, theirs), [
    ['order', 'them'],
    ['rows/b/description', 'them'],
    ['rows/b/unit', 'me'],
    ['rows/b/price', 'both'],
  ]);
  const merged = mergeDrafts(mine, theirs, proposePicks(compareDrafts(base, mine, theirs, separators)));
  assert.deepEqual(ids(merged), ['c', 'a', 'b']);
  const b = merged.rows.find(({ key }) => key === 'b') as LineRow;
  assert.deepEqual([b.description, b.unit, b.price], ['B', 'h', '12']);
});

test('added and removed lines are kept or dropped as a whole, at their position', () => {
  const mine = insertAfter(changeRow<LineRow>(base, 'c', { price: '99' }), 'a', [{ ...line('new'), id: '' }]);
  const theirs = insertAfter(removeRow(base, 'c'), 'b', [line('d')]);
  assert.deepEqual(seen(mine, theirs), [
    ['rows/d', 'them'],
    ['rows/new', 'me'],
    ['rows/c', 'both'],
  ]);
  const differences = compareDrafts(base, mine, theirs, separators);
  assert.deepEqual(ids(mergeDrafts(mine, theirs, proposePicks(differences))), ['a', 'new', 'b', 'd', 'c']);
  assert.deepEqual(
    ids(mergeDrafts(mine, theirs, { ...proposePicks(differences), 'rows/c': 'theirs', 'rows/d': 'mine' })),
    ['a', 'new', 'b'],
  );
  const all = Object.fromEntries(differences.map(({ path }) => [path, 'theirs' as const]));
  assert.deepEqual(ids(mergeDrafts(mine, theirs, all)), ['a', 'b', 'd']);
});

test('a merged line takes the type of a discount with its value, and the section that was picked', () => {
  const discounted = changeRow<LineRow>(base, 'a', { discountType: 'percentage', discountValue: '5' });
  const theirs = changeRow<LineRow>(base, 'a', { discountType: 'fixed', discountValue: '7' });
  const moved: Draft = {
    ...theirs,
    rows: toRows(getLines(theirs.rows).map(({ line: row }) => ({ line: row, section: 'Roof' }))),
  };
  const lineA = (draft: Draft) => getLines(draft.rows).find((entry) => entry.line.id === 'a');
  const merged = lineA(
    mergeDrafts(discounted, moved, { 'rows/a/discountValue': 'theirs', 'rows/a/section': 'theirs' }),
  );
  assert.deepEqual(
    [merged?.line.discountType, merged?.line.discountValue, merged?.section],
    ['fixed', '7', 'Roof'],
  );
  const own = lineA(mergeDrafts(discounted, moved, {}));
  assert.deepEqual([own?.line.discountType, own?.line.discountValue, own?.section], ['percentage', '5', '']);
});

test('texts that are saved alike are no difference', () => {
  const stage = {
    key: 's',
    label: 'All',
    type: 'rest' as const,
    value: '',
    when: 'start' as const,
    date: '',
  };
  const choice = (draft: Draft, selected: boolean) =>
    ['a', 'b'].reduce(
      (all, id) => changeRow<LineRow>(all, id, { choice: 'X', selected: id === 'a' && selected }),
      draft,
    );
  const typed = changeRow<LineRow>(choice(base, false), 'c', {
    ...{ tax: '19', taxCategory: 'exempt', discountType: 'fixed', min: '1', max: '9', step: '' },
  });
  const mine: Draft = {
    ...insertAfter(typed, 'c', [{ ...line('new', 'Twin'), id: '' }]),
    ...{ discountType: 'fixed', stages: [{ ...stage, days: '', value: '30' }] },
  };
  const stored = changeRow<LineRow>(choice(base, true), 'c', { tax: '19', min: '1', max: '9', step: '1' });
  const theirs: Draft = {
    ...insertAfter(stored, 'c', [line('itm_d', 'Twin')]),
    stages: [{ ...stage, days: '0' }],
  };
  assert.deepEqual(seen(mine, theirs), []);
  const merged = mergeDrafts(mine, theirs, {});
  assert.deepEqual(ids(merged), ['a', 'b', 'c', 'new'], 'the twin is there once');
});

test('steps are compared by value and stand for the price, which does not count beside them', () => {
  const steps = { priceKind: 'volume', steps: '0 = 10.00\n10 = 9.00' } as const;
  const stepped = changeRow<LineRow>(base, 'a', steps);
  const other = changeRow<LineRow>(base, 'a', { ...steps, steps: ' 0=10\n10\t9 ', price: '77' });
  const between = (mine: Draft, theirs: Draft) =>
    compareDrafts(stepped, mine, theirs, separators).map(({ path, by }) => `${path} ${by}`);
  assert.deepEqual(between(stepped, other), []);
  assert.deepEqual(between(stepped, changeRow<LineRow>(other, 'a', { steps: '0 = 10\n11 = 9' })), [
    'rows/a/steps them',
  ]);
  const plain = changeRow<LineRow>(stepped, 'a', { priceKind: '', price: '5' });
  assert.deepEqual(between(plain, stepped), ['rows/a/price me', 'rows/a/priceKind me', 'rows/a/steps me']);
  const merged = mergeDrafts(
    plain,
    stepped,
    proposePicks(compareDrafts(stepped, plain, stepped, separators)),
  );
  const own = getLines(merged.rows)[0]?.line;
  assert.deepEqual([own?.priceKind, own?.price], ['', '5']);
});
