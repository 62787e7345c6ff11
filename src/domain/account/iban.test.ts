import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findIbanError, formatIban, isBic } from './iban.ts';

const GOOD = [
  'DE89370400440532013000',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
  'SA0380000000608010167519',
  'RU0204452560040702810412345678901',
  'XK051212012345678906',
];

test('an IBAN is validated by country, length and check digits', () => {
  for (const iban of GOOD) {
    assert.equal(findIbanError(iban), undefined, iban);
    assert.equal(findIbanError(formatIban(iban).toLowerCase()), undefined, iban);
    assert.match(findIbanError(iban.slice(0, -1)) ?? '', /characters \(it has/);
    assert.match(findIbanError(`${iban}0`) ?? '', /characters \(it has/);
  }
  assert.equal(formatIban('NO9386011117947'), 'NO93 8601 1117 947');
  assert.match(findIbanError('US89370400440532013000') ?? '', /US does not/);
  for (const text of ['', 'DE', '12345678', 'DE89-3704-0044', 'ÄÖ89370400440532013000', 'DE89３704']) {
    assert.match(findIbanError(text) ?? '', /must be an IBAN, such as/, text);
  }
});

test('a wrong or transposed character is detected', () => {
  const place = fc.nat({ max: 19 });
  fc.assert(
    fc.property(fc.constantFrom(...GOOD), place, fc.constantFrom(...'0123456789'), (iban, at, digit) => {
      const index = 2 + (at % (iban.length - 2));
      fc.pre(/\d/.test(iban.charAt(index)) && iban.charAt(index) !== digit);
      assert.ok(findIbanError(iban.slice(0, index) + digit + iban.slice(index + 1)));
    }),
  );
  assert.match(findIbanError('DE89370400440532031000') ?? '', /check digits/);
});

test('a BIC has 8 or 11 characters including a country', () => {
  for (const bic of ['COBADEFF', 'cobadeffxxx', 'ESSE SE SS', 'BYLADEM1001']) assert.ok(isBic(bic), bic);
  for (const bic of ['', 'COBADEF', 'COBADEFFX', 'COBA12FF', 'COBADEFFXXXX', 'COBADÉFF'])
    assert.ok(!isBic(bic), bic);
});
