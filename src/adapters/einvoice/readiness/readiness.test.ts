import assert from 'node:assert/strict';
import { test } from 'node:test';
import { E_INVOICE } from '../../../../test/fixtures/einvoice.ts';
import type { XmlFormat } from '../../../domain/account/particulars/einvoice.ts';
import type { ElectronicAddressScheme } from '../../../domain/account/particulars/electronic-address.ts';
import type { TaxCategory } from '../../../domain/tax/tax-category.ts';
import type { EInvoiceSource } from '../source.ts';
import { findGaps, findPartyGaps } from './readiness.ts';

type Change = { [Part in 'account' | 'customer' | 'invoice']?: Partial<EInvoiceSource[Part]> };

function change({ account, customer, invoice }: Change = {}): EInvoiceSource {
  return {
    ...E_INVOICE,
    account: { ...E_INVOICE.account, ...account },
    customer: { ...E_INVOICE.customer, ...customer },
    invoice: { ...E_INVOICE.invoice, ...invoice },
  };
}

/** Returns `path term problem` of each gap. */
function gaps(format: XmlFormat, changed: Change = {}): string[] {
  return findGaps(change(changed), format).map(({ path, term, problem }) => `${path} ${term} ${problem}`);
}

const zeroRated = (category?: TaxCategory) => ({
  items: [
    {
      ...{ id: 'itm_1', description: 'Work', quantity: 1, unitPrice: 1000, amount: 1000, taxRate: 0 },
      ...(category && { taxCategory: category }),
    },
  ],
  taxes: [{ rate: 0, net: 1000, tax: 0, ...(category && { category }) }],
});

test('a complete invoice has no gaps', () => {
  for (const format of ['cii', 'ubl', 'xrechnung'] as const) assert.deepEqual(gaps(format), [], format);
  const electronicAddress = { scheme: '9930', id: 'DE298114302' } as const;
  assert.deepEqual(gaps('peppol', { account: { electronicAddress } }), []);
});

test('EN 16931 needs the countries, and nothing else of the addresses', () => {
  const empty = { street: null, city: null, postalCode: null, address: null, electronicAddress: null };
  assert.deepEqual(gaps('cii', { account: empty, customer: { ...empty, buyerReference: null } }), []);
  assert.deepEqual(gaps('cii', { account: { country: null }, customer: { country: 'QQ' } }), [
    '/account/country BT-40 required',
    '/customer/country BT-55 required',
  ]);
});

test('XRechnung needs addresses, a contact, a buyer reference and electronic addresses', () => {
  const empty = { city: null, postalCode: ' ', electronicAddress: null };
  const found = gaps('xrechnung', {
    account: { ...empty, contactName: null, phone: '-', email: null },
    customer: { ...empty, buyerReference: null },
    invoice: { reference: null },
  });
  assert.deepEqual(found, [
    '/account/city BT-37 required',
    '/account/postalCode BT-38 required',
    '/account/contactName BT-41 required',
    '/account/phone BT-42 too_few_digits',
    '/account/email BT-43 required',
    '/customer/city BT-52 required',
    '/customer/postalCode BT-53 required',
    '/customer/buyerReference BT-10 required',
    '/account/electronicAddress BT-34 required',
    '/customer/electronicAddress BT-49 required',
  ]);
  assert.deepEqual(gaps('xrechnung', { customer: { buyerReference: null } }), []);
});

test('an electronic address needs a scheme of the format and an identifier of the scheme', () => {
  const seller = (scheme: ElectronicAddressScheme, id: string) => ({
    account: { electronicAddress: { scheme, id } },
  });
  const wrong = ['/account/electronicAddress BT-34 unknown_address'];
  assert.deepEqual(gaps('peppol', seller('EM', 'a@b.example')), wrong);
  assert.deepEqual(gaps('ubl', seller('EM', 'a.example')), wrong);
  for (const [scheme, right, off] of [
    ['0088', '4012345000009', '4012345000008'],
    ['0192', '974760673', '974760674'],
    ['0208', '0471811661', '0471811662'],
    ['0007', '5560360793', '5560360794'],
    ['0151', '51824753556', '51824753557'],
    ['0184', 'DK12345678', '1234567'],
  ] as const) {
    assert.deepEqual(gaps('peppol', seller(scheme, right)), [], right);
    assert.deepEqual(gaps('peppol', seller(scheme, off)), wrong, off);
  }
});

test('each category needs its tax identifiers', () => {
  const need = (category: TaxCategory, account: Change['account'], customer: Change['customer'] = {}) =>
    gaps('ubl', { account, customer, invoice: zeroRated(category) });
  const number = { taxId: null, registrationNumber: null };
  assert.deepEqual(need('exempt', { ...number }), []);
  assert.deepEqual(need('zero', { ...number, taxNumber: null }), ['/account/taxId BT-31 required']);
  assert.deepEqual(need('export', { ...number }), ['/account/taxId BT-31 required']);
  assert.deepEqual(need('export', {}), []);
  assert.deepEqual(need('reverse_charge', {}), ['/customer/taxId BT-48 required']);
  assert.deepEqual(need('reverse_charge', {}, { taxId: '12-3456' }), ['/customer/taxId BT-48 not_a_vat_id']);
  assert.deepEqual(need('intra_eu', {}, { taxId: 'FR40303265045' }), []);
  assert.deepEqual(need('zero', { taxId: '12-3456789' }), ['/account/taxId BT-31 not_a_vat_id']);
  assert.deepEqual(need('out_of_scope', { taxNumber: null, registrationNumber: null }), [
    '/account/registrationNumber BT-30 required',
  ]);
});

