import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAIN_IBAN, swissInvoice } from '../../../../test/fixtures/swiss-invoice.ts';
import { toBankText } from './bank-text.ts';
import { composeQrBill, formatBillAmount, formatQrBill, listBillAddress } from './qr-bill.ts';

function bill(options: Parameters<typeof swissInvoice>[0] = {}, amount = 194_975) {
  const { account, invoice } = swissInvoice(options);
  return composeQrBill(account, invoice, amount);
}

function lines(options: Parameters<typeof swissInvoice>[0] = {}, amount = 194_975): string[] {
  return formatQrBill(bill(options, amount) ?? assert.fail('no QR-bill')).split('\n');
}

test('the code has the elements of the guidelines, one per line', () => {
  const [head, creditor, ultimate, amount, debtor, rest] = [
    ...[
      [0, 4],
      [4, 11],
      [11, 18],
      [18, 20],
      [20, 27],
      [27, 40],
    ].map(([from, to]) => lines().slice(from, to)),
  ];
  assert.deepEqual(head, ['SPC', '0200', '1', 'CH4431999123000889012']);
  assert.deepEqual(creditor, ['S', 'Robert Schneider AG', 'Rue du Lac 1268', '', '2501', 'Biel', 'CH']);
  assert.deepEqual(ultimate, ['', '', '', '', '', '', '']);
  assert.deepEqual(amount, ['1949.75', 'CHF']);
  assert.deepEqual(debtor, [
    ...['S', 'Pia-Maria Rutschmann-Schnyder', 'Grosse Marktgasse 28', '', '9400', 'Rorschach', 'CH'],
  ]);
  assert.deepEqual(rest, ['QRR', bill()?.reference.text, 'INV-2026-00007', 'EPD']);
  const plain = lines({ account: { bank: { holder: 'Robert', iban: PLAIN_IBAN, bic: null, name: null } } });
  assert.equal(plain[5], 'Robert');
  assert.deepEqual(plain.slice(27, 29), [
    'SCOR',
    bill({ account: { bank: { holder: null, iban: PLAIN_IBAN, bic: null, name: null } } })?.reference.text,
  ]);
});

test('an incomplete debtor is left out, an incomplete creditor has no QR-bill', () => {
  for (const customer of [{ city: null }, { postalCode: ' ' }, { country: null }, { name: '株式会社' }]) {
    assert.deepEqual(lines({ customer }).slice(20, 27), ['', '', '', '', '', '', '']);
    assert.equal(bill({ customer })?.debtor, null);
  }
  for (const account of [
    { city: null },
    { postalCode: null },
    { country: null },
    { name: '株式会社' },
    { bank: null },
  ]) {
    assert.equal(bill({ account }), null);
  }
  assert.equal(lines({ account: { street: null } })[6], '');
});

test('currencies other than francs and euros, foreign IBANs and amounts out of range have no QR-bill', () => {
  assert.equal(bill({ quote: { currency: 'USD' } }), null);
  assert.ok(bill({ quote: { currency: 'EUR' } }));
  assert.equal(
    bill({ account: { bank: { holder: null, iban: 'DE02120300000000202051', bic: null, name: null } } }),
    null,
  );
  assert.equal(bill({ account: { bank: { lines: ['CH44 3199 9123 0008 8901 2'] } } }), null);
  assert.equal(bill({}, 0), null);
  assert.equal(bill({}, 100_000_000_000), null);
  assert.equal(lines({}, 99_999_999_999)[18], '999999999.99');
  assert.equal(lines({}, 5)[18], '0.05');
});

test('texts keep to the character set and the lengths of the standard', () => {
  assert.equal(
    toBankText('Łódź „Ost“ – Šárka’s\u00a0Ţară №\u00a07\nﬁ ệ 株\u202e!', 70),
    `Łódź "Ost" - Šárka's Ţară No 7 fi e .!`,
  );
  assert.equal(toBankText('  株式 …  ', 70), '');
  assert.equal(toBankText(`${'a'.repeat(69)} b`, 70), 'a'.repeat(69));
  const long = {
    name: 'Ä'.repeat(200),
    street: 'Ö'.repeat(200),
    postalCode: 'CH-8001',
    city: 'Ü'.repeat(50),
  };
  const found = lines({ account: long, customer: long });
  assert.ok(found.every((line) => [...line].length <= 70));
  assert.equal(found[8], '8001');
  assert.equal(found[9], 'Ü'.repeat(35));
  const longest = { account: long, customer: long, quote: {} };
  const source = swissInvoice(longest);
  const text = formatQrBill(
    composeQrBill(source.account, { ...source.invoice, number: 'É'.repeat(140) }, 1) ?? assert.fail(),
  );
  assert.ok(new TextEncoder().encode(text).length <= 997);
  assert.equal(text.split('\n').length, 31);
});

test('amounts and addresses are printed as in the style guide', () => {
  assert.equal(formatBillAmount(194_975), '1 949.75');
  assert.equal(formatBillAmount(5), '0.05');
  assert.equal(formatBillAmount(99_999_999_999), '999 999 999.99');
  assert.deepEqual(listBillAddress(bill()?.creditor ?? assert.fail()), [
    'Robert Schneider AG',
    'Rue du Lac 1268',
    '2501 Biel',
  ]);
  const abroad = bill({ customer: { country: 'DE', postalCode: '10115', city: 'Berlin', street: null } });
  assert.deepEqual(listBillAddress(abroad?.debtor ?? assert.fail()).slice(1), ['DE-10115 Berlin']);
});
