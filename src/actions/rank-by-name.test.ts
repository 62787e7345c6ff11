import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankByName } from './rank-by-name.ts';

const rank = (names: readonly string[], text: string) => rankByName(names, text, (name) => [name]);

test('an exact name is first, then names that begin with the text, then the others in their order', () => {
  const found = ['Meyer & Ada', 'Adana', 'Grace Ada', 'ADA', 'Ada Lovelace'];
  assert.deepEqual(rank(found, ' ada '), ['ADA', 'Adana', 'Ada Lovelace', 'Meyer & Ada', 'Grace Ada']);
  assert.deepEqual(rank(['Straßen', 'STRASSE'], 'straße'), ['STRASSE', 'Straßen']);
  assert.deepEqual(rank(found, ''), found);
});

test('an entry counts by the best of its names', () => {
  const found = [
    { names: ['Q-2', 'About Q-1'] },
    { names: ['Q-10', 'Kitchen'] },
    { names: ['Q-1', 'Garden'] },
  ];
  const numbers = rankByName(found, 'q-1', ({ names }) => names).map(({ names }) => names[0]);
  assert.deepEqual(numbers, ['Q-1', 'Q-10', 'Q-2']);
});
