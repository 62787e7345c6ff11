import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIncompleteErrors } from './find-incomplete.ts';
import {
  type Buyer,
  findMissingParticulars,
  type ParticularsOfInvoice,
  type Seller,
  toWarnings,
} from './find-missing.ts';
import { NO_PARTICULARS } from './particulars.ts';
import { type ParticularName, REQUIREMENTS } from './requirements.ts';

const INVOICE: ParticularsOfInvoice = {
  currency: 'EUR',
  total: 119_000_00,
  taxAmount: 19_000_00,
  taxes: [{ rate: 19 }],
  items: [{}, { sku: '998314' }],
  stage: null,
  notes: null,
  supplyDate: null,
  supplyPeriod: null,
};
const NOBODY = { ...NO_PARTICULARS, address: null, country: null, taxId: null, taxNumber: null };
const seller = (country: string, more: Partial<Seller> = {}): Seller => ({
  ...NOBODY,
  taxName: null,
  name: 'Studio',
  bank: null,
  country,
  ...more,
});
const buyer = (country: string | null, more: Partial<Buyer> = {}): Buyer => ({
  ...NOBODY,
  country,
  kind: 'company',
  ...more,
});

function missing(
  country: string,
  invoice: Partial<ParticularsOfInvoice> = {},
  account: Partial<Seller> = {},
  customer: Partial<Buyer> = {},
): ParticularName[] {
  const own = REQUIREMENTS.get(country)?.currency ?? REQUIREMENTS.get(country)?.small?.currency ?? 'EUR';
  const found = findMissingParticulars(
    { ...INVOICE, currency: own, ...invoice },
    seller(country, account),
    buyer(country, customer),
  );
  return [...new Set(found.map(({ name }) => name))];
}

/** Data that an invoice with nothing but names lacks. */
const BARE: Record<string, ParticularName[]> = {
  AE: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'customerTaxId'],
  AT: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'customerTaxId', 'supplyDate'],
  AU: ['sellerTaxId'],
  BE: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'customerTaxId'],
  CA: ['sellerTaxId'],
  CH: ['sellerAddress', 'sellerTaxId', 'customerAddress'],
  DE: ['sellerAddress', 'sellerTaxIdOrNumber', 'customerAddress', 'supplyDate'],
  ES: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'customerTaxId'],
  FR: [
    'sellerAddress',
    'sellerTaxId',
    'customerAddress',
    'sellerRegistration',
    'customerRegistration',
    'operationCategory',
  ],
  GB: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'supplyDate'],
  IE: ['sellerAddress', 'sellerTaxId', 'customerAddress'],
  IN: [
    ...(['sellerAddress', 'sellerTaxId', 'customerAddress', 'customerTaxId', 'customerRegion'] as const),
    ...(['itemCode', 'placeOfSupply'] as const),
  ],
  IT: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'customerTaxId'],
  JP: ['sellerTaxId', 'supplyDate'],
  LU: ['sellerAddress', 'sellerTaxId', 'customerAddress'],
  NL: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'sellerRegistration'],
  PL: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'customerTaxId'],
  PT: ['sellerAddress', 'sellerTaxId', 'customerAddress', 'customerTaxId'],
  US: [],
};

test('an invoice with names only lacks what the law of each country requires', () => {
  assert.deepEqual([...REQUIREMENTS.keys()].sort(), Object.keys(BARE).sort());
  for (const [country, names] of Object.entries(BARE)) assert.deepEqual(missing(country), names, country);
  for (const country of ['BR', '']) assert.deepEqual(missing(country), []);
});

test('an invoice with every particular lacks nothing in any country', () => {
  const place = { street: 'Weg 1', postalCode: '1', city: 'Ort', region: 'KA' };
  for (const country of REQUIREMENTS.keys()) {
    const taxId = country === 'JP' ? 'T1234567890123' : '1';
    const account = { ...place, taxId, registrationNumber: '1' };
    const customer = { ...place, taxId: '2', registrationNumber: '2' };
    const notes = 'Prestation de services';
    const invoice = { supplyDate: '2026-11-01', items: [{ sku: '998314' }], notes };
    assert.deepEqual(missing(country, invoice, account, customer), [], country);
  }
});

