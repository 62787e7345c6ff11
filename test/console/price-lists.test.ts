import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { CUSTOMER } from '../fixtures/customer.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { DESKTOP, expectAccessible, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { uploadForm } from '../support/console/upload.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const XSS = `"'><script>alert(1)</script>`;

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let [owner, member, reader]: TestPerson[] = [];
  let base: string;

  before(async () => {
    account = await service().newAccount();
    const { accountId } = account;
    [owner, member, reader] = await Promise.all(
      (['owner', 'member', 'reader'] as const).map((role) => signIn(service(), { accountId, role })),
    );
    base = `/${accountId}`;
  });

  const page = (path: string, form?: Record<string, string>, person = member) =>
    (person as TestPerson).page(base + path, form);
  const makeItem = async (more: object = {}): Promise<Json> =>
    (await account.post('/catalogue-items', { description: 'Design', unitPrice: 9000, taxRate: 19, ...more }))
      .body;
  const prices = async (id: string): Promise<Record<string, unknown>> => {
    const { data } = ok(await account.get(`/price-lists/${id}/entries?limit=100`));
    return Object.fromEntries(
      data.map((entry: Json) => [entry.catalogueItemId, entry.quantityPrices ?? entry.unitPrice]),
    );
  };
  /** Returns the fields of a row as the page has them, with what a person types over them. */
  const row = (text: string, id: string, typed: Record<string, string>) => ({
    [`was.${id}`]: fieldIn(text, `was.${id}`),
    [`price.${id}`]: fieldIn(text, `price.${id}`),
    [`kind.${id}`]: '',
    [`steps.${id}`]: '',
    ...Object.fromEntries(Object.entries(typed).map(([name, value]) => [`${name}.${id}`, value])),
  });
  async function makeList(): Promise<string> {
    const { location } = await page('/price-lists/new', { name: `Resellers ${XSS}`, currency: 'EUR' });
    return /prl_\w+/.exec(location ?? '')?.[0] ?? '';
  }

  it('a price list is created, changed and deleted, and a customer has it', async () => {
    const wrong = await page('/price-lists/new', { name: ' ', currency: 'Gold' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /check 2 fields/);
    assert.match((await page('/price-lists')).text, /No price lists yet/);
    assert.match((await page('/catalogue')).text, /href="[^"]*\/price-lists">Price lists/);
    const id = await makeList();
    const shown = await page(`/price-lists/${id}`);
    expectValidHtml(shown.text, 'an empty list');
    assert.match(shown.text, /No prices yet/);
    assert.match(shown.text, /No customer has it yet/);
    assert.match((await page('/price-lists')).text, /Resellers &#?\w+;/);

    const form = await page(`/customers/${account.customerId}/edit`);
    assert.match(form.text, new RegExp(`<option value="${id}">Resellers`));
    const fields = { name: 'Ada', email: 'ada@example.com', priceListId: id };
    const version = fieldIn(form.text, 'version');
    const saved = await page(`/customers/${account.customerId}/edit`, { ...fields, version, was: '{}' });
    assert.equal(saved.status, 303, saved.text);
    assert.equal(ok(await account.get(`/customers/${account.customerId}`)).priceListId, id);
    assert.match(
      (await page(`/customers/${account.customerId}`)).text,
      new RegExp(`/price-lists/${id}"><bdi>Resellers`),
    );
    const used = await page(`/price-lists/${id}`);
    assert.match(used.text, />Ada</);
    const removal = { version: fieldIn(used.text, 'version') };
    const kept = await page(`/price-lists/${id}/delete`, removal);
    assert.equal(kept.status, 409);
    assert.match(kept.text, /Customers have this price list/);
    const gone = { ...fields, priceListId: `${id.slice(0, -1)}u`, version: '2', was: '{}' };
    const unknown = await page(`/customers/${account.customerId}/edit`, gone);
    assert.equal(unknown.status, 400);
    assert.match(unknown.text, /Choose an option/);
    ok(await account.patch(`/customers/${account.customerId}`, { priceListId: null }));
    assert.equal(
      (await page(`/price-lists/${id}/delete`, removal)).location,
      `${base}/price-lists?done=deleted`,
    );
  });

  it('prices are typed over each other without a script, and no other change is lost', async () => {
    const id = await makeList();
    const [design, lamp] = [await makeItem({ sku: 'D-1' }), await makeItem({ description: `Lamp ${XSS}` })];
    const all = (await page(`/price-lists/${id}?show=all`)).text;
    expectValidHtml(all, 'the whole catalogue');
    const save = (form: Record<string, string>, person = member) =>
      page(`/price-lists/${id}/prices?show=all&search=&page=1`, form, person);
    const saved = await save({ ...row(all, design.id, { price: '80.00' }), ...row(all, lamp.id, {}) });
    assert.equal(saved.location, `${base}/price-lists/${id}?show=all&search=&page=1&done=saved`);
    assert.deepEqual(await prices(id), { [design.id]: 8000 });

    const wrong = await save({ ...row(all, lamp.id, { price: 'free' }), ...row(all, design.id, {}) });
    assert.equal(wrong.status, 400);
    expectValidHtml(wrong.text, 'a price that cannot be read');
    assert.match(wrong.text, /value="free"/);
    assert.match(wrong.text, /Enter an amount/);

    const stale = await save({
      ...row(all, design.id, { price: '70.00' }),
      ...row(all, lamp.id, { price: '5' }),
    });
    assert.equal(stale.status, 409, 'the price was typed when there was none');
    assert.match(stale.text, /Someone else has changed this price/);
    assert.deepEqual(await prices(id), { [design.id]: 8000, [lamp.id]: 500 });
    const again = await save(row(stale.text, design.id, { price: '70.00' }));
    assert.equal(again.status, 303);
    const steps = { kind: 'graduated', steps: '0 = 60\n10 = 50' };
    const own = (await page(`/price-lists/${id}?search=d-1`)).text;
    assert.doesNotMatch(own, new RegExp(lamp.id));
    assert.equal((await save(row(own, design.id, { ...steps, steps: '1 = 60' }))).status, 400);
    assert.equal((await save(row(own, design.id, steps))).status, 303);
    const graduated = {
      kind: 'graduated',
      steps: [
        { from: 0, unitPrice: 6000 },
        { from: 10, unitPrice: 5000 },
      ],
    };
    assert.deepEqual(await prices(id), { [design.id]: graduated, [lamp.id]: 500 });
    const stepped = (await page(`/price-lists/${id}`)).text;
    expectValidHtml(stepped, 'a list with steps');
    assert.match(stepped, /<details open>.*0 = 60\.00\n10 = 50\.00/s);
    assert.equal((await save(row(stepped, lamp.id, { price: '' }))).status, 303);
    assert.deepEqual(await prices(id), { [design.id]: graduated });

    assert.equal((await save({}, reader)).status, 403);
    const readOnly = await page(`/price-lists/${id}`, undefined, reader);
    assert.doesNotMatch(readOnly.text, /name="price\./);
  });

  it('prices are imported from a file after a preview', async () => {
    const id = await makeList();
    const item = await makeItem({ sku: 'I-1' });
    const start = (await page(`/settings/data?kind=${id}`, undefined, owner)).text;
    assert.match(start, new RegExp(`<option value="${id}" selected>Price list: Resellers`));
    const bytes = 'Artikelnummer;Preis\nI-1;"1,234.50"\nnone;5\nI-1;6\n';
    const file = { field: 'file', name: 'prices.csv', type: 'text/csv', bytes };
    const url = service().url;
    const preview = await uploadForm(url, owner as TestPerson, '/settings/data/columns', { kind: id }, file);
    expectValidHtml(preview.text, 'the columns of prices');
    assert.match(preview.text, /Import 1 row/);
    assert.match(preview.text, /No item of the catalogue has this number.*Duplicate of line 2/s);
    assert.deepEqual(await prices(id), {});
    const fields = {
      kind: id,
      packed: fieldIn(preview.text, 'packed'),
      'column.0': 'sku',
      'column.1': 'unitPrice',
    };
    const done = await uploadForm(url, owner as TestPerson, '/settings/data/import', fields);
    expectValidHtml(done.text, 'the report of prices');
    assert.match(done.text, /<strong>1<\/strong> created.*<strong>2<\/strong> rows skipped/s);
    assert.deepEqual(await prices(id), { [item.id]: 123_450 });

    const people = { ...file, bytes: `id,name,priceListId\nP-1,Ada,${id}\nP-2,Bob,${id.slice(0, -1)}u\n` };
    const columns = await uploadForm(
      url,
      owner as TestPerson,
      '/settings/data/columns',
      { kind: 'customers' },
      people,
    );
    const packed = fieldIn(columns.text, 'packed');
    const named = { 'column.0': 'id', 'column.1': 'name', 'column.2': 'priceListId' };
    const report = await uploadForm(url, owner as TestPerson, '/settings/data/import', {
      kind: 'customers',
      packed,
      ...named,
    });
    assert.match(report.text, /<strong>1<\/strong> created.*<strong>1<\/strong> row skipped.*Price list/s);
    assert.equal(ok(await account.get('/customers/P-1')).priceListId, id);
  });

  if (!isFirstEngine) return;

  it('the editor takes the prices of the customer, and offers those of another one', async () => {
    const seller = await service().newAccount();
    const person = await signIn(service(), { accountId: seller.accountId, role: 'member' });
    const made = async (path: string, body: object) => (await seller.post(path, body)).body;
    const item = await made('/catalogue-items', {
      description: 'Workshop',
      unitPrice: 9000,
      currency: 'USD',
    });
    const euros = await made('/catalogue-items', { description: 'Workbench', unitPrice: 5000 });
    const list = await made('/price-lists', { name: 'Resellers' });
    for (const { id } of [item, euros]) {
      ok(await seller.put(`/price-lists/${list.id}/entries/${id}`, { unitPrice: 4000 }));
    }
    ok(await seller.patch('/customers/cus_test', { priceListId: list.id }));
    await seller.put('/customers/other', { name: 'Grace Hopper' });
    const line = { description: 'Workbench', quantity: 1, unitPrice: 5000, catalogueItemId: euros.id };
    const { id } = await createQuote(seller, { customerId: 'other', items: [line] });
    await withVisitor(await sharedChromium(), service().url, { viewport: DESKTOP }, async (tab, context) => {
      await context.addCookies([person.browserCookie]);
      await tab.goto(`${service().url}/${seller.accountId}/quotes/${id}/edit`);
      await tab.locator('.editor.live').waitFor();
      const price = (n: number) => tab.locator('.rows > .row').nth(n).getByLabel('Price', { exact: true });
      await tab.locator('#e-change-customer').click();
      await tab.locator('#e-customer').fill(CUSTOMER.name);
      await tab.locator('#e-customer-cus_test').click();
      const offer = tab.getByText('Catalogue lines have other prices for');
      await offer.waitFor();
      assert.equal(await price(0).inputValue(), '50.00', 'another customer changes no price');
      await expectAccessible(tab, 'the offer of prices');
      await tab.getByRole('button', { name: 'Use the prices for this customer' }).click();
      await offer.waitFor({ state: 'detached' });
      assert.equal(await price(0).inputValue(), '40.00');
      const last = tab.locator('.rows > .row').nth(1);
      await last.getByLabel('Description').pressSequentially('Works');
      await tab.getByRole('option', { name: /Workshop/ }).click();
      assert.equal(await price(1).inputValue(), '40.00', 'the list has a price in euros');
      await until(async () => ok(await seller.get(`/quotes/${id}`)).items.length === 2);
      await tab.locator('.save-state').filter({ hasText: 'Saved' }).waitFor();
    });
    const { customerId, items } = ok(await seller.get(`/quotes/${id}`));
    assert.deepEqual([customerId, items.map(({ unitPrice }: Json) => unitPrice)], ['cus_test', [4000, 4000]]);
  });

  testAll('the pages look good at a desk and on a phone', async () => {
    const id = await makeList();
    const item = await makeItem({
      sku: 'LONG-NUMBER-1234567890',
      description: 'A long description of a service '.repeat(3),
    });
    ok(await account.put(`/price-lists/${id}/entries/${item.id}`, { unitPrice: 123_456_789 }));
    const paths = ['/price-lists', `/price-lists/${id}`, `/price-lists/${id}?show=all`, '/price-lists/new'];
    await expectGoodLooksOfAll(
      service(),
      member as TestPerson,
      paths.map((path) => base + path),
    );
  });
});
