import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuote } from './quotes.ts';
import { createSettingsReader } from './settings.ts';

test('a quote is valid until the end of its last day in the time zone of the account', () => {
  // In Auckland it is already 2 June.
  const now = Date.parse('2026-06-01T13:00:00Z');
  const readValidUntil = (due_date: string, timeZone: string) =>
    (
      readQuote({ due_date }, { currency: 'EUR', time: { now, timeZone }, composeTitle: String }).entry
        .input as { validUntil?: string }
    ).validUntil;
  assert.equal(readValidUntil('2026-06-01', 'UTC'), '2026-06-01T23:59:59.999Z');
  assert.equal(readValidUntil('2026-06-02', 'Pacific/Auckland'), '2026-06-02T11:59:59.999Z');
  assert.equal(readValidUntil('2026-06-01', 'Pacific/Auckland'), undefined);
  assert.equal(readValidUntil('2026-06-01 00:00:00', 'America/New_York'), '2026-06-02T03:59:59.999Z');
  assert.equal(readValidUntil('2026-13-01', 'UTC'), '2026-13-01');
});

test('an item has the unit and the cost of its line', () => {
  const context = { currency: 'EUR', time: { now: 0, timeZone: 'UTC' }, composeTitle: String };
  const work = { notes: 'Work', quantity: 1, cost: 90, unit_code: 'HUR', product_cost: '40.126000' };
  const piece = { notes: 'Door', quantity: 1, cost: 90, unit_code: 'C62', product_cost: 0 };
  const { items } = readQuote({ line_items: [work, piece] }, context).entry.input as { items: object[] };
  const same = { quantity: 1, unitPrice: 9000, taxRate: 0 };
  assert.deepEqual(items, [
    { description: 'Work', ...same, unit: 'h', cost: 4013 },
    { description: 'Door', ...same },
  ]);
});

test('a client has the settings of its group before those of the company', () => {
  const group = { hashed_id: 'g', settings: { currency_id: '1', language_id: 3 } };
  const read = createSettingsReader(
    { company: { settings: { currency_id: '2', language_id: '4' } }, group_settings: [group] },
    'EUR',
  );
  assert.deepEqual(read({ group_settings_id: 'g', settings: { currency_id: '' } }), {
    currency: 'USD',
    locale: 'de',
  });
  assert.deepEqual(read({ group_settings_id: 'g', settings: { currency_id: '17' } }).currency, 'CHF');
  assert.deepEqual(read({ group_settings_id: 'x', settings: null }), { currency: 'GBP', locale: null });
  assert.equal(createSettingsReader({}, 'EUR')(undefined).currency, 'EUR');
  const unknown = read({ settings: { currency_id: '999' } }).currency;
  const context = { currency: unknown, time: { now: 0, timeZone: 'UTC' }, composeTitle: String };
  const { errors } = readQuote({ hashed_id: 'q' }, context);
  assert.deepEqual(errors, [{ path: '/currency', message: 'is not known here' }]);
});
