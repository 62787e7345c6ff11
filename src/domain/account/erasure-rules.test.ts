import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionsCustomer } from './mentions.ts';
import { isRetentionOver } from './retention.ts';

const account = { country: 'DE', retentionYears: null, timeZone: 'Europe/Berlin' };

test('the last day counts in the time zone of the account', () => {
  const isOver = (time: string) => isRetentionOver(account, '2034-12-31', Date.parse(time));
  assert.deepEqual([isOver('2034-12-31T22:59:59Z'), isOver('2034-12-31T23:00:00Z')], [false, true]);
});

test('a response is about a customer by its identifiers and addresses, not by texts of callers', () => {
  const named = { customerId: 'cus_1', addresses: ['a@b.example'], documentIds: new Set(['quo_1']) };
  const isAbout = (value: unknown) => mentionsCustomer(JSON.stringify(value), named);
  const about = [
    { id: 'cus_1', email: null },
    { data: [{ customerId: 'cus_1' }] },
    { customer: { id: 'cus_1' } },
    ...['id', 'quoteId', 'invoiceId', 'documentId'].map((name) => ({ deep: [{ [name]: 'quo_1' }] })),
    { to: 'A@B.example' },
    ['a@b.example'],
    ['c@d.example', 'a@b.example'],
  ];
  for (const value of about) assert.equal(isAbout(value), true, JSON.stringify(value));
  const others = [
    { id: 'cus_1' },
    { data: [{ id: 'cus_1', email: null }] },
    { id: 'cus_2', email: 'c@d.example', customerId: 'cus_2', customer: { id: 'cus_2' } },
    { customer: 'cus_1', id: 1, quoteId: null },
    { metadata: { customerId: 'cus_1', to: 'a@b.example' } },
    { text: 'write to a@b.example' },
    null,
    7,
  ];
  for (const value of others) assert.equal(isAbout(value), false, JSON.stringify(value));
  assert.equal(mentionsCustomer('cus_1, a@b.example', named), false);
});