test('a supply within the EU needs its date or period', () => {
  const found = (period: Partial<EInvoiceSource['invoice']>) =>
    gaps('ubl', { customer: { taxId: 'FR40303265045' }, invoice: { ...zeroRated('intra_eu'), ...period } });
  assert.deepEqual(found({ supplyDate: null }), ['/supplyDate BT-72 required']);
  const supplyPeriod = { from: '2026-02-01', to: '2026-02-28' };
  assert.deepEqual(found({ supplyDate: null, supplyPeriod }), []);
});

test('an item without tax must say why, and one outside the scope of VAT stands alone', () => {
  assert.deepEqual(gaps('ubl', { invoice: zeroRated() }), ['/items/0/taxCategory BT-151 no_tax_category']);
  const { items, taxes } = E_INVOICE.invoice;
  const other = zeroRated('out_of_scope');
  const mixed = { items: [...items, ...other.items], taxes: [...taxes, ...other.taxes] };
  assert.deepEqual(gaps('ubl', { invoice: mixed }), ['/items BT-151 mixed_tax_scope']);
});

test('a bank transfer needs an account number', () => {
  const missing = ['/account/bank BT-84 required'];
  assert.deepEqual(gaps('cii', { account: { bank: null } }), missing);
  assert.deepEqual(gaps('cii', { account: { bank: { lines: ['Account 1'] } } }), missing);
  assert.deepEqual(gaps('cii', { account: { bank: null }, invoice: { paymentMethod: 'CASH' } }), []);
});

test('currencies with three decimals, and codes that receivers do not know, cannot be used', () => {
  for (const currency of ['KWD', 'CLF', 'HRK']) {
    assert.deepEqual(gaps('cii', { invoice: { currency } }), ['/currency BT-5 unsupported_currency']);
  }
});

test('a tax that is 1.00 or more off rate × net cannot be written', () => {
  const tax = (tax: number, currency = 'EUR', rate = 19) =>
    gaps('cii', { invoice: { currency, taxes: [{ rate, net: 10_000, tax }] } });
  const off = ['/taxes BT-117 tax_difference'];
  assert.deepEqual(tax(1999), []);
  assert.deepEqual(tax(2000), off);
  assert.deepEqual(tax(1801), []);
  assert.deepEqual(tax(1800), off);
  assert.deepEqual(tax(1901, 'JPY'), off);
  assert.deepEqual(tax(1900, 'JPY'), []);
  // Receivers round the rate to 0 and expect no tax.
  assert.deepEqual(tax(40, 'EUR', 0.4), []);
  assert.deepEqual(gaps('cii', { invoice: { taxes: [{ rate: 0.4, net: 20_000, tax: 80 }] } }), off);
});

test('a description that XML cannot contain is missing', () => {
  const [first] = E_INVOICE.invoice.items;
  assert.ok(first);
  const items = [{ ...first, description: '\u0001' }];
  assert.deepEqual(gaps('cii', { invoice: { items } }), ['/items/0/description BT-153 required']);
});

test('Peppol has further rules for sellers of some countries', () => {
  const peppol = (
    account: Change['account'],
    customer: Change['customer'] = {},
    invoice: Change['invoice'] = {},
  ) =>
    gaps('peppol', {
      account: { electronicAddress: { scheme: '0088', id: '4012345000009' }, taxNumber: null, ...account },
      customer,
      invoice,
    });
  assert.deepEqual(peppol({ country: 'GR', taxId: 'EL123456789' }), [
    '/account/country BT-40 unsupported_country',
  ]);
  assert.deepEqual(peppol({ country: 'DK' }), ['/account/registrationNumber BT-30 national_rule']);
  assert.deepEqual(peppol({ country: 'NL' }), ['/account/registrationNumber BT-30 national_rule']);
  const dutch = { country: 'NL', registrationNumber: '12345678' };
  assert.deepEqual(peppol(dutch, { country: 'NL', street: null }, { paymentMethod: 'CASH' }), [
    '/customer/street BT-50 required',
    '/paymentMethod BT-81 national_rule',
  ]);
  const swede = { country: 'SE', taxId: 'SE556036079301', registrationNumber: '556036-0793' };
  assert.deepEqual(peppol(swede), ['/taxes BT-119 national_rule']);
  assert.deepEqual(peppol({ ...swede, taxNumber: '1' }, {}, zeroRated('zero')), [
    '/account/taxNumber BT-32 national_rule',
  ]);
  assert.deepEqual(peppol({ country: 'NO', taxId: 'NO974760673' }), ['/account/taxId BT-31 national_rule']);
  assert.deepEqual(peppol({ country: 'IT', taxId: 'IT00743110157', street: null, address: null }), [
    '/account/street BT-35 required',
  ]);
  const icelander = { country: 'IS', registrationNumber: '550169-2829' };
  assert.deepEqual(peppol(icelander, { country: 'IS' }), [
    '/customer/registrationNumber BT-47 national_rule',
  ]);
});

test('the parties are checked before there is an invoice', () => {
  const { account, customer } = change({
    account: { taxId: '30/123' },
    customer: { city: null, buyerReference: null },
  });
  assert.deepEqual(
    findPartyGaps({ account, customer }, 'xrechnung').map(({ path }) => path),
    ['/customer/city', '/customer/buyerReference', '/account/taxId'],
  );
  assert.deepEqual(findPartyGaps(E_INVOICE, 'xrechnung'), []);
});
