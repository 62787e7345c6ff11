import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { CUSTOMER_COLUMNS } from '../../src/domain/account/export/csv-columns.ts';
import { CUSTOMER_HEADINGS } from '../../src/domain/account/import/column-headings.ts';
import { guessColumns } from '../../src/domain/account/import/guess-columns.ts';
import { CONSOLE } from '../../src/i18n/console.ts';
import { getCsvDialect } from '../../src/i18n/parse-number.ts';
import { ok } from '../support/api/customer.ts';
import { issuedInvoice } from '../support/api/quotes.ts';
import { expectGoodLooks, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { uploadForm } from '../support/console/upload.ts';
import { testAll } from '../support/run/all.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';
import { makeXlsx, type Workbook } from '../support/spreadsheet/make-xlsx.ts';

const GERMAN = { 'Accept-Language': 'de' };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

for (const [tag, separator, decimal] of [
  ['en', ',', '.'],
  ['en-GB', ',', '.'],
  ['de', ';', ','],
  ['de-CH', ';', '.'],
  ['fr-CA', ';', ','],
  ['es-MX', ',', '.'],
  ['ar-SA', ';', '.'],
  ['ar-EG-u-nu-arab', ';', '.'],
  ['ja', ',', '.'],
] as const) {
  it(`spreadsheets in ${tag} separate by ${separator} and have decimals after ${decimal}`, () => {
    assert.deepEqual(getCsvDialect(tag), { separator, decimal });
  });
}

for (const [language, { books }] of Object.entries(CONSOLE)) {
  it(`an import knows the headings of an export of customers: ${language}`, () => {
    const names = Object.keys(CUSTOMER_COLUMNS);
    const headings: Record<string, string> = books.columns;
    const fields = guessColumns(
      names.map((name) => headings[name] ?? name),
      CUSTOMER_HEADINGS,
    );
    const expected = names.map((name) => (/^(created|updated)At$/.test(name) ? null : name));
    assert.deepEqual(fields, expected);
  });
}

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let owner: TestPerson;
  let base: string;
  let month: string;

  before(async () => {
    account = await service().newAccount();
    owner = await signIn(service(), { accountId: account.accountId });
    base = `/${account.accountId}`;
    month = new Date(service().clock()).toISOString().slice(0, 7);
    ok(await account.patch('/account', { country: 'DE', taxId: 'DE298114302' }));
    ok(await account.put('/customers/k', { name: 'Müller; "Söhne"', country: 'DE' }));
    const item = { description: 'Work', quantity: 1, unitPrice: 123_450, taxRate: 19 };
    await issuedInvoice(account, { customerId: 'k', items: [item] });
    await issuedInvoice(account, { customerId: 'k', currency: 'USD', items: [{ ...item, taxRate: 7.5 }] });
  });

  const books = (form: Record<string, string>, headers = {}) =>
    owner.page(`${base}/invoices/books`, { month, ...form }, headers);

  it('a spreadsheet has the shape of the reader: separator, decimals, headings and a byte order mark', async () => {
    const { status, headers, text, bytes } = await books({ file: 'sheet' }, GERMAN);
    assert.equal(status, 200);
    assert.match(headers.get('Content-Disposition') ?? '', /attachment.*journal-/);
    assert.deepEqual([...(bytes ?? Buffer.from(text)).subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const [heading, first, second] = text.replace(/^\ufeff/, '').split('\r\n');
    assert.match(
      heading ?? '',
      /^Nummer;Art;Rechnungsdatum;.*;Steuersatz \(%\);.*;Netto;Steuer;Brutto;Erlöskonto$/,
    );
    assert.match(first ?? '', /;"Müller; ""Söhne""";.*;EUR;19;standard;1234,50;234,56;1469,06;$/);
    assert.match(second ?? '', /;USD;7,5;standard;1234,50;92,59;1327,09;$/);
    const plain = await books({ file: 'journal' }, GERMAN);
    assert.match(plain.text, /^number,kind,.*\r\n.*,1234\.50,234\.56,1469\.06,\r\n/s);
    const list = await owner.page(`${base}/settings/data/invoices.csv`, undefined, GERMAN);
    assert.match(list.text, /^\ufeff?ID;Nummer;Status;.*\r\n.*;1234,50;/s);
  });

  it('what a file lacks is listed with links, and then the file is downloaded and remembered', async () => {
    const lacking = await books({ file: 'datev' });
    assert.equal(lacking.status, 409);
    expectValidHtml(lacking.text, 'what is missing');
    for (const sentence of [
      /The number of your adviser at DATEV is missing/,
      /No revenue account for 19 % \(as in /,
      /No revenue account for 7\.5 %/,
      /Müller; &quot;Söhne&quot;<\/bdi> has no debtor number/,
      /is in USD, and DATEV gets euros only/,
    ])
      assert.match(lacking.text, sentence);
    assert.ok(lacking.text.includes(`href="${base}/settings/accounting"`));
    assert.ok(lacking.text.includes(`href="${base}/customers/k/edit"`));
    assert.doesNotMatch(lacking.text, /Downloaded periods/);
    const accounting = {
      ...{ adviserNumber: 1001, clientNumber: 1, firstDebtorNumber: 10_000 },
      revenueAccounts: [{ rate: 19, account: '8400' }],
    };
    ok(await account.patch('/account', { accounting }));
    const file = await books({ file: 'datev', euros: 'on' });
    assert.equal(file.status, 200);
    assert.match(file.headers.get('Content-Disposition') ?? '', /EXTF_Buchungsstapel-\d{4}-\d\d\.csv/);
    assert.match(file.text, /^"EXTF";700;21;/);
    const page = await owner.page(`${base}/invoices/books`);
    assert.match(page.text, /Downloaded periods/);
    for (const form of [{ file: 'sage' }, { file: 'datev', month: '2026-13' }] as Record<string, string>[])
      assert.equal((await books(form)).status, 400);
    const reader = await signIn(service(), { accountId: account.accountId, role: 'reader' });
    assert.equal((await reader.page(`${base}/invoices/books`)).status, 403);
  });

  it('the accounts of a chart are proposals until they are saved, and errors are at their fields', async () => {
    const path = `${base}/settings/accounting`;
    ok(await account.patch('/account', { accounting: null }));
    const proposed = await owner.page(`${path}?chart=skr04`);
    assert.match(proposed.text, /These are proposals/);
    expectValidHtml(proposed.text, 'proposals');
    assert.equal(ok(await account.get('/account')).accounting.chart, null);
    const inputs = [
      ...proposed.text.matchAll(/<input[^>]* name="(accounting\.[^"]+)" [^>]*?value="([^"]*)"/g),
    ];
    const selects = [...proposed.text.matchAll(/<select[^>]* name="(accounting\.[^"]+)".*?<\/select>/gs)].map(
      ([all, name = '']) => [name, /value="([^"]*)" selected/.exec(all)?.[1] ?? ''],
    );
    const form: Record<string, string> = Object.fromEntries([
      ...inputs.map(([, name = '', value = '']) => [name, value]),
      ...selects,
    ]);
    form.version = fieldIn(proposed.text, 'version');
    form['accounting.adviserNumber'] = '1001';
    const wrong = await owner.page(path, {
      ...form,
      ...{ 'accounting.clientNumber': 'x', 'accounting.revenueAccounts.1.account': 'no account!' },
    });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /Enter a whole number from 1 to 99999/);
    assert.match(wrong.text, /Enter 1 to 10 letters or digits/);
    const twice = await owner.page(path, { ...form, 'accounting.revenueAccounts.1.rate': '19' });
    assert.equal(twice.status, 400);
    assert.match(twice.text, /id="f-accounting-revenueAccounts-1-rate-error"/);
    const saved = await owner.page(path, form);
    assert.deepEqual([saved.status, saved.location], [303, `${path}?done=saved`]);
    const { accounting } = ok(await account.get('/account'));
    assert.deepEqual([accounting.chart, accounting.adviserNumber], ['skr04', 1001]);
    assert.deepEqual(accounting.revenueAccounts.slice(0, 3), [
      { rate: 19, category: 'standard', account: '4400', taxKey: null, taxType: null },
      { rate: 7, category: 'standard', account: '4300', taxKey: null, taxType: null },
      { rate: 0, category: 'zero', account: '4290', taxKey: null, taxType: null },
    ]);
    const stale = await owner.page(path, { ...form, was: '{}' });
    assert.equal(stale.status, 409);
  });

  if (isFirstEngine)
    testAll('the pages look right on a desktop and on a phone', async () => {
      const { url } = service();
      await withVisitor(await sharedChromium(), url, {}, async (page, context) => {
        await context.addCookies([owner.browserCookie]);
        await expectGoodLooks(page, `${url}${base}/invoices/books`);
        await expectGoodLooks(page, `${url}${base}/settings/accounting?chart=skr03`);
      });
    });

  const upload = (kind: string, workbook: Workbook | Buffer, headers = {}) => {
    const bytes = Buffer.isBuffer(workbook) ? workbook : makeXlsx(workbook as Workbook);
    const file = { field: 'file', name: 'list.xlsx', type: XLSX, bytes };
    return uploadForm(service().url, owner, '/settings/data/columns', { kind }, file, headers);
  };
  const runImport = (page: string, headers = {}) => {
    const selects = [...page.matchAll(/<select id="column-(\d+)"[^>]*>(.*?)<\/select>/gs)];
    const chosen = selects.map(([, index, options]) => [
      `column.${index}`,
      /<option value="(\w*)" selected>/.exec(options ?? '')?.[1] ?? '',
    ]);
    const fields = { kind: fieldIn(page, 'kind'), packed: fieldIn(page, 'packed') };
    const all = { ...fields, ...Object.fromEntries(chosen) };
    return uploadForm(service().url, owner, '/settings/data/import', all, undefined, headers);
  };

  it('customers and the catalogue are imported from XLSX, with the numbers of any language', async () => {
    const rows = new Map([
      [2, ['Kunden-Nr', 'Firma', 'PLZ', 'Ort', 'E-Mail']],
      [3, [7, 'Tabelle\nGmbH', { number: 1067, style: 1 }, 'Dresden', 'a@b.example']],
      [9, ['X-2', 'Falsch', null, null, 'keine']],
    ]);
    const guessed = await upload('customers', { rows, formats: ['00000'] });
    assert.equal(guessed.status, 200, guessed.text);
    assert.match(guessed.text, /Line 9<\/strong>.*Email: Enter one email address/s);
    const done = await runImport(guessed.text);
    assert.match(done.text, /<strong>1<\/strong> created.*<td>9<\/td>/s);
    const { name, postalCode, city } = ok(await account.get('/customers/7'));
    assert.deepEqual([name, postalCode, city], ['Tabelle\nGmbH', '01067', 'Dresden']);
    const items = [
      ['Artikelnummer', 'Beschreibung', 'Preis', 'MwSt'],
      ['A-1', 'Stunde', 1234.5, { number: 0.19, style: 1 }],
      ['A-2', 'Tag', 980, { number: 0.075, style: 2 }],
    ];
    for (const language of ['de', 'en', 'ar']) {
      const headers = { 'Accept-Language': language };
      const page = await upload('catalogue', { rows: items, formats: ['0%', '0.0%'] }, headers);
      assert.equal(page.status, 200);
      assert.equal((await runImport(page.text, headers)).status, 200);
      const { data } = ok(await account.get('/catalogue-items'));
      const prices = data.map((item: Record<string, unknown>) => [item.sku, item.unitPrice, item.taxRate]);
      assert.deepEqual(
        prices.sort(),
        [
          ['A-1', 123_450, 19],
          ['A-2', 98_000, 7.5],
        ],
        language,
      );
    }
  });

  it('a spreadsheet that cannot be read is rejected by a sentence', async () => {
    const damaged = await upload('customers', makeXlsx({ rows: [['name'], ['a']] }).subarray(0, 700));
    assert.equal(damaged.status, 400);
    assert.match(damaged.text, /The spreadsheet cannot be read/);
    const old = await upload('customers', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    assert.match(old.text, /neither a spreadsheet \(XLSX\) nor text/);
    const empty = await upload('customers', { rows: [['name']] });
    assert.match(empty.text, /no rows below the header/);
    const long = { rows: [['name'], ...Array.from({ length: 20_001 }, (_, n) => [n])] };
    assert.match((await upload('customers', long)).text, /more than 20,000 rows/);
  });

  it('the prices of a list may be XLSX', async () => {
    ok(await account.post('/catalogue-items', { sku: 'P-1', description: 'Day', unitPrice: 90_000 }));
    const list = ok(await account.post('/price-lists', { name: 'Resellers', currency: 'EUR' }));
    const rows = [
      ['sku', 'unitPrice'],
      ['P-1', 812.5],
    ];
    const options = { raw: new Uint8Array(makeXlsx({ rows })), headers: { 'Content-Type': XLSX } };
    const path = `/price-lists/${list.id}/entries`;
    const reply = await account.post(`${path}/import`, undefined, options);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual([reply.body.created, reply.body.rejected], [1, 0], reply.text);
    assert.equal(ok(await account.get(path)).data[0].unitPrice, 81_250);
  });

  it('a bank statement may be XLSX', async () => {
    const invoice = await issuedInvoice(account, { customerId: 'k' });
    const rows = [
      ['Kontoauszug'],
      [],
      ['Buchungstag', 'Betrag', 'Währung', 'Verwendungszweck', 'Auftraggeber'],
      [{ number: 46_100, style: 1 }, 100.0, 'EUR', `Rechnung ${invoice.number}`, 'Müller'],
      [{ number: 46_101, style: 1 }, -1234.5, 'EUR', 'Miete', 'Vermieter'],
    ];
    const raw = new Uint8Array(makeXlsx({ rows, formats: ['dd.mm.yyyy'] }));
    const reply = await account.post('/payments/imports', undefined, {
      raw,
      headers: { 'Content-Type': XLSX },
    });
    assert.equal(reply.status, 201, reply.text);
    const [line, ...others] = reply.body.lines;
    assert.deepEqual([line.amount, line.date, others.length], [10_000, '2026-03-19', 0]);
    assert.match(JSON.stringify(line), new RegExp(invoice.id));
    const bad = await account.post('/payments/imports', undefined, {
      raw: raw.subarray(0, 500),
      headers: { 'Content-Type': XLSX },
    });
    assert.deepEqual([bad.status, bad.body.code], [400, 'statement_unreadable']);
  });
});