test('a particular may be given in more than one way', () => {
  const lacks = (name: ParticularName, ...args: Parameters<typeof missing>) =>
    missing(...args).includes(name);
  assert.ok(!lacks('sellerTaxIdOrNumber', 'DE', {}, { taxNumber: '12/345/67890' }));
  assert.ok(!lacks('sellerTaxIdOrNumber', 'DE', {}, { taxId: 'DE1' }));
  assert.ok(!lacks('sellerAddress', 'DE', {}, { address: 'Weg 1\nOrt' }));
  assert.ok(lacks('sellerAddress', 'DE', {}, { street: 'Weg 1' }), 'a street without a town');
  assert.ok(!lacks('supplyDate', 'DE', { supplyPeriod: { from: '2026-10-01', to: '2026-10-31' } }));
  assert.ok(lacks('sellerTaxId', 'JP', {}, { taxId: '1234567890123' }), 'not in the form of the country');
  assert.ok(!lacks('sellerTaxId', 'JP', {}, { taxId: 'T1-2345-6789-0123' }));
});

test('a small invoice, a person and a payment on account need less', () => {
  assert.deepEqual(missing('DE', { total: 250_00 }), ['sellerAddress']);
  assert.deepEqual(missing('DE', { total: 250_01 }), BARE.DE);
  assert.deepEqual(missing('DE', { total: 250_00, currency: 'USD' }), BARE.DE, 'in another currency');
  assert.deepEqual(missing('GB', { total: 250_00 }), ['sellerAddress', 'sellerTaxId', 'supplyDate']);
  assert.ok(!missing('AT', { total: 10_000_00 }).includes('customerTaxId'));
  assert.ok(missing('AT', { total: 10_000_01 }).includes('customerTaxId'));
  assert.ok(!missing('IT', {}, {}, { kind: 'person' }).includes('customerTaxId'));
  assert.ok(!missing('IT', {}, {}, { country: 'FR' }).includes('customerTaxId'), 'a customer abroad');
  assert.ok(missing('IN', { total: 49_999_99 }).includes('customerAddress'));
  assert.ok(!missing('IN', { total: 49_999_99 }, {}, { kind: 'person' }).includes('customerAddress'));
  assert.ok(!missing('DE', { stage: { index: 0 } }).includes('supplyDate'));
  assert.ok(missing('DE', { stage: { index: 2 }, isFinal: true }).includes('supplyDate'));
});

test('a seller needs a tax identifier only if it is taxed', () => {
  const taxed = (category?: ParticularsOfInvoice['taxes'][number]['category']) =>
    missing('FR', { taxAmount: 0, taxes: [{ rate: 0, ...(category && { category }) }] }).includes(
      'sellerTaxId',
    );
  assert.ok(!taxed());
  for (const category of ['small_business', 'exempt', 'out_of_scope'] as const) assert.ok(!taxed(category));
  for (const category of ['zero', 'export', 'reverse_charge', 'intra_eu'] as const)
    assert.ok(taxed(category));
});

test('Belgium, Italy and Spain require the tax identifier even if nothing is taxed', () => {
  for (const category of ['small_business', 'exempt', 'out_of_scope'] as const) {
    const free = { taxAmount: 0, taxes: [{ rate: 0, category }] };
    for (const country of ['BE', 'ES', 'IT']) {
      assert.ok(missing(country, free).includes('sellerTaxId'), `${country} ${category}`);
      assert.ok(!missing(country, free, { taxId: '1' }).includes('sellerTaxId'));
    }
    for (const country of ['FR', 'LU', 'PT']) assert.ok(!missing(country, free).includes('sellerTaxId'));
  }
});

test('an exemption of small businesses of which no law is known is reported with its source', () => {
  const free = { taxAmount: 0, taxes: [{ rate: 0, category: 'small_business' as const }] };
  for (const country of ['DE', 'IT', 'GB', 'AU', 'IN'])
    assert.ok(!missing(country, free).includes('smallBusinessLaw'), country);
  const [spain] = toWarnings(
    findMissingParticulars(
      { ...INVOICE, ...free },
      seller('ES', { address: 'x', taxId: 'x' }),
      buyer('FR', { address: 'x' }),
    ),
  );
  assert.deepEqual(spain, {
    path: '/items',
    message:
      'we know of no tax exemption of small businesses in ES (Ley 37/1992 del IVA): ask your tax adviser which category applies',
  });
  assert.deepEqual(missing('MX', free), ['smallBusinessLaw']);
});

