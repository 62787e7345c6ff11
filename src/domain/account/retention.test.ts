import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeRetainUntil, getRetentionYears } from './retention.ts';

const in2026 = (country: string | null, retentionYears: number | null = null) =>
  computeRetainUntil({ country, retentionYears, timeZone: 'UTC' }, '2026-03-01');

test('documents are kept by the law of the country, from the end of the year', () => {
  assert.equal(in2026('DE'), '2034-12-31');
  assert.equal(in2026('DK'), '2031-12-31');
  // The tax of 2026 is due in 2027, and five years count from the end of that year.
  assert.equal(in2026('PL'), '2032-12-31');
  assert.equal(in2026('CH'), '2036-12-31');
});

test('other countries keep them for ten years, and the setting of the account comes first', () => {
  assert.equal(in2026('BR'), '2036-12-31');
  assert.equal(in2026(null), '2036-12-31');
  assert.equal(in2026('DE', 12), '2038-12-31');
  assert.equal(getRetentionYears({ country: 'SE', retentionYears: null }), 7);
});
