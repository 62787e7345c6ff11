import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessPaidMethod, isUsableMethod } from './payment-method.ts';

const bank = { lines: ['Giro 1'] };

test('a method can be used only with what it needs', () => {
  const usable = (method: string) =>
    [
      { bank: null, hasProvider: false },
      { bank, hasProvider: false },
      { bank: null, hasProvider: true },
    ].map((ways) => isUsableMethod(method, ways));
  assert.deepEqual(usable('ONLINE_PAYMENT'), [false, false, true]);
  assert.deepEqual(usable('BANK_TRANSFER'), [false, true, false]);
  assert.deepEqual(usable('CASH'), [true, true, true]);
  assert.deepEqual(usable('BARTER'), [true, true, true]);
});

test('money that is recorded by hand came by transfer, unless the invoice says otherwise', () => {
  assert.equal(guessPaidMethod('ONLINE_PAYMENT', { bank, hasProvider: false }), 'BANK_TRANSFER');
  assert.equal(guessPaidMethod('ONLINE_PAYMENT', { bank, hasProvider: true }), 'BANK_TRANSFER');
  assert.equal(guessPaidMethod('ONLINE_PAYMENT', { bank: null, hasProvider: false }), 'BANK_TRANSFER');
  assert.equal(guessPaidMethod('ONLINE_PAYMENT', { bank: null, hasProvider: true }), 'ONLINE_PAYMENT');
  assert.equal(guessPaidMethod('CASH', { bank, hasProvider: true }), 'CASH');
});