test('an invoice from India whose place of supply is not known is reported', () => {
  const place = (account: Partial<Seller>, customer: Partial<Buyer>, more = {}) =>
    toWarnings(
      findMissingParticulars(
        { ...INVOICE, currency: 'INR', ...more },
        seller('IN', account),
        buyer('IN', customer),
      ),
    ).filter(({ message }) => message.includes('CGST and SGST'));
  const [known, kerala] = [{ taxId: '29AAPFU0939F1ZV' }, { region: 'Kerala' }];
  assert.deepEqual(place(known, kerala), []);
  assert.deepEqual(place(known, { country: 'AE' }), []);
  assert.deepEqual(place(known, { region: 'Cochin' }), [
    {
      path: '/customer/region',
      message:
        'the state of the account or of the customer is not known, so the tax is printed as CGST and SGST: invoices from IN must show it (IGST Act 2017, sections 7, 8, 10 and 12)',
    },
  ]);
  assert.equal(place({ taxId: '1' }, kerala)[0]?.path, '/account/region');
  assert.deepEqual(place({}, {}, { taxAmount: 0 }), []);
});

test('tax in a foreign currency is also stated in that of the country, in the notes', () => {
  const foreign = (more: Partial<ParticularsOfInvoice> = {}) =>
    missing('GB', { currency: 'EUR', ...more }).includes('nationalCurrency');
  assert.ok(foreign());
  assert.ok(!foreign({ notes: 'VAT 166.42 GBP' }));
  assert.ok(!foreign({ taxAmount: 0 }));
  assert.ok(!foreign({ currency: 'GBP' }));
});

test('a warning names the field and the law', () => {
  const found = findMissingParticulars(
    INVOICE,
    seller('IN', { address: 'x', taxId: 'x' }),
    buyer('AE', { address: 'x' }),
  );
  assert.deepEqual(toWarnings(found), [
    {
      path: '/items/0/sku',
      message:
        'the HSN or SAC code of the item (sku) is missing: invoices from IN must show it (CGST Rules 2017, rule 46)',
    },
  ]);
  const [tax] = toWarnings(
    findMissingParticulars({ ...INVOICE, currency: 'USD' }, seller('AU', { taxId: 'x' }), buyer(null)),
  );
  assert.match(
    tax?.message ?? '',
    /^the tax in AUD is missing: add it to the notes: invoices from AU must show it/,
  );
});

test('reverse charge needs both tax identifiers, and an intra-EU supply also its date', () => {
  const errors = (
    category: 'reverse_charge' | 'intra_eu' | 'export',
    more: Partial<ParticularsOfInvoice> = {},
  ) =>
    findIncompleteErrors(
      { ...INVOICE, taxes: [{ rate: 0, category }], ...more },
      { taxId: null },
      { taxId: ' ' },
    ).map(({ path }) => path);
  assert.deepEqual(errors('export'), []);
  assert.deepEqual(errors('reverse_charge'), ['/account/taxId', '/customer/taxId']);
  assert.deepEqual(errors('intra_eu'), ['/account/taxId', '/customer/taxId', '/supplyDate']);
  assert.deepEqual(errors('intra_eu', { supplyDate: '2026-11-01' }), ['/account/taxId', '/customer/taxId']);
  const named = { taxId: 'DE1' };
  assert.deepEqual(
    findIncompleteErrors({ ...INVOICE, taxes: [{ rate: 0, category: 'reverse_charge' }] }, named, named),
    [],
  );
});

test('a Swiss QR-bill needs the structured address of the account, whatever its country is', () => {
  const bank = { holder: null, iban: 'CH5800791123000889012', bic: null, name: null };
  const find = (account: Partial<Seller>, currency = 'CHF', total = 100) =>
    toWarnings(
      findMissingParticulars(
        { ...INVOICE, currency, total },
        seller('US', { bank, ...account }),
        buyer('US'),
      ),
    );
  const message =
    "the account's postal code, city or country is missing: without them the invoice has no Swiss QR-bill";
  assert.deepEqual(find({ address: 'Bahnhofstrasse 1\n8001 Zürich' }), [
    { path: '/account/postalCode', message },
  ]);
  assert.deepEqual(find({ postalCode: '8001', city: ' ' }), [{ path: '/account/city', message }]);
  assert.deepEqual(find({ postalCode: '8001', city: 'Zürich', country: null }), [
    { path: '/account/country', message },
  ]);
  assert.deepEqual(find({ postalCode: '8001', city: 'Zürich' }), []);
  assert.deepEqual(find({}, 'USD'), []);
  assert.deepEqual(find({}, 'EUR', 0), []);
  assert.deepEqual(find({ bank: { ...bank, iban: 'DE02120300000000202051' } }), []);
});
