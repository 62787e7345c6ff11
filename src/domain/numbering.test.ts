import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFormatError, printNumber, sequenceKey } from './numbering.ts';

test('prints the year and the padded sequence', () => {
  assert.equal(printNumber('Q-{year}-{seq:5}', 2026, 1), 'Q-2026-00001');
  assert.equal(printNumber('Q-{year}-{seq:5}', 2026, 123_456), 'Q-2026-123456');
  assert.equal(printNumber('{seq}', 2026, 7), '7');
  assert.equal(printNumber('{year}/{seq:2}/{year}', 2026, 7), '2026/07/2026');
  assert.equal(printNumber('$& $1 {seq}', 2026, 7), '$& $1 7');
});

test('formats that print the same numbers share a sequence, others do not', () => {
  assert.equal(sequenceKey('Q-{year}-{seq:5}', 2026), sequenceKey('Q-2026-{seq}', 2027));
  assert.notEqual(sequenceKey('Q-{year}-{seq}', 2026), sequenceKey('Q-{year}-{seq}', 2027));
  assert.notEqual(sequenceKey('A{seq}', 2026), sequenceKey('B{seq}', 2026));
});

test('a format needs the sequence once and nothing unknown in braces', () => {
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
