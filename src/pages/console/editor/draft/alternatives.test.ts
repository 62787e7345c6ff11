import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAlternative, listChoices, makeOptional, moveToChoice, renameChoice } from './alternatives.ts';
import { type Draft, EMPTY_LINE, type LineRow } from './draft.ts';

const line = (key: string, more: Partial<LineRow> = {}): LineRow => ({
  ...EMPTY_LINE,
  ...{ key, description: key, quantity: '1', price: '10' },
  ...more,
});
const draftOf = (...rows: LineRow[]) => ({ rows }) as unknown as Draft;
const shapeOf = ({ rows }: Draft) =>
  rows.map((row) => row.kind === 'line' && [row.key, row.choice, row.optional, row.selected]);

const POND = draftOf(
  line('small', { choice: 'Pond', selected: true }),
  line('large', { choice: 'Pond' }),
  line('fish'),
);

test('choices are listed by name, each once', () => {
  const draft = addAlternative(POND, 'fish', 'frogs', 'Choice');
  assert.deepEqual(listChoices(draft.rows), ['Pond', 'fish']);
  assert.deepEqual(listChoices([line('a')]), []);
});

test('a line joins a choice, is optional as its lines are, and leaves it again', () => {
  const joined = moveToChoice(POND, 'fish', 'Pond');
  assert.deepEqual(shapeOf(joined), [
    ['small', 'Pond', false, true],
    ['large', 'Pond', false, false],
    ['fish', 'Pond', false, false],
  ]);
  assert.deepEqual(shapeOf(moveToChoice(joined, 'fish', '')), shapeOf(POND));
  const optional = moveToChoice(makeOptional(POND, 'large', true), 'fish', 'Pond');
  assert.deepEqual(
    optional.rows.map((row) => row.kind === 'line' && row.optional),
    [true, true, true],
  );
  assert.deepEqual(shapeOf(moveToChoice(POND, 'fish', 'None of them')), shapeOf(POND));
});

test('a choice that a line leaves keeps one that is selected, and ends with its last but one', () => {
  const joined = moveToChoice(POND, 'fish', 'Pond');
  assert.deepEqual(shapeOf(moveToChoice(joined, 'small', ''))[1], ['large', 'Pond', false, true]);
  assert.deepEqual(shapeOf(moveToChoice(POND, 'small', '')), [
    ['small', '', false, false],
    ['large', '', false, false],
    ['fish', '', false, false],
  ]);
});

test('a choice is not renamed to the name of another, with which it would become one', () => {
  const two = addAlternative(POND, 'fish', 'frogs', 'Choice');
  assert.deepEqual(listChoices(renameChoice(two, 'fish', 'Pond ').rows), ['Pond', 'fish']);
  assert.deepEqual(listChoices(renameChoice(two, 'fish', 'Animals').rows), ['Pond', 'Animals']);
  assert.deepEqual(listChoices(renameChoice(two, 'Pond', 'Pond ').rows), ['Pond', 'fish']);
});
