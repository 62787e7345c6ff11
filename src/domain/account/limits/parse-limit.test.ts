import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLimit, parseLimit } from './parse-limit.ts';

test('a limit is a whole number, or none', () => {
  assert.equal(parseLimit('quotes', '1000'), 1000);
  assert.equal(parseLimit('quotes', '0'), 0);
  assert.equal(parseLimit('people', ' 5 '), 5);
  assert.equal(parseLimit('requests', 'None'), null);
  for (const text of ['', '-1', '1.5', '1e3', '10MB', 'many', '9'.repeat(16)])
    assert.equal(parseLimit('quotes', text), undefined, text);
});

test('storage may have a unit', () => {
  assert.equal(parseLimit('storage', '500MB'), 500_000_000);
  assert.equal(parseLimit('storage', '1.5 gb'), 1_500_000_000);
  assert.equal(parseLimit('storage', '12'), 12);
  for (const text of ['1.5', '1 MiB', 'MB', '99999999TB'])
    assert.equal(parseLimit('storage', text), undefined, text);
});

test('an account keeps a person and a request', () => {
  assert.equal(parseLimit('people', '0'), undefined);
  assert.equal(parseLimit('requests', '0'), undefined);
});

test('a limit is shown as it can be typed', () => {
  const shown = {
    500000000: '500 MB',
    2000000000: '2 GB',
    1500000000: '1500 MB',
    64000: '64 kB',
    1: '1',
    0: '0',
  };
  for (const [bytes, text] of Object.entries(shown)) {
    assert.equal(formatLimit('storage', Number(bytes)), text);
    assert.equal(parseLimit('storage', text), Number(bytes));
  }
  assert.equal(formatLimit('quotes', 2_000), '2000');
  assert.equal(formatLimit('people', undefined), '');
});
