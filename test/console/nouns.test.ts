import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { getLines } from '../../src/pages/console/editor/draft/draft.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { DESKTOP, expectAccessible, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn, readEditorData } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const XSS = `"'><script>alert(1)</script>=HYPERLINK("x")`;
const ITEMS = [
  { description: 'Design', quantity: 12.5, unit: 'h', unitPrice: 9000, taxRate: 19 },
  { description: 'Hosting', quantity: 1, unitPrice: 120_000, section: 'Running', optional: true, sku: 'H-1' },
];

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let owner: TestPerson;
  let member: TestPerson;
  let reader: TestPerson;
  let base: string;

  before(async () => {
    account = await service().newAccount();
    const { accountId } = account;
    [owner, member, reader] = (await Promise.all(
      (['owner', 'member', 'reader'] as const).map((role) => signIn(service(), { accountId, role })),
    )) as [TestPerson, TestPerson, TestPerson];
    base = `/${accountId}`;
  });

  async function stagedInvoices(customerId = account.customerId) {
    const due = { when: 'acceptance' };
    const paymentSchedule = [
      { label: 'Deposit', type: 'percentage', value: 30, due },
      { label: 'Rest', type: 'rest', due: { when: 'completion' } },
    ];
    const { body: quote } = await account.post('/quotes', {
      customerId,
      title: 'Website',
      items: ITEMS,
      paymentSchedule,
    });
    await account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' });
    const { body: first } = await account.post(`/quotes/${quote.id}/convert-to-invoice`, { stage: 0 });
    const { body: rest } = await account.post(`/quotes/${quote.id}/convert-to-invoice`, {});
    return { quote, first, rest };
  }

  it('a customer is created, found, changed and deleted', async () => {
    const wrong = await member.page(`${base}/customers/new`, {
      name: ' ',
      email: 'nobody',
      country: 'Nowhere',
    });
    assert.equal(wrong.status, 400);
    expectValidHtml(wrong.text, 'a form with errors');
    assert.match(wrong.text, /check 3 fields/);
    assert.match(wrong.text, /Please fill this in\..*Enter one email address.*Choose an option/s);
    assert.match(wrong.text, /value="nobody"/);

    const fields = {
      name: `Ada ${XSS}`,
      email: 'ada@example.com',
      address: '1 High Street\r\nLondon',
      street: 'Weg 1',
      city: 'Bonn',
      'electronicAddress.scheme': 'EM',
      'electronicAddress.id': 'invoices@example.com',
      eInvoiceFormat: 'xrechnung',
      locale: 'de',
    };
    const made = await member.page(`${base}/customers/new`, fields);
    assert.equal(made.status, 303);
    const path = made.location?.replace('?done=created', '') ?? '';
    const shown = await reader.page(path);
    expectValidHtml(shown.text, 'a customer');
    assert.doesNotMatch(shown.text, /<script>alert|href="[^"]*\/edit"|<form[^>]*delete/);
    assert.match(shown.text, /German/);
    const id = path.split('/').at(-1) ?? '';
    const stored = (await account.get(`/customers/${id}`)).body;
    assert.equal(stored.address, '1 High Street\nLondon');
    assert.equal(stored.kind, 'person');
    assert.deepEqual([stored.street, stored.city, stored.eInvoiceFormat], ['Weg 1', 'Bonn', 'xrechnung']);
    assert.deepEqual(stored.electronicAddress, { scheme: 'EM', id: 'invoices@example.com' });
    const half = await member.page(`${base}/customers/new`, { ...fields, 'electronicAddress.id': '' });
    assert.match(half.text, /f-electronicAddress-id-error/);

    const list = await reader.page(`${base}/customers?search=ADA%40EXAMPLE`);
    expectValidHtml(list.text, 'a search');
    assert.match(list.text, /1 match/);
    assert.match(
      (await reader.page(`${base}/customers?search=zzz`)).text,
      /No results for “<bdi>zzz<\/bdi>”/,
    );

    const form = (await member.page(`${path}/edit`)).text;
    expectValidHtml(form, 'the form of a customer');
    const edit = { ...fields, version: fieldIn(form, 'version'), was: fieldIn(form, 'was'), phone: '123' };
    assert.equal((await member.page(`${path}/edit`, edit)).location, `${path}?done=saved`);
    assert.equal((await account.get(`/customers/${id}`)).body.phone, '123');
    const page = (await member.page(path)).text;
    assert.equal((await member.page(`${path}/delete`, { version: '1' })).status, 409);
    const deleted = await member.page(`${path}/delete`, { version: fieldIn(page, 'version') });
    assert.equal(deleted.location, `${base}/customers?done=deleted`);
    assert.equal((await member.page(path)).status, 404);
  });

  it('the second of two editors sees both versions and overwrites nothing', async () => {
    await account.put('/customers/two', {
      name: 'Old name',
      email: 'old@example.com',
      phone: '1',
      taxId: 'X',
    });
    const path = `${base}/customers/two`;
    const form = (await member.page(`${path}/edit`)).text;
    const seen = { version: fieldIn(form, 'version'), was: fieldIn(form, 'was') };
    await account.patch('/customers/two', { name: 'Their name', phone: '2' });
    const mine = {
      ...seen,
      name: 'My name',
      email: 'mine@example.com',
      phone: '1',
      taxId: 'X',
      kind: 'company',
    };
    const answer = await member.page(`${path}/edit`, mine);
    assert.equal(answer.status, 409);
    expectValidHtml(answer.text, 'a conflict');
    assert.match(answer.text, /Saved by someone else in the meantime:.*Their name/s);
    assert.deepEqual(
      ['name', 'email', 'phone'].map((name) => fieldIn(answer.text, name)),
      ['My name', 'mine@example.com', '2'],
    );
    assert.equal((await account.get('/customers/two')).body.name, 'Their name');
    const again = {
      ...mine,
      phone: '2',
      version: fieldIn(answer.text, 'version'),
      was: fieldIn(answer.text, 'was'),
    };
    assert.equal((await member.page(`${path}/edit`, again)).status, 303);
    assert.equal((await account.get('/customers/two')).body.name, 'My name');
    const broken = { ...mine, was: '[', name: '' };
    assert.equal((await member.page(`${path}/edit`, broken)).status, 400);
  });

  it('a customer shows its quotes and invoices and cannot be deleted while it has some', async () => {
    await account.put('/customers/shown', { name: 'Grace Hopper', metadata: { crm: '4711' } });
    const { quote, first } = await stagedInvoices('shown');
    const { text } = await reader.page(`${base}/customers/shown`);
    expectValidHtml(text, 'a customer with quotes');
    for (const seen of [quote.number, first.number, '4711', 'Invoiced']) assert.ok(text.includes(seen), seen);
    const kept = await member.page(`${base}/customers/shown/delete`, { version: '1' });
    assert.equal(kept.status, 409);
    assert.match(kept.text, /has quotes and cannot be deleted/);

    const found = await reader.page(`${base}/invoices?search=grace`);
    expectValidHtml(found.text, 'invoices that were searched for');
    assert.match(found.text, />2 invoices</);
    const ofOne = await reader.page(`${base}/invoices?customer=shown`);
    assert.match(ofOne.text, /class="chip"[^>]*><bdi>Grace Hopper/);
    assert.ok(ofOne.text.includes(first.number));
    const { body } = await account.get('/invoices?customerId=shown&search=inv-');
    assert.equal(body.pagination.total, 2);
    assert.equal((await account.get('/invoices?search=%25')).body.pagination.total, 0);
    assert.equal((await account.get('/invoices?customerId=two')).body.pagination.total, 0);
  });

  it('an invoice shows its document, its stage, its PDF and its metadata', async () => {
    const { first, rest } = await stagedInvoices();
    const path = `${base}/invoices/${rest.id}`;
    const { text } = await member.page(path);
    expectValidHtml(text, 'an invoice');
    assert.ok(text.includes(first.number) && text.includes('Previously invoiced'));
    assert.match((await reader.page(`${base}/invoices/${first.id}`)).text, /<bdi>Deposit<\/bdi> \(stage 1\)/);
    const pdf = await reader.page(`${path}/pdf`);
    assert.equal(pdf.headers.get('Content-Type'), 'application/pdf');
    assert.match(pdf.text, /^%PDF/);

    const seen = { version: fieldIn(text, 'version'), was: fieldIn(text, 'was') };
    const twice = {
      'data.0.key': 'ledger',
      'data.0.value': '1',
      'data.1.key': 'ledger',
      'data.1.value': '2',
    };
    const refused = await member.page(`${path}/data`, { ...seen, ...twice });
    assert.equal(refused.status, 400);
    expectValidHtml(refused.text, 'data that cannot be kept');
    const one = { ...seen, 'data.0.key': 'ledger', 'data.0.value': '8400' };
    assert.equal((await member.page(`${path}/data`, one)).location, `${path}?done=saved`);
    assert.deepEqual((await account.get(`/invoices/${rest.id}`)).body.metadata, { ledger: '8400' });
    assert.equal((await member.page(`${path}/data`, one)).status, 409);
    const now = (await member.page(path)).text;
    await member.page(`${path}/data`, { version: fieldIn(now, 'version'), was: fieldIn(now, 'was') });
    assert.deepEqual((await account.get(`/invoices/${rest.id}`)).body.metadata, {});
    const forReader = (await reader.page(path)).text;
    assert.doesNotMatch(forReader, /\/data"/);
  });

  it('a catalogue item accepts a price as people write it', async () => {
    const german = { 'Accept-Language': 'de' };
    const fields = {
      description: 'Beratung',
      unitPrice: '1.234,50',
      currency: 'EUR',
      taxRate: '19',
      sku: 'B-1',
    };
    const made = await member.page(`${base}/catalogue/new`, fields, german);
    const path = made.location?.replace('?done=created', '') ?? '';
    const id = path.split('/').at(-1);
    assert.equal((await account.get(`/catalogue-items/${id}`)).body.unitPrice, 123_450);
    const form = (await member.page(`${path}/edit`, undefined, german)).text;
    assert.equal(fieldIn(form, 'unitPrice'), '1.234,50');
    const signed = await member.page(`${base}/catalogue/new`, { ...fields, sku: 'B-9', unitPrice: '€ 850' });
    const signedId = /cat_\w+/.exec(signed.location ?? '')?.[0];
    assert.equal((await account.get(`/catalogue-items/${signedId}`)).body.unitPrice, 85_000);
    for (const unitPrice of ['', 'viel', '1,234', '-5', '9'.repeat(30)]) {
      const again = await member.page(`${base}/catalogue/new`, { ...fields, sku: '', unitPrice }, german);
      assert.equal(again.status, 400, unitPrice);
      assert.equal(fieldIn(again.text, 'unitPrice'), unitPrice);
      expectValidHtml(again.text, unitPrice);
    }
    const exempt = { ...fields, sku: 'B-2', taxCategory: 'exempt', taxReason: 'Kurs' };
    const mismatch = await member.page(`${base}/catalogue/new`, exempt, german);
    assert.equal(mismatch.status, 400, 'a category without tax at 19 percent');
    expectValidHtml(mismatch.text, 'a category that does not fit');
    const untaxed = await member.page(`${base}/catalogue/new`, { ...exempt, taxRate: '0' }, german);
    const [search] = (await account.get('/catalogue-items?search=B-2')).body.data;
    assert.deepEqual([untaxed.status, search.taxCategory, search.taxReason], [303, 'exempt', 'Kurs']);
    const taken = await member.page(`${base}/catalogue/new`, fields, german);
    assert.match(taken.text, /Ein anderer Artikel hat diese Artikelnummer/);

    const shown = (await member.page(path)).text;
    expectValidHtml(shown, 'an item');
    const archiving = { version: fieldIn(shown, 'version'), archived: 'on' };
    assert.equal((await member.page(`${path}/archive`, archiving)).location, `${path}?done=archived`);
    assert.equal((await account.get(`/catalogue-items/${id}`)).body.archived, true);
    assert.equal((await member.page(`${path}/archive`, archiving)).location, path);
    const list = (await reader.page(`${base}/catalogue?search=b-1`)).text;
    expectValidHtml(list, 'the catalogue');
    assert.match(list, /Archived/);
  });

  it('customers are listed by name, and one may have the identifier "new"', async () => {
    const other = await service().newAccount();
    const person = await signIn(service(), { accountId: other.accountId, role: 'member' });
    for (const [id, name] of Object.entries({ b: 'ann', new: 'Anna', a: 'Zoë', c: 'Ångström', d: 'Bob' })) {
      assert.equal((await other.put(`/customers/${id}`, { name })).status, 201);
    }
    assert.equal((await other.delete('/customers/cus_test')).status, 204);
    const at = `/${other.accountId}/customers`;
    const { text } = await person.page(at);
    const listed = [...text.matchAll(/data-open href="([^"]+)"><bdi>([^<]+)/g)].map(([, href, name]) => [
      name,
      href,
    ]);
    assert.deepEqual(
      listed.map(([name]) => name),
      ['ann', 'Anna', 'Bob', 'Zoë', 'Ångström'],
    );
    const called = String(listed[1]?.[1]);
    assert.match((await person.page(called)).text, /<h1><bdi>Anna|<h1>Anna/);
    assert.match((await person.page(`${at}/new`)).text, /<h1>New customer/);
    const form = (await person.page(`${called}/edit`)).text;
    const typed = { ...JSON.parse(fieldIn(form, 'was')), was: fieldIn(form, 'was'), version: '1' };
    const saved = await person.page(`${called}/edit`, { ...typed, name: 'Annika' });
    assert.equal(saved.location, `${called}?done=saved`);
    assert.equal((await other.get('/customers/new')).body.name, 'Annika');
    assert.equal((await person.page(`${called}/delete`, { version: '2' })).location, `${at}?done=deleted`);
  });

  it('a description suggests catalogue items and earlier lines, and nothing of other businesses', async () => {
    const other = await service().newAccount();
    ok(await other.post('/catalogue-items', { description: 'Gravel of another', unitPrice: 1 }));
    const gravel = { description: 'Gravel, 16 mm', unit: 't', unitPrice: 4500, taxRate: 19, sku: 'G-16' };
    const { id } = ok(await account.post('/catalogue-items', gravel));
    ok(await account.post('/catalogue-items', { description: 'Gravel, old', unitPrice: 1, archived: true }));
    const line = { description: 'Spreading GRAVEL', quantity: 3, unitPrice: 3000, unit: 'h', taxRate: 7 };
    const same = { ...gravel, quantity: 9 };
    await createQuote(account, { items: [line, { ...line, unitPrice: 2500 }, same] });
    const own = await createQuote(account, { items: [{ ...line, description: 'Gravel being typed' }] });
    await createQuote(account, { currency: 'JPY', items: [{ ...line, description: 'Gravel in yen' }] });
    const ask = async (query: string, person = member) => {
      const { status, text } = await person.page(`${base}/suggestions?${query}`);
      return status === 200 ? JSON.parse(text).data : status;
    };
    const { quantity: _, ...earlier } = { ...line, isEarlier: true };
    const found = [
      { ...gravel, catalogueItemId: id, isEarlier: false },
      earlier,
      { ...earlier, unitPrice: 2500 },
    ];
    assert.deepEqual(await ask(`search=gravel&quote=${own.id}`), found);
    assert.deepEqual(await ask('search=g'), [], 'one letter is too little');
    assert.equal((await ask('search=GRAVEL&currency=JPY'))[0].description, 'Gravel in yen');
    assert.deepEqual(await ask('search=%25%00&currency=%27'), []);
    assert.equal(await ask('search=gravel', reader), 403);
    for (let n = 0; n < 12; n++) {
      await createQuote(account, { items: [{ ...line, description: `Gravel path ${n}` }] });
    }
    const many = await ask('search=gravel');
    assert.deepEqual([many.length, many[0].sku, many[1].description], [6, 'G-16', 'Gravel path 11']);
  });

  it('a new quote from a template has its lines, stages and settings, and links to others keep the customer', async () => {
    const paymentSchedule = [
      { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance', days: 7 } },
      { label: 'Rest', type: 'rest', due: { when: 'completion' } },
    ];
    const made = await account.post('/templates', {
      ...{ name: 'In stages', items: ITEMS, paymentSchedule, pricesIncludeTax: true },
      ...{ invoiceOnAcceptance: true, show: { linePrices: true, quantities: false } },
    });
    const { id } = made.body;
    const { text } = await member.page(`${base}/quotes/new?template=${id}&customer=cus_test`);
    const { draft, quote } = readEditorData(text);
    assert.deepEqual(
      draft.stages.map(({ label, type, value, when, days }) => [label, type, value, when, days]),
      [
        ['Deposit', 'percentage', '30', 'acceptance', '7'],
        ['Rest', 'rest', '', 'completion', ''],
      ],
    );
    assert.deepEqual(
      getLines(draft.rows).map(({ line }) => line.description),
      ITEMS.map(({ description }) => description),
    );
    assert.deepEqual(
      [draft.customerId, draft.pricesIncludeTax, draft.invoiceOnAcceptance, draft.hidesQuantities],
      ['cus_test', true, true, true],
    );
    assert.equal(quote, null);
    assert.match(text, new RegExp(`href="[^"]+quotes/new\\?template=${id}&amp;customer=cus_test"`));
    const form = (await member.page(`${base}/templates/${id}/edit`)).text;
    expectValidHtml(form, 'the form of a template');
    assert.deepEqual(readEditorData(form).draft.name, 'In stages');
  });

  it('a quote is saved as a template once, with all of its content', async () => {
    const items = [
      { ...ITEMS[0], section: 'First', taxRate: 7 },
      { ...ITEMS[1], choice: 'Size' },
      { ...ITEMS[1], choice: 'Size', description: 'Large' },
    ];
    const paymentSchedule = [{ label: 'All', type: 'rest', due: { when: 'acceptance', days: 3 } }];
    const quote = await createQuote(account, { title: 'Pond', terms: 'Net', items, paymentSchedule });
    const page = (await member.page(`${base}/quotes/${quote.id}`)).text;
    assert.match(page, /Save as template/);
    const form = { once: fieldIn(page, 'once'), version: fieldIn(page, 'version') };
    const pressed = await Promise.all(
      [1, 2].map(() => member.page(`${base}/quotes/${quote.id}/template`, form)),
    );
    const id = /tpl_\w+/.exec(pressed[0]?.location ?? '')?.[0] ?? '';
    assert.deepEqual(
      pressed.map(({ location }) => location),
      [1, 2].map(() => `${base}/templates/${id}/edit?notice=template`),
    );
    assert.match((await member.page(pressed[0]?.location ?? '')).text, /Saved as a template/);
    const template = (await account.get(`/templates/${id}`)).body;
    assert.deepEqual([template.name, template.title, template.terms], ['Pond', 'Pond', 'Net']);
    const copy = ok(await account.post('/quotes', { customerId: 'cus_test', templateId: id }));
    const content = ({ items: lines, total, paymentSchedule: stages }: typeof quote) => [
      lines.map(({ id: _, ...line }: { id: string }) => line),
      total,
      stages,
    ];
    assert.deepEqual(content(copy), content(quote));
  });

  it('a template is shown, searched, offered in a new quote and deleted', async () => {
    const { body: template } = await account.post('/templates', { name: 'Small website', items: ITEMS });
    const path = `${base}/templates/${template.id}`;
    expectValidHtml((await reader.page(path)).text, 'a template');
    assert.match((await reader.page(`${base}/templates?search=SMALL`)).text, /1 match/);
    assert.equal((await account.get('/templates?search=nowhere')).body.pagination.total, 0);
    const fresh = (await member.page(`${base}/quotes/new`)).text;
    expectValidHtml(fresh, 'a new quote with templates');
    assert.match(fresh, new RegExp(`quotes/new\\?template=${template.id}"><bdi>Small website`));
    const deleted = await member.page(`${path}/delete`, { version: '1' });
    assert.equal(deleted.location, `${base}/templates?done=deleted`);
  });

  it('lists have numbered pages, and invalid page URLs show the first', async () => {
    const other = await service().newAccount();
    const person = await signIn(service(), { accountId: other.accountId, role: 'reader' });
    const list = `/${other.accountId}/customers`;
    for (const noun of ['catalogue', 'templates', 'invoices']) {
      const empty = (await person.page(`/${other.accountId}/${noun}`)).text;
      expectValidHtml(empty, `no ${noun}`);
      assert.match(empty, /class="empty"/);
      // Everybody may have a business of their own.
      assert.doesNotMatch(empty, /(?<!accounts)\/new"/);
    }
    await Promise.all(
      Array.from({ length: 120 }, (_, n) => other.put(`/customers/c${n}`, { name: `Customer ${n}` })),
    );
    const second = (await person.page(`${list}?page=2&search=customer`)).text;
    expectValidHtml(second, 'a page in the middle');
    assert.match(second, /rel="prev" href="[^"]*search=customer"/);
    assert.match(second, /rel="next" href="[^"]*search=customer&amp;page=3"/);
    assert.equal(second.match(/<tr data-row>/g)?.length, 50);
    for (const page of ['0', '-1', 'x', '1e99']) {
      assert.match((await person.page(`${list}?page=${page}`)).text, /aria-current="page">1</);
    }
    assert.equal((await person.page(`${list}?page=99`)).status, 200);
  });

  it('readers view, members change, and strangers see nothing', async () => {
    const stranger = await signIn(service(), { accountId: (await service().newAccount()).accountId });
    const { body: item } = await account.post('/catalogue-items', { description: 'X', unitPrice: 1 });
    const { body: template } = await account.post('/templates', { name: 'X' });
    const { rest } = await stagedInvoices();
    const looks = [
      '/customers',
      '/customers/cus_test',
      '/invoices',
      `/invoices/${rest.id}`,
      `/invoices/${rest.id}/pdf`,
      '/catalogue',
      `/catalogue/${item.id}`,
      '/templates',
      `/templates/${template.id}`,
    ];
    const forms = ['customers/cus_test', `catalogue/${item.id}`, `templates/${template.id}`].flatMap(
      (one) => [`/${one}/edit`, `/${one.split('/')[0]}/new`],
    );
    const changes = [
      // The editor of templates saves by the API.
      ...forms.filter((path) => !path.startsWith('/templates')),
      '/customers/cus_test/delete',
      `/catalogue/${item.id}/delete`,
      `/catalogue/${item.id}/archive`,
      `/templates/${template.id}/delete`,
      `/invoices/${rest.id}/data`,
    ];
    const status = async (person: TestPerson, path: string, form?: Record<string, string>) =>
      (await person.page(base + path, form)).status;
    for (const path of looks) {
      assert.deepEqual([await status(reader, path), await status(stranger, path)], [200, 404], path);
    }
    for (const path of forms) {
      assert.deepEqual([await status(member, path), await status(reader, path)], [200, 403], path);
    }
    for (const path of changes) {
      assert.deepEqual([await status(reader, path, {}), await status(stranger, path, {})], [403, 404], path);
      const forged = await owner.page(base + path, {}, { Origin: 'http://evil.example' });
      assert.equal(forged.status, 403, path);
    }
  });

  // Pages do not depend on the engine, so one engine is enough for the browser.
  if (!isFirstEngine) return;
  describe('in a browser', () => {
    testAll('every page is accessible, fits a phone, and violates no policy', async () => {
      const { body: item } = await account.post('/catalogue-items', { description: XSS, unitPrice: 1 });
      const { body: template } = await account.post('/templates', { name: XSS, items: ITEMS });
      const { rest } = await stagedInvoices();
      const paths = [
        '/customers',
        '/customers/cus_test',
        '/customers/cus_test/edit',
        '/invoices',
        `/invoices/${rest.id}`,
        '/catalogue',
        `/catalogue/${item.id}`,
        `/catalogue/${item.id}/edit`,
        '/templates',
        `/templates/${template.id}`,
        `/templates/${template.id}/edit`,
      ];
      await expectGoodLooksOfAll(
        service(),
        member,
        paths.map((path) => base + path),
      );
    });

    testAll('a customer is added by keyboard, and an error keeps the text', async () => {
      const browser = await sharedChromium();
      await withVisitor(browser, service().url, { viewport: DESKTOP }, async (page, context) => {
        await context.addCookies([member.browserCookie]);
        await page.goto(`${service().url + base}/customers/new`);
        await page.locator('#f-name').focus();
        await page.keyboard.type('Alan Turing');
        await page.keyboard.press('Tab');
        await page.keyboard.type('alan');
        await page.keyboard.press('Enter');
        await page.getByText('please check one field').waitFor();
        await expectAccessible(page, 'a form with an error');
        assert.equal(await page.locator('#f-name').inputValue(), 'Alan Turing');
        await page.locator('#f-email').fill('alan@example.com');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Alan Turing' }).waitFor();
        await page.getByText('Delete customer …').click();
        await expectAccessible(page, 'about to delete');
        await page.getByRole('button', { name: 'Delete customer' }).click();
        await page.getByText('Deleted.').waitFor();
      });
    });
  });
});
