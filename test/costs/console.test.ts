import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { putCatalogueItems } from '../../src/actions/account/import/put-catalogue-items.ts';
import { parseCatalogueCells } from '../../src/actions/account/import/read-cells.ts';
import type { CatalogueItemInput } from '../../src/domain/catalogue/catalogue-item.ts';
import { getLines } from '../../src/pages/console/editor/draft/draft.ts';
import { DESKTOP, expectAccessible, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { fieldIn, readEditorData } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const ITEM = { description: 'Turbine', quantity: 1, unitPrice: 20_000, taxRate: 19 };

let browser: Browser;
let service: TestService;
let account: TestAccount;
let owner: TestPerson;
let member: TestPerson;

before(async () => {
  browser = await sharedChromium();
  service = await startTestService();
  account = await service.newAccount();
  owner = await signIn(service, { accountId: account.accountId });
  member = await signIn(service, { accountId: account.accountId, role: 'member' });
});

after(() => service?.close());

async function createCosted(cost: number | null = 7654): Promise<string> {
  const items = [{ ...ITEM, cost }];
  const made = await owner.post('/quotes', { customerId: account.customerId, title: 'Turbine', items });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const costOf = async (id: string) => (await owner.get(`/quotes/${id}`)).body.items[0].cost;

/** Opens the editor and the details of the first line. */
async function edit(person: TestPerson, id: string, use: (page: Page) => Promise<void>): Promise<void> {
  await withVisitor(browser, service.url, { viewport: DESKTOP }, async (page, context) => {
    await context.addCookies([person.browserCookie]);
    await page.goto(`${service.url}/${account.accountId}/quotes/${id}/edit`);
    await page.locator('.editor.live').waitFor();
    await page.locator('.rows [data-field=menu]').first().click();
    await page.locator('.rows .more').first().waitFor();
    await use(page);
  });
}

const stateOfDevice = (page: Page) =>
  page.evaluate(async () => {
    const { indexedDB } = globalThis as unknown as { indexedDB: { databases(): Promise<unknown> } };
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases]);
  });

test('the editor shows cost and margin, saves the cost, and keeps none of it on the device', async () => {
  const id = await createCosted(null);
  await edit(owner, id, async (page) => {
    const totals = page.locator('.totals');
    await totals.getByText('Known once every selected line has a cost.').waitFor();
    // Nothing is saved, so that the copy on the device stays.
    await page.route('**/api/v1/quotes/**', (route) =>
      route.fulfill({ status: 429, json: { code: 'rate_limited', errors: [] } }),
    );
    await page.getByLabel('Cost', { exact: true }).fill('76.54');
    await totals.getByText('€123.46 (61.73%)').waitFor();
    await page.locator('.rows .more').getByText('Margin: €123.46').waitFor();
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((key) => key.startsWith('proffer:draft')),
    );
    assert.doesNotMatch(await stateOfDevice(page), /76\.54|\b7654\b|"cost"/);
    await expectAccessible(page, 'the editor with costs');
    await page.unroute('**/api/v1/quotes/**');
    // The editor repeats a save that met a limit, so a last 429 may still arrive.
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.status() !== 429,
    );
    await page.getByLabel('Title', { exact: true }).fill('Turbine 2');
    assert.equal((await saved).status(), 200);
  });
  assert.equal(await costOf(id), 7654);
});

test('the editor of a person without the right shows no cost and leaves it as it is', async () => {
  const id = await createCosted();
  await edit(member, id, async (page) => {
    assert.equal(await page.getByLabel('Cost', { exact: true }).count(), 0);
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByLabel('Price', { exact: true }).first().fill('300');
    assert.equal((await saved).status(), 200);
    assert.doesNotMatch((await page.content()) + (await stateOfDevice(page)), /76\.54|\b7654\b|"cost":/);
  });
  const { items } = (await owner.get(`/quotes/${id}`)).body;
  assert.deepEqual([items[0].unitPrice, items[0].cost], [30_000, 7654]);
});

test('the page of the editor has costs for owners only', async () => {
  const path = `/${account.accountId}/quotes/${await createCosted()}/edit`;
  const costsFor = async (person: TestPerson) =>
    getLines(readEditorData((await person.page(path)).text).draft.rows).map(({ line }) => line.cost);
  assert.deepEqual([await costsFor(owner), await costsFor(member)], [['76.54'], [undefined]]);
});

test('the list has a column of margins, and the catalogue a cost, for those who may see them', async () => {
  await createCosted(2000);
  const list = `/${account.accountId}/quotes`;
  const shown = (await owner.page(`${list}?margin=1&sort=-margin`)).text;
  assert.match(shown, /€180\.00/);
  assert.match(shown, /90%/);
  assert.doesNotMatch((await owner.page(list)).text, /€180\.00/);
  const hidden = (await member.page(`${list}?margin=1&sort=-margin`)).text;
  assert.doesNotMatch(hidden, /€180\.00|margin=|Margin/);

  const catalogue = `/${account.accountId}/catalogue`;
  const item = { description: 'Blade', unitPrice: '50', currency: 'EUR', taxRate: '19', cost: '12.34' };
  const made = await owner.page(`${catalogue}/new`, item);
  assert.equal(made.status, 303, made.text.slice(0, 300));
  const at = new URL(made.location ?? '', service.url).pathname;
  assert.match((await owner.page(at)).text, /€12\.34/);
  assert.doesNotMatch((await member.page(at)).text, /12\.34/);
  const form = (await member.page(`${at}/edit`)).text;
  const version = fieldIn(form, 'version');
  const saved = await member.page(`${at}/edit`, { ...item, version, unitPrice: '60', cost: '1' });
  assert.equal(saved.status, 303, saved.text.slice(0, 300));
  const [id = ''] = /cat_\w+/.exec(at) ?? [];
  const { cost, unitPrice } = (await owner.get(`/catalogue-items/${id}`)).body;
  assert.deepEqual([unitPrice, cost], [6000, 1234]);
});

test('an import of the catalogue takes costs, and tells whether they changed', async () => {
  const rows = (cost: number | null) =>
    [{ sku: 'IMP-1', description: 'Rotor', unitPrice: 5000, cost }] as CatalogueItemInput[];
  const put = async (cost: number | null) => {
    const options = { dryRun: false, replace: false, now: service.clock() };
    const owning = { accountId: account.accountId, actor: { type: 'system' as const } };
    return putCatalogueItems({ db: service.db }, owning, rows(cost), options);
  };
  const costNow = async () => (await owner.get('/catalogue-items?search=IMP-1')).body.data[0].cost;
  assert.deepEqual([await put(1234), await costNow()], [['created'], 1234]);
  assert.deepEqual([await put(1234), await costNow()], [['unchanged'], 1234]);
  assert.deepEqual([await put(null), await costNow()], [['updated'], null]);
  const cells = parseCatalogueCells(
    { description: 'Rotor', cost: '12.34' },
    { currency: 'EUR', country: null, locale: { tag: 'en' } },
  );
  assert.equal(cells.cost, 1234);
});
