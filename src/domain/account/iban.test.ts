import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { groupedIban, ibanProblem, isBic } from './iban.ts';

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
    assert.equal(ibanProblem(iban), undefined, iban);
    assert.equal(ibanProblem(groupedIban(iban).toLowerCase()), undefined, iban);
    assert.match(ibanProblem(iban.slice(0, -1)) ?? '', /characters \(it has/);
    assert.match(ibanProblem(`${iban}0`) ?? '', /characters \(it has/);
  }
  assert.equal(groupedIban('NO9386011117947'), 'NO93 8601 1117 947');
  assert.match(ibanProblem('US89370400440532013000') ?? '', /US does not/);
  for (const text of ['', 'DE', '12345678', 'DE89-3704-0044', 'ÄÖ89370400440532013000', 'DE89３704']) {
    assert.match(ibanProblem(text) ?? '', /must be an IBAN, such as/, text);
  }
});

test('a wrong or transposed character is detected', () => {
  const place = fc.nat({ max: 19 });
  fc.assert(
    fc.property(fc.constantFrom(...GOOD), place, fc.constantFrom(...'0123456789'), (iban, at, digit) => {
      const index = 2 + (at % (iban.length - 2));
      fc.pre(/\d/.test(iban.charAt(index)) && iban.charAt(index) !== digit);
      assert.ok(ibanProblem(iban.slice(0, index) + digit + iban.slice(index + 1)));
    }),
  );
  assert.match(ibanProblem('DE89370400440532031000') ?? '', /check digits/);
});

test('a BIC has 8 or 11 characters including a country', () => {
  for (const bic of ['COBADEFF', 'cobadeffxxx', 'ESSE SE SS', 'BYLADEM1001']) assert.ok(isBic(bic), bic);
  for (const bic of ['', 'COBADEF', 'COBADEFFX', 'COBA12FF', 'COBADEFFXXXX', 'COBADÉFF'])
    assert.ok(!isBic(bic), bic);
});
