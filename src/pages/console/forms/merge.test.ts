import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mergeForm } from './merge.ts';

it('concurrent changes to one form are merged field by field', () => {
  const was = { both: 'a', mine: 'a', theirs: 'a', none: 'a', same: 'a', emptied: 'a' };
  const mine = { both: 'b', mine: 'b', theirs: 'a', none: 'a', same: 'b', emptied: 'b', added: 'b' };
  const stored = { both: 'c', mine: 'a', theirs: 'c', none: 'a', same: 'b', emptied: '', new: 'c' };
  assert.deepEqual(mergeForm(was, mine, stored), {
    values: { both: 'b', mine: 'b', theirs: 'c', none: 'a', same: 'b', emptied: 'b', added: 'b', new: 'c' },
    theirs: { both: 'c', emptied: '' },
  });
});

it('repeated rows are taken as a whole from one person', () => {
  const was = { 'items.0.a': '1', 'items.0.b': '2', 'items.1.a': '', 'items.1.b': '', 'bank.iban': 'x' };
  const added = { ...was, 'items.1.a': '3', 'items.1.b': '4' };
  const removed = { ...was, 'items.0.a': '', 'items.0.b': '', 'bank.iban': 'y' };
  assert.deepEqual(mergeForm(was, was, added), { values: added, theirs: {} });
  assert.deepEqual(mergeForm(was, added, removed), {
    values: { ...added, 'bank.iban': 'y' },
    theirs: { items: '' },
  });
  assert.equal(mergeForm(was, removed, added).theirs.items, '1 · 2\n3 · 4');
});
