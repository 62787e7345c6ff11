import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFormatError, seriesOf } from './numbering.ts';

test('a number contains the year and the padded sequence', () => {
  assert.equal(seriesOf('Q-{year}-{seq:5}', 2026).print(1), 'Q-2026-00001');
  assert.equal(seriesOf('Q-{year}-{seq:5}', 2026).print(123_456), 'Q-2026-123456');
  assert.equal(seriesOf('{seq}', 2026).print(7), '7');
  assert.equal(seriesOf('{year}/{seq:2}/{year}', 2026).print(7), '2026/07/2026');
  assert.equal(seriesOf('$& $1 {seq}', 2026).print(7), '$& $1 7');
});

test('formats that print the same numbers share a sequence, others do not', () => {
  assert.equal(seriesOf('Q-{year}-{seq:5}', 2026).key, seriesOf('Q-2026-{seq}', 2027).key);
  assert.notEqual(seriesOf('Q-{year}-{seq}', 2026).key, seriesOf('Q-{year}-{seq}', 2027).key);
  assert.notEqual(seriesOf('A{seq}', 2026).key, seriesOf('B{seq}', 2026).key);
});

test('a format needs the sequence exactly once and no unknown placeholders', () => {
  for (const format of ['{seq}', 'Q{seq:9}', '№ {seq:3}/{year}', '{year}{year}{seq}']) {
    assert.equal(numberFormatError(format), undefined, format);
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
    assert.notEqual(numberFormatError(format), undefined, format);
  }
});
