import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorPaths } from '../support/api/quotes.ts';
import { describeService } from '../support/service/service.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const SETTINGS = {
  name: 'Studio Lindqvist',
  address: 'Storgatan 1\nStockholm',
  country: 'SE',
  taxId: 'SE556677889901',
  email: 'hello@lindqvist.example',
  phone: '+46 8 123 456',
  website: 'https://lindqvist.example',
  logo: PIXEL,
  accentColor: '#aa0033',
  currency: 'SEK',
  locale: 'sv-SE',
  timeZone: 'Europe/Stockholm',
  paperSize: 'A4',
  quoteNumberFormat: 'OFF-{year}-{seq:4}',
  invoiceNumberFormat: '{seq}',
  defaultTerms: '30 dagar',
  validityDays: 14,
  replyTo: 'sales@lindqvist.example',
  reminderDays: 3,
  taxName: 'IGIC',
  taxIdLabel: 'NIF',
  secondLanguage: 'ar',
  expiringDays: 5,
  requireTwoStep: false,
  street: 'Storgatan 1',
  street2: 'Plan 2',
  postalCode: '111 22',
  city: 'Stockholm',
  region: 'Stockholms län',
  contactName: 'Astrid Lindqvist',
  registrationNumber: '556677-8899',
  taxNumber: '123/456/78901',
  invoiceTerms: 'Betalas inom 30 dagar',
  eInvoice: 'peppol',
  creditNoteNumberFormat: 'KN-{seq}',
  zeroTaxCategory: 'exempt',
  defaultTaxRate: 25,
  pricesIncludeTax: true,
  invoiceOnAcceptance: true,
  retentionYears: 12,
  recurringInvoices: 'issue',
  proposals: 'prices',
  programsMayAccept: true,
  paymentTermDays: 14,
  defaultPaymentMethod: 'BANK_TRANSFER',
  registrations: [{ label: 'Registro Mercantil', value: 'GC-1234' }],
  bank: { holder: 'Lindqvist AB', iban: 'SE4550000000058398257466', bic: 'ESSESESS', name: 'SEB' },
  electronicAddress: { scheme: '0007', id: '5566778899' },
  approval: { totalFrom: 1_000_000, discountFrom: 12.5, marginBelow: 20, madeByKeys: true },
  accounting: {
    chart: 'skr04',
    revenueAccounts: [
      { rate: 19, category: 'standard', account: '44000', taxKey: '9', taxType: '19%' },
      { rate: 0, category: 'export', account: '41200', taxKey: null, taxType: null },
    ],
    ...{
      accountLength: 5,
      firstDebtorNumber: 100_000,
      adviserNumber: 1001,
      clientNumber: 1,
      fiscalYearStart: 7,
    },
  },
  acceptanceFields: [{ key: 'start', label: 'Begin?', kind: 'date', required: false }],
};

const WRONG: Record<string, unknown[]> = {
  name: ['', '   ', null, 5, 'x'.repeat(201)],
  email: ['nobody', 'a@b, c@d', ''],
  website: ['ftp://x.example', 'javascript:alert(1)', 'nonsense'],
  logo: [
    'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    'https://x.example/logo.png',
    'data:image/png;base64,AAAA',
  ],
  accentColor: ['red', '#fff', '#12345g', null],
  currency: ['sek', 'XXXX', null],
  locale: ['swedish language', null],
  timeZone: ['Mars/Olympus', '', null],
  paperSize: ['A5'],
  quoteNumberFormat: ['Q-{year}', '{seq}{seq}', '{seq:0}', '{SEQ}', 'x'.repeat(60), null, '{seq}\n'],
  invoiceNumberFormat: ['{number}', ''],
  validityDays: [0, -1, 1.5, 3651, null],
  reminderDays: [0, 366, 'x'],
  taxName: ['x'.repeat(41), 5],
  taxIdLabel: ['x'.repeat(41), 5],
  registrations: [null, 'x', Array(9).fill({ label: 'x', value: 'x' })],
  bank: ['DE89370400440532013000', 5, []],
  secondLanguage: ['arabic', 'xx', 5, ''],
  expiringDays: [0, 366, 1.5, null, 'x'],
  requireTwoStep: [null, 'x', 1],
  street: ['x'.repeat(201), 5],
  postalCode: ['x'.repeat(21)],
  electronicAddress: ['0007:1', 5],
  eInvoice: ['none', 'pdf', ''],
  creditNoteNumberFormat: ['{number}', '', null],
  zeroTaxCategory: ['standard', 'none', 0],
  defaultTaxRate: [-1, 100.5, 1.00001, '19'],
  pricesIncludeTax: [null, 'yes', 1],
  invoiceOnAcceptance: [null, 'yes', 1],
  approval: [true, 'all', 5],
  retentionYears: [0, 31, 1.5, 'ten'],
  recurringInvoices: ['paid', '', 1, true],
  country: ['Sweden', 'se'],
  unknown: [1],
};

