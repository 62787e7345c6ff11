import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '../../src/domain/account/import/csv.ts';
import { ok } from '../support/api/customer.ts';
import { draftInvoice, errorPaths, issuedInvoice } from '../support/api/quotes.ts';
import { readDatevFile } from '../support/books/datev-file.ts';
import { readXeroFile } from '../support/books/xero-file.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const ACCOUNTING = {
  chart: 'skr03',
  adviserNumber: 29_098,
  clientNumber: 55_003,
  firstDebtorNumber: 10_000,
  revenueAccounts: [
    { rate: 19, account: '8400', taxType: '19% (VAT on Income)' },
    { rate: 7, account: '8300', taxKey: '2', taxType: '7% (VAT on Income)' },
    { rate: 0, category: 'intra_eu', account: '8125', taxType: 'Zero Rated EC Goods' },
    { rate: 0, category: null, account: '8200', taxType: 'No VAT' },
  ],
};
const SELLER = { country: 'DE', taxId: 'DE298114302', timeZone: 'Europe/Berlin' };
const item = (unitPrice: number, taxRate: number, more: object = {}) => ({
  ...{ description: 'Work', quantity: 1, unitPrice, taxRate },
  ...more,
});

/** The bytes of a file that is not UTF-8. */
async function download(api: TestAccount, url: string, path: string): Promise<Uint8Array> {
  const headers = { Authorization: `Bearer ${api.key}` };
  const reply = await fetch(`${url}/api/v1${path}`, { headers });
  assert.equal(reply.status, 200, path);
  return new Uint8Array(await reply.arrayBuffer());
}

async function journal(api: Client, query: string): Promise<Record<string, string>[]> {
  const { status, text } = await api.get(`/exports/journal?${query}`);
  assert.equal(status, 200, text);
  const [heading, ...rows] = [...parseCsv(text)].filter((row) => row !== undefined);
  return rows.map(({ cells }) => Object.fromEntries(cells.map((cell, n) => [heading?.cells[n] ?? '', cell])));
}

const dataErrors = ({ status, body }: { status: number; body: Json }) => {
  assert.deepEqual([status, body.code], [409, 'export_incomplete']);
  return body.errors.map(({ path }: { path: string }) => path);
};

