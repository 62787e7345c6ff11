import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNumberFormatError, getNumberSeries } from './numbering.ts';

test('a number contains the year and the padded sequence', () => {
  assert.equal(getNumberSeries('Q-{year}-{seq:5}', 2026).print(1), 'Q-2026-00001');
  assert.equal(getNumberSeries('Q-{year}-{seq:5}', 2026).print(123_456), 'Q-2026-123456');
  assert.equal(getNumberSeries('{seq}', 2026).print(7), '7');
  assert.equal(getNumberSeries('{year}/{seq:2}/{year}', 2026).print(7), '2026/07/2026');
  assert.equal(getNumberSeries('$& $1 {seq}', 2026).print(7), '$& $1 7');
});

test('formats that print the same numbers share a sequence, others do not', () => {
  assert.equal(getNumberSeries('Q-{year}-{seq:5}', 2026).key, getNumberSeries('Q-2026-{seq}', 2027).key);
  assert.notEqual(getNumberSeries('Q-{year}-{seq}', 2026).key, getNumberSeries('Q-{year}-{seq}', 2027).key);
  assert.notEqual(getNumberSeries('A{seq}', 2026).key, getNumberSeries('B{seq}', 2026).key);
});

test('a format needs the sequence exactly once and no unknown placeholders', () => {
  for (const format of ['{seq}', 'Q{seq:9}', '№ {seq:3}/{year}', '{year}{year}{seq}']) {
    assert.equal(findNumberFormatError(format), undefined, format);
  }
  for (const format of [
    '',
    '{year}',
    '{seq}{seq}',
    '{seq:0}',
    '{seq:10}',
    '{SEQ}',
    '{seq',
    '{seq}}',
    '{seq}\t',
  ]) {
    assert.notEqual(findNumberFormatError(format), undefined, format);
  }
});
