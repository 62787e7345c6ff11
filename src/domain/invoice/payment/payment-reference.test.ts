import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeMod97 } from '../../account/iban.ts';
import { newId } from '../../ids.ts';
import {
  addCreditorCheckDigits,
  addQrCheckDigit,
  createPaymentReference,
  formatReference,
  isCreditorReference,
  isQrIban,
  isQrReference,
  parseReference,
} from './payment-reference.ts';

const QR_IBAN = 'CH4431999123000889012';
const IBAN = 'CH5800791123000889012';

test('check digits are those of the published examples', () => {
  assert.equal(addQrCheckDigit('21000000000313947143000901'), '210000000003139471430009017');
  assert.ok(isQrReference('000000000000000000000000000'));
  assert.equal(addCreditorCheckDigits('539007547034'), 'RF18539007547034');
  assert.equal(addCreditorCheckDigits('2348236'), 'RF332348236');
  assert.equal(addCreditorCheckDigits('G72UUR'), 'RF45G72UUR');
  assert.ok(isCreditorReference('RF712348231'));
  for (const wrong of [
    'RF19539007547034',
    'RF18',
    `RF18${'1'.repeat(22)}`,
    'XX18539007547034',
    'rf18539007547034',
  ]) {
    assert.ok(!isCreditorReference(wrong), wrong);
  }
  assert.ok(!isQrReference('210000000003139471430009018'));
  assert.ok(!isQrReference('21000000000313947143000901'));
});

test('references are printed in the groups of the guidelines', () => {
  assert.equal(
    formatReference({ kind: 'QRR', text: '210000000003139471430009017' }),
    '21 00000 00003 13947 14300 09017',
  );
  assert.equal(formatReference({ kind: 'SCOR', text: 'RF18539007547034' }), 'RF18 5390 0754 7034');
});

test('a QR-IBAN has an institution identifier from 30000 to 31999', () => {
  for (const iban of [QR_IBAN, 'CH0030000000000000000', 'LI0031999000000000000']) assert.ok(isQrIban(iban));
  for (const iban of [IBAN, 'CH0032000000000000000', 'CH0029999000000000000', 'DE0030000000000000000']) {
    assert.ok(!isQrIban(iban), iban);
  }
});

test('a changed digit never has the same check digits', () => {
  const digits = fc.stringMatching(/^\d{26}$/);
  fc.assert(
    fc.property(digits, fc.nat(25), fc.integer({ min: 1, max: 9 }), (text, place, difference) => {
      const reference = addQrCheckDigit(text);
      const digit = (Number(reference[place]) + difference) % 10;
      assert.ok(isQrReference(reference));
      assert.ok(!isQrReference(reference.slice(0, place) + digit + reference.slice(place + 1)));
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{1,21}$/), (text) => {
      const reference = addCreditorCheckDigits(text);
      assert.equal(computeMod97(reference), 1);
      assert.ok(isCreditorReference(reference));
    }),
  );
});

test('a reference leads back to its invoice, and no other one of the same millisecond has it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 42 - 1 }), fc.constantFrom(QR_IBAN, IBAN), (time, iban) => {
      const [first, second] = [newId('inv', time), newId('inv', time)];
      const { kind, text } = createPaymentReference(iban, first);
      assert.equal(kind, iban === QR_IBAN ? 'QRR' : 'SCOR');
      assert.equal(text.length, kind === 'QRR' ? 27 : 16);
      const range = parseReference(text);
      assert.ok(range && range.from <= first && first < range.to && first.endsWith(range.ending), text);
      assert.deepEqual(parseReference(formatReference({ kind, text }).toLowerCase()), range);
      assert.notEqual(createPaymentReference(iban, second).text, text);
    }),
  );
});

test('references of others are not ours', () => {
  for (const text of [
    '',
    '210000000003139471430009017',
    'RF18539007547034000000000',
    'INV-2026-00007',
    '7',
  ]) {
    assert.equal(parseReference(text), undefined, text);
  }
});
