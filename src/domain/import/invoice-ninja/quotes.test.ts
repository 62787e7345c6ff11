import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuote } from './quotes.ts';

test('a quote is valid until the end of its last day in the time zone of the account', () => {
  // In Auckland it is already 2 June.
  const now = Date.parse('2026-06-01T13:00:00Z');
  const readValidUntil = (due_date: string, timeZone: string) =>
    (readQuote({ due_date }, 'EUR', { now, timeZone }).entry.input as { validUntil?: string }).validUntil;
  assert.equal(readValidUntil('2026-06-01', 'UTC'), '2026-06-01T23:59:59.999Z');
  assert.equal(readValidUntil('2026-06-02', 'Pacific/Auckland'), '2026-06-02T11:59:59.999Z');
  assert.equal(readValidUntil('2026-06-01', 'Pacific/Auckland'), undefined);
  assert.equal(readValidUntil('2026-06-01 00:00:00', 'America/New_York'), '2026-06-02T03:59:59.999Z');
  assert.equal(readValidUntil('2026-13-01', 'UTC'), '2026-13-01');
});
