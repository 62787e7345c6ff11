import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProse } from './prose.ts';

test('lines that begin with a hyphen and a space become a list, and all others stay as they are', () => {
  assert.deepEqual(parseProse('You get:\n- a website\n- an editor\n\nand our thanks\nfor it'), [
    'You get:',
    ['a website', 'an editor'],
    '\nand our thanks\nfor it',
  ]);
  assert.deepEqual(parseProse('- one\r\n- two'), [['one', 'two']]);
  assert.deepEqual(parseProse('-5 °C\n – dash\n -no\na - b'), ['-5 °C\n – dash\n -no\na - b']);
  assert.deepEqual(parseProse(''), ['']);
});
