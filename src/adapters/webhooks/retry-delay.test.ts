import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeRetryDelay, MAX_RETRY_DELAY_MS, parseRetryAfter } from './retry-delay.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const PLAIN = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

test('ten attempts have delays with up to a fifth of jitter', () => {
  for (const [index, delay] of PLAIN.entries()) {
    assert.equal(computeRetryDelay(index + 1, 0, 0), delay);
    assert.equal(computeRetryDelay(index + 1, 0, 0.5), Math.round(delay * 1.1));
    assert.equal(computeRetryDelay(index + 1, 0, 1), delay * 1.2);
  }
  assert.equal(computeRetryDelay(10, 0, 0), undefined);
  assert.equal(computeRetryDelay(10, HOUR, 0), undefined, 'Retry-After gives no more tries');
  assert.equal(computeRetryDelay(11, 0, 0), undefined);
});

test('Retry-After lengthens a delay, up to a day, and never shortens it', () => {
  assert.equal(computeRetryDelay(1, HOUR, 0), HOUR);
  assert.equal(computeRetryDelay(1, HOUR, 1), 1.2 * HOUR);
  assert.equal(computeRetryDelay(1, 48 * HOUR, 0), 24 * HOUR);
  assert.equal(computeRetryDelay(1, Number.POSITIVE_INFINITY, 0), 24 * HOUR, 'however long');
  assert.equal(computeRetryDelay(3, SECOND, 0), 30 * MINUTE);
  assert.equal(computeRetryDelay(1, 48 * HOUR, 1), MAX_RETRY_DELAY_MS);
});

test('Retry-After is parsed as seconds or as a date', () => {
  const now = Date.parse('2026-11-16T10:00:00Z');
  for (const [header, wait] of [
    [undefined, 0],
    ['', 0],
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7000],
    ['99999999999999999999', 1e23],
    ['-5', 0],
    ['1.5', 0],
    ['1e3', 0],
    ['soon', 0],
    ['2030', 2_030_000],
    ['Mon, 16 Nov 2026 10:30:00 GMT', 30 * MINUTE],
    ['Mon, 16 Nov 2026 09:30:00 GMT', 0],
    ['Mon, 99 Nov 2026 10:30:00 GMT', 0],
    ['2026-11-16T10:30:00Z', 0],
    ['Mon, 16 Nov 2026 10:30:00 GMT-0100', 0],
  ] as const) {
    assert.equal(parseRetryAfter(header, now), wait, header ?? 'none');
  }
});