describeService((service, isFirstEngine) => {
  const month = () => new Date(service().clock()).toISOString().slice(0, 7);
  const datev = async (api: TestAccount, query = `month=${month()}`) =>
    readDatevFile(await download(api, service().url, `/exports/datev?${query}`));

  test('a journal has a row per rate and category, and credits are negative', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { ...SELLER, accounting: ACCOUNTING }));
    await api.put('/customers/cus_m', { name: 'Müller; Söhne', country: 'AT', taxId: 'ATU12345678' });
    const items = [item(10_000, 19), item(5_000, 7), item(1_000, 0)];
    await draftInvoice(api, { items });
    const invoice = await issuedInvoice(api, { customerId: 'cus_m', items });
    const note = ok(await api.post(`/invoices/${invoice.id}/credit`, { amount: 1_725 }));
    const rows = await journal(api, `month=${month()}`);
    const shared = {
      customerId: 'cus_m',
      customerName: 'Müller; Söhne',
      debtorNumber: '10000',
      country: 'AT',
    };
    const document = (number: string, kind: string, dueDate: string) => ({
      ...{ number, kind, issueDate: invoice.issueDate, dueDate, ...shared, taxId: 'ATU12345678' },
      currency: 'EUR',
    });
    const first = document(invoice.number, 'INVOICE', invoice.dueDate);
    assert.deepEqual(rows.slice(0, 3), [
      { ...first, rate: '0', category: '', net: '10.00', tax: '0.00', gross: '10.00', account: '8200' },
      {
        ...first,
        rate: '7',
        category: 'standard',
        net: '50.00',
        tax: '3.50',
        gross: '53.50',
        account: '8300',
      },
      {
        ...first,
        rate: '19',
        category: 'standard',
        net: '100.00',
        tax: '19.00',
        gross: '119.00',
        account: '8400',
      },
    ]);
    const credited = rows.slice(3);
    assert.deepEqual([...new Set(credited.map(({ number }) => number))], [note.number]);
    assert.deepEqual(
      credited.map(({ gross }) => gross),
      ['-0.94', '-5.06', '-11.25'],
    );
    assert.ok(credited.every(({ kind, dueDate }) => kind === 'CREDIT_NOTE' && dueDate === ''));
    assert.deepEqual(await journal(api, 'from=2001-01-01&to=2001-12-31'), []);
    const query = (value: string) => api.get(`/exports/journal${value}`);
    assert.deepEqual(errorPaths(await query('')), ['/month']);
    assert.deepEqual(errorPaths(await query('?from=2026-01-01')), ['/to']);
    assert.deepEqual(errorPaths(await query('?from=2026-01-02&to=2026-01-01')), ['/to']);
    assert.deepEqual(errorPaths(await query('?month=2026-01&from=2026-01-02&to=2026-01-03')), ['/month']);
    const both = await query('?month=2026-01&from=2026-01-02');
    assert.deepEqual(errorPaths(both), ['/month', '/to']);
    assert.doesNotMatch(both.text, /not a known parameter/);
    assert.deepEqual(errorPaths(await query('?month=2026-13&currency=EUR')), ['/currency', '/month']);
    assert.equal((await api.get('/exports/sage?month=2026-01')).status, 404);
    assert.equal((await api.request('HEAD', '/exports/journal?month=2026-01')).status, 200);
  });

  test('a file for DATEV keeps the published rules, and says what the documents say', async () => {
    const api = await service().newAccount();
    ok(
      await api.patch('/account', {
        ...SELLER,
        accounting: ACCOUNTING,
        invoiceNumberFormat: 'RE {year}.{seq:3}',
      }),
    );
    await api.put('/customers/cus_a', {
      name: 'Žofie „Łódź“ & Größe € 漢',
      taxId: 'ATU12345678',
      country: 'AT',
    });
    const items = [item(10_050, 19), item(100, 7), item(0, 0, { taxCategory: 'zero' })];
    const first = await issuedInvoice(api, {
      customerId: 'cus_a',
      title: 'a "b"\nc'.padEnd(150, 'x'),
      items,
    });
    const second = await issuedInvoice(
      api,
      { customerId: 'cus_a', items: [item(20_000, 0, { taxCategory: 'intra_eu' })] },
      { supplyDate: first.issueDate },
    );
    const note = ok(await api.post(`/invoices/${second.id}/credit`));
    const { header, bookings } = await datev(api);
    const day = first.issueDate.replaceAll('-', '');
    const [year, lastDay] = [
      day.slice(0, 4),
      new Date(Date.UTC(+day.slice(0, 4), +day.slice(4, 6), 0)).getUTCDate(),
    ];
    const created = new Date(note.issuedAt);
    const local = new Date(created.getTime() + 2 * 3_600_000).toISOString().replaceAll(/\D/g, '');
    const isSummer = created.getUTCMonth() > 2 && created.getUTCMonth() < 9;
    if (isSummer) assert.equal(header[5], local);
    assert.deepEqual(header.slice(10, 16), [
      ...['29098', '55003', `${year}0101`, '4', `${day.slice(0, 6)}01`, `${day.slice(0, 6)}${lastDay}`],
    ]);
    assert.equal(header[26], '03');
    const name = 'Žofie „?ód?“ & Größe € ?';
    const [a, b, c, d, ...more] = bookings;
    assert.deepEqual(more, []);
    const number = first.number.replaceAll(/[ .]/g, '');
    const shared = { side: 'S', debtor: '10000', date: day, vatId: '' };
    const text = `${name}, a "b" c`.padEnd(60, 'x');
    assert.deepEqual(a, { ...shared, amount: 107, account: '8300', key: '2', number, text });
    assert.deepEqual(b, { ...shared, amount: 11_960, account: '8400', key: '', number, text });
    const eu = { ...shared, amount: 20_000, account: '8125', key: '', vatId: 'ATU12345678' };
    assert.deepEqual(c, { ...eu, number: second.number.replaceAll(/[ .]/g, ''), text: c?.text });
    assert.deepEqual(d, { ...eu, side: 'H', number: note.number, text: d?.text });
  });

  test('what a file lacks is listed before it is made, and nothing is remembered', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', SELLER));
    const invoice = await issuedInvoice(api, { items: [item(10_000, 19)] });
    const dollars = await issuedInvoice(api, { currency: 'USD', items: [item(10_000, 19), item(100, 16)] });
    const query = `?month=${month()}`;
    const found = await api.get(`/exports/datev${query}`);
    assert.deepEqual(dataErrors(found), [
      ...['/account/accounting/adviserNumber', '/account/accounting/clientNumber'],
      ...['/account/accounting/revenueAccounts', `/customers/${api.customerId}/debtorNumber`],
      ...['/account/accounting/revenueAccounts', `/invoices/${dollars.id}/currency`],
    ]);
    assert.match(found.text, /has no account for 16 % standard/);
    assert.deepEqual(dataErrors(await api.get(`/exports/xero${query}`)), [
      ...['/account/accounting/revenueAccounts', '/account/accounting/revenueAccounts'],
    ]);
    ok(
      await api.patch('/account', {
        accounting: { ...ACCOUNTING, accountLength: 5, firstDebtorNumber: 100_000 },
      }),
    );
    const wrong = dataErrors(await api.get(`/exports/datev${query}&currency=EUR`));
    assert.deepEqual(wrong, ['/account/accounting/revenueAccounts/0/account']);
    const accounts = [{ rate: 19, account: '84000' }];
    ok(await api.patch('/account', { accounting: { revenueAccounts: accounts } }));
    assert.deepEqual(
      dataErrors(await api.get(`/exports/xero${query}`)).at(-1),
      '/account/accounting/revenueAccounts',
    );
    const { body: early } = await api.post(`/invoices/${(await draftInvoice(api)).id}/issue`, {
      issueDate: invoice.issueDate,
    });
    assert.equal(early.status, 'ISSUED');
    ok(
      await api.patch('/account', {
        accounting: { revenueAccounts: [...accounts, { rate: 0, account: '82000' }] },
      }),
    );
    // As if the process that gave the numbers had died before this customer.
    ok(await api.patch(`/customers/${api.customerId}`, { debtorNumber: null }));
    const { bookings } = await datev(api, `month=${month()}&currency=EUR`);
    assert.deepEqual(
      bookings.map(({ amount, debtor }) => [amount, debtor]),
      [
        [11_900, '100000'],
        [10_000, '100000'],
      ],
    );
    const late = await api.post(`/invoices/${(await draftInvoice(api)).id}/issue`, {
      issueDate: invoice.issueDate,
    });
    assert.deepEqual([late.status, late.body.code], [409, 'period_exported']);
  });

  test('numbers that DATEV cannot take are listed', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { ...SELLER, accounting: ACCOUNTING, invoiceNumberFormat: 'Ł-{seq}' }));
    const odd = await issuedInvoice(api);
    ok(await api.patch('/account', { invoiceNumberFormat: '.{seq}' }));
    await issuedInvoice(api);
    ok(await api.patch('/account', { invoiceNumberFormat: ' {seq}' }));
    const same = await issuedInvoice(api);
    ok(await api.patch('/account', { invoiceNumberFormat: `${'A'.repeat(36)}{seq}` }));
    const long = await issuedInvoice(api);
    const found = dataErrors(await api.get(`/exports/datev?month=${month()}`));
    assert.deepEqual(
      found,
      [odd, same, long].map(({ id }) => `/invoices/${id}/number`),
    );
  });

  test('a file for DATEV lies within one fiscal year', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { ...SELLER, accounting: { ...ACCOUNTING, fiscalYearStart: 7 } }));
    const over = await api.get('/exports/datev?from=2026-06-30&to=2026-07-01');
    assert.deepEqual(errorPaths(over), ['/to']);
    const { header, bookings } = await datev(api, 'from=2026-07-01&to=2027-06-30');
    assert.deepEqual([header[12], bookings], ['20260701', []]);
    assert.equal(header[5], '20260701000000000');
    assert.equal((await datev(api, 'month=2027-02')).header[12], '20260701');
  });

  test('a file for Xero has invoices or credit notes, in several currencies and the dates of the country', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { ...SELLER, accounting: ACCOUNTING }));
    const invoice = await issuedInvoice(api, {
      items: [item(10_000, 19), item(5_000, 7)],
      reference: 'PO 1',
    });
    const yen = await issuedInvoice(api, { currency: 'JPY', items: [item(10_000, 19)] });
    const note = ok(await api.post(`/invoices/${yen.id}/credit`));
    const read = async (more: string, options = {}) => {
      const { status, text } = await api.get(`/exports/xero?month=${month()}${more}`);
      assert.equal(status, 200, text);
      return readXeroFile(text, options);
    };
    const [year, monthOf, day] = invoice.issueDate.split('-');
    const rows = await read('');
    assert.deepEqual(
      rows.map((row) => [
        row['*InvoiceNumber'],
        row['*UnitAmount'],
        row.TaxAmount,
        row['*TaxType'],
        row['*AccountCode'],
      ]),
      [
        [invoice.number, '50.00', '3.50', '7% (VAT on Income)', '8300'],
        [invoice.number, '100.00', '19.00', '19% (VAT on Income)', '8400'],
        [yen.number, '10000', '1900', '19% (VAT on Income)', '8400'],
      ],
    );
    assert.deepEqual(
      rows.map(({ Currency }) => Currency),
      ['EUR', 'EUR', 'JPY'],
    );
    assert.equal(rows[0]?.['*InvoiceDate'], `${day}/${monthOf}/${year}`);
    assert.equal(rows[0]?.Reference, 'PO 1');
    ok(await api.patch('/account', { country: 'US' }));
    const [credit, ...more] = await read('&type=credit_note', { isCredit: true });
    assert.deepEqual(more, []);
    assert.deepEqual(
      [credit?.['*InvoiceNumber'], credit?.['*UnitAmount'], credit?.['*DueDate'], credit?.['*InvoiceDate']],
      [note.number, '10000', '', `${monthOf}/${day}/${year}`],
    );
    assert.deepEqual(errorPaths(await api.get(`/exports/xero?month=${month()}&currency=EUR`)), ['/currency']);
  });

  test('a month exported again after a later credit has the same bytes', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    ok(await api.patch('/account', { ...SELLER, accounting: ACCOUNTING }));
    const invoice = await issuedInvoice(api, { items: [item(10_000, 19)] });
    const past = month();
    const kinds = ['journal', 'datev', 'xero'];
    const readAll = () =>
      Promise.all(kinds.map((kind) => download(api, service().url, `/exports/${kind}?month=${past}`)));
    const before = await readAll();
    clock.advance(40 * 86_400_000);
    ok(await api.post(`/invoices/${invoice.id}/payments`, { amount: 4_000 }));
    ok(await api.post(`/invoices/${invoice.id}/credit`, { amount: 2_000 }));
    ok(await api.patch(`/customers/${api.customerId}`, { name: 'Renamed', taxId: 'ATU99999999' }));
    assert.deepEqual(await readAll(), before);
    assert.equal((await datev(api)).bookings[0]?.side, 'H');
  });

  test('an issue date in a downloaded period needs to be confirmed', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { ...SELLER, accounting: ACCOUNTING }));
    const today = new Date(service().clock()).toISOString().slice(0, 10);
    const issue = async (body: object) => api.post(`/invoices/${(await draftInvoice(api)).id}/issue`, body);
    ok(await api.get(`/exports/journal?month=${month()}`));
    assert.equal((await issue({ issueDate: today })).status, 200, 'a journal is not remembered');
    assert.equal((await api.request('HEAD', `/exports/datev?month=${month()}`)).status, 200);
    assert.equal((await issue({ issueDate: today })).status, 200, 'nor is a request without a body');
    await datev(api);
    const refused = await issue({ issueDate: today });
    assert.deepEqual([refused.status, refused.body.code], [409, 'period_exported']);
    assert.match(refused.body.detail, /datev/);
    assert.equal((await issue({ issueDate: today, confirm: true })).status, 200);
    assert.equal((await issue({})).status, 200, 'today by itself is no date given by hand');
    assert.deepEqual(errorPaths(await issue({ confirm: 'yes' })), ['/confirm']);
  });

  test('debtor numbers are given at issuing and when the first is set, and are unique', async () => {
    const api = await service().newAccount();
    const [early, , erased] = ['cus_early', 'cus_quoted', 'cus_gone', 'cus_new'];
    for (const id of [early, 'cus_quoted', erased, 'cus_new'])
      ok(await api.put(`/customers/${id}`, { name: id }));
    await issuedInvoice(api, { customerId: early });
    const debtor = async (id = '') => ok(await api.get(`/customers/${id}`)).debtorNumber;
    assert.equal(await debtor(early), null);
    ok(await api.put('/customers/cus_quoted', { name: 'By hand', debtorNumber: 10_001 }));
    ok(await api.patch('/account', { accounting: { firstDebtorNumber: 10_000 } }));
    assert.deepEqual([await debtor(early), await debtor('cus_new')], [10_002, null]);
    const draft = await draftInvoice(api, { customerId: 'cus_new' });
    const issued = ok(await api.post(`/invoices/${draft.id}/issue`));
    assert.deepEqual([issued.customer.debtorNumber, await debtor('cus_new')], [10_003, 10_003]);
    assert.equal((await issuedInvoice(api, { customerId: 'cus_new' })).customer.debtorNumber, 10_003);
    const put = ok(await api.put('/customers/cus_new', { name: 'Replaced' }));
    assert.equal(put.debtorNumber, 10_003, 'a PUT without it keeps it');
    const taken = await api.patch('/customers/cus_new', { debtorNumber: 10_001 });
    assert.deepEqual(
      [taken.status, taken.body.code, taken.body.customerId],
      [409, 'debtor_number_taken', 'cus_quoted'],
    );
    assert.deepEqual(errorPaths(await api.patch('/customers/cus_new', { debtorNumber: 9_999 })), [
      '/debtorNumber',
    ]);
    ok(await api.patch('/customers/cus_quoted', { debtorNumber: null }));
    assert.equal(ok(await api.patch('/customers/cus_new', { debtorNumber: 69_999 })).debtorNumber, 69_999);
    await issuedInvoice(api, { customerId: erased });
    assert.equal(await debtor(erased), 10_000, 'after the last number the free ones follow');
    const { body: feed } = await api.get('/events?limit=100');
    assert.ok(feed.data.some(({ data }: Json) => data.previous?.debtorNumber === null));
  });

  test('concurrent issues give different debtor numbers', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { accounting: { firstDebtorNumber: 10_000 } }));
    const ids = Array.from({ length: 8 }, (_, n) => `cus_${n}`);
    const drafts = await Promise.all(
      ids.map(async (customerId) => {
        ok(await api.put(`/customers/${customerId}`, { name: customerId }));
        return draftInvoice(api, { customerId });
      }),
    );
    const issued = await Promise.all(drafts.map(({ id }) => api.post(`/invoices/${id}/issue`)));
    const numbers = issued.map(({ body }) => body.customer.debtorNumber);
    assert.deepEqual(
      numbers.sort(),
      ids.map((_, n) => 10_000 + n),
    );
  });

  test('settings that contradict each other are rejected', async () => {
    const api = await service().newAccount();
    const paths = async (accounting: object) => errorPaths(await api.patch('/account', { accounting }));
    assert.deepEqual(await paths({ firstDebtorNumber: 70_000 }), ['/accounting/firstDebtorNumber']);
    assert.deepEqual(await paths({ accountLength: 5, firstDebtorNumber: 10_000 }), [
      '/accounting/firstDebtorNumber',
    ]);
    const twice = [
      { rate: 19, account: '8400' },
      { rate: 19, category: 'standard', account: '8401' },
    ];
    assert.deepEqual(await paths({ revenueAccounts: twice }), ['/accounting/revenueAccounts/1/rate']);
    const untaxed = [
      { rate: 0, category: 'standard', account: '8400' },
      { rate: 7, category: 'export', account: '1' },
    ];
    assert.deepEqual(await paths({ revenueAccounts: untaxed }), [
      ...['/accounting/revenueAccounts/0/category', '/accounting/revenueAccounts/1/category'],
    ]);
    assert.deepEqual(await paths({ adviserNumber: 1, fiscalYearStart: 13, chart: 'skr99' }), [
      ...['/accounting/adviserNumber', '/accounting/chart', '/accounting/fiscalYearStart'],
    ]);
    const saved = ok(await api.patch('/account', { accounting: ACCOUNTING }));
    const kept = ok(await api.patch('/account', { accounting: { accountLength: 4, clientNumber: null } }));
    assert.deepEqual(kept.accounting, { ...saved.accounting, clientNumber: null });
    assert.equal(ok(await api.patch('/account', { accounting: null })).accounting.firstDebtorNumber, null);
  });

  test('readers export nothing, and keys that only read do', async () => {
    const api = await service().newAccount();
    const reader = await signIn(service(), { accountId: api.accountId, role: 'reader' });
    const refused = await reader.get(`/exports/journal?month=${month()}`);
    assert.equal(refused.status, 403);
    const key = await service().newKey(api.accountId, 'read');
    assert.equal((await service().client(key.secret).get(`/exports/journal?month=${month()}`)).status, 200);
  });

  if (!isFirstEngine) return;

  test('more documents than Xero imports from one file are refused, and its limit is named', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { ...SELLER, accounting: ACCOUNTING }));
    const { id } = await issuedInvoice(api, { items: [item(10_000, 19)] });
    const notes = Array.from({ length: 501 }, () => api.post(`/invoices/${id}/credit`, { amount: 1 }));
    for (const note of await Promise.all(notes)) ok(note);
    const refused = await api.get(`/exports/xero?month=${month()}&type=credit_note`);
    assert.deepEqual([refused.status, errorPaths(refused)], [400, ['/to']]);
    assert.match(refused.body.errors[0].message, /more than 500 documents.* Xero/);
    const owner = await signIn(service(), { accountId: api.accountId });
    const form = { month: month(), file: 'xeroCredits' };
    const page = await owner.page(`/${api.accountId}/invoices/books`, form);
    assert.equal(page.status, 400);
    assert.match(page.text, /There are more than 500 documents, which Xero imports/);
  });
});