describeService((service) => {
  test('GET returns every setting; PATCH changes them and returns them', async () => {
    const api = await service().newAccount();
    const { body: before } = await api.get('/account');
    assert.deepEqual(Object.keys(before), [
      ...['id', 'kind', ...Object.keys(SETTINGS), 'closedAt', 'createdAt', 'updatedAt'],
    ]);
    assert.equal(before.kind, 'test');
    service().clock.advance(1000);
    const { status, body } = await api.patch('/account', SETTINGS);
    assert.equal(status, 200);
    assert.deepEqual(body, { ...before, ...SETTINGS, updatedAt: new Date(service().clock()).toISOString() });
    assert.deepEqual((await api.get('/account')).body, body);
    assert.deepEqual((await api.patch('/account', {})).body, body);
    assert.deepEqual((await api.patch('/account', body)).body, body, 'a response can be sent back');
  });

  test('null clears optional fields', async () => {
    const api = await service().newAccount();
    await api.patch('/account', SETTINGS);
    const cleared = Object.fromEntries(
      [
        ...['address', 'country', 'taxId', 'email', 'phone', 'website', 'logo', 'paperSize'],
        ...['defaultTerms', 'replyTo', 'reminderDays', 'taxName', 'taxIdLabel', 'bank', 'secondLanguage'],
        ...['street', 'street2', 'postalCode', 'city', 'region', 'contactName', 'electronicAddress'],
        ...[
          'registrationNumber',
          'taxNumber',
          'invoiceTerms',
          'eInvoice',
          'zeroTaxCategory',
          'defaultTaxRate',
          'defaultPaymentMethod',
        ],
      ].map((field) => [field, null]),
    );
    const { status, body } = await api.patch('/account', cleared);
    assert.equal(status, 200);
    assert.deepEqual({ ...body, ...cleared }, body);
  });

  for (const [field, values] of Object.entries(WRONG)) {
    test(`rejects an invalid ${field}`, async () => {
      const { automation } = service();
      for (const value of values) {
        const reply = await automation.patch('/account', { [field]: value });
        assert.deepEqual(errorPaths(reply), [`/${field}`], JSON.stringify(value));
      }
    });
  }

  test('an incomplete registration is rejected, and an account of an earlier version is returned with every field', async () => {
    const api = await service().newAccount();
    const registrations = [{ label: 'x' }, { label: ' ', value: 'x' }, { label: 'x', value: 'x', more: 1 }];
    assert.deepEqual(errorPaths(await api.patch('/account', { registrations })).sort(), [
      '/registrations/0/value',
      '/registrations/1/label',
      '/registrations/2/more',
    ]);
    const { body } = await api.get('/account');
    const { taxName, taxIdLabel, registrations: none, bank, secondLanguage, ...earlier } = body;
    assert.deepEqual([taxName, taxIdLabel, none, bank, secondLanguage], [null, null, [], null, null]);
    await service().db.write((tx) =>
      tx.run('UPDATE accounts SET doc = ? WHERE id = ?', JSON.stringify(earlier), api.accountId),
    );
    assert.deepEqual((await api.get('/account')).body, body);
  });

  test('an IBAN is validated, accepted with spaces and stored without; other bank details are free text', async () => {
    const api = await service().newAccount();
    const put = async (bank: unknown) => (await api.patch('/account', { bank })).body.bank;
    assert.deepEqual(await put({ iban: ' de89 3704 0044 0532 0130 00 ', bic: 'coba de ff xxx' }), {
      ...{ holder: null, iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', name: null },
    });
    const lines = ['Sort code 20-00-00', 'Account 55779911', '<b>#let x = 1</b>', '\u202e\u05d0 1', '5', '6'];
    assert.deepEqual(await put({ lines }), { lines });
    assert.deepEqual((await api.get('/account')).body.bank, { lines });

    const wrong: [bank: unknown, ...paths: string[]][] = [
      [{}, '/bank/iban'],
      [{ iban: 'DE89370400440532013001' }, '/bank/iban'],
      [{ iban: 'DE8937040044053201300' }, '/bank/iban'],
      [{ iban: 'US89370400440532013000' }, '/bank/iban'],
      [{ iban: 'DE89370400440532013000', bic: 'COBADEFFX', more: 1 }, '/bank/bic', '/bank/more'],
      [{ iban: 'DE89370400440532013000', holder: 'x'.repeat(141), name: 5 }, '/bank/holder', '/bank/name'],
      [{ lines: [] }, '/bank/lines'],
      [{ lines: [...lines, '7'] }, '/bank/lines'],
      [{ lines: ['a', ' ', 'x'.repeat(101)] }, '/bank/lines/1', '/bank/lines/2'],
      [{ lines: ['a'], iban: 'DE89370400440532013000' }, '/bank/iban'],
    ];
    for (const [bank, ...paths] of wrong) {
      const reply = await api.patch('/account', { bank });
      assert.deepEqual(errorPaths(reply).sort(), paths, JSON.stringify(bank));
    }
    const [error] = (await api.patch('/account', { bank: { iban: 'DE8937040044053201300' } })).body.errors;
    assert.match(error.message, /an IBAN of DE has 22 characters \(it has 21\)/);
    assert.deepEqual((await api.get('/account')).body.bank, { lines });
    assert.equal(await put(null), null);
  });

  test('kind and id cannot be changed', async () => {
    const api = await service().newAccount();
    const { body: before } = await api.get('/account');
    const { status, body } = await api.patch('/account', { kind: 'live', id: 'acc_x', createdAt: 'x' });
    assert.equal(status, 200);
    assert.deepEqual(body, before);
  });
});
