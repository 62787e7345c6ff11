import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ok, visit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import type { Client, Json } from '../support/service/client.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

let browser: Browser;
let service: TestService;
let account: TestAccount;
/** Sets and sees costs. */
let key: Client;

before(async () => {
  [browser, service] = await Promise.all([sharedChromium(), startTestService()]);
  account = await service.newAccount({ name: 'Nordlicht Studio' });
  const { secret } = await service.newKey(account.accountId, 'read,write', { seesCosts: true });
  key = service.client(secret);
  ok(
    await account.patch('/account', { proposals: 'prices', locale: 'en', email: 'owner@nordlicht.example' }),
  );
});
after(() => service?.close());

const ITEMS = [
  { description: 'Oak chair, oiled', quantity: 8, unit: 'pcs', unitPrice: 18_000, taxRate: 20, cost: 9000 },
  { description: 'Table\nTwo metres', quantity: 1, unitPrice: 120_000, taxRate: 20, cost: 60_000 },
  { description: 'Lamp', quantity: 1, unitPrice: 9000, taxRate: 20, optional: true, cost: 4000 },
  {
    description: 'Care',
    quantity: 2,
    unitPrice: 5000,
    taxRate: 20,
    quantityRange: { min: 1, max: 4 },
    cost: 0,
  },
];

const open = async (page: Page, quote: Json) => {
  await page.goto(quote.publicUrl);
  await page.locator('summary', { hasText: 'Ask for changes' }).click();
};
const wished = (page: Page) => page.locator('[data-wished]').innerText();
const lastOf = async ({ id }: Json): Promise<Json> =>
  ok(await account.get(`/quotes/${id}/proposals`)).data.at(-1) ?? {};

test('the new total follows what is typed and chosen, and is the one that is recorded', async () => {
  const quote = await sentQuote(key, { items: ITEMS, discountType: 'percentage', discountValue: 10 });
  await withVisitor(browser, service.url, { viewport: PHONE }, async (page) => {
    await open(page, quote);
    await expectNoHorizontalScroll(page, 'asking on a phone');
    await expectAccessible(page, 'asking on a phone');
    assert.equal(await wished(page), '€2,959.20');
    await page.locator('[name="wish0"]').fill('6');
    assert.equal(await wished(page), '€2,570.40');
    await page.locator('[name="offer0"]').fill('€150.5');
    await page.locator('[name="without1"]').check();
    await page.locator('tr[data-line="2"] input').check();
    await page.locator('tr[data-line="3"] input').fill('4');
    assert.equal(await wished(page), '€1,288.44');
    await page.locator('[name="wish0"]').fill('six');
    assert.equal(await page.locator('[name="wish0"]').getAttribute('aria-invalid'), 'true');
    await page.locator('[name="wish0"]').fill('6');
    // Enter in a field accepts nothing.
    await page.locator('#name').fill('Ada');
    await page.locator('[name="wish0"]').press('Enter');
    await page.locator('#proposal').fill('Six chairs, no table.');
    await page.getByRole('button', { name: 'Ask for changes' }).click();
    await page.locator('.notice.good').waitFor();
    assert.match(
      await page.locator('details', { hasText: 'Ask for changes' }).innerHTML(),
      /You asked for changes on/,
    );
  });
  const proposal = await lastOf(quote);
  assert.equal(proposal.total, 128_844);
  assert.deepEqual(
    proposal.changes.map(({ quantity, unitPrice, removed }: Json) => [quantity, unitPrice, removed]),
    [
      [6, 15_050, false],
      [null, null, true],
    ],
  );
  assert.equal(ok(await account.get(`/quotes/${quote.id}`)).status, 'SENT');
});

testAll('without scripts a button computes the total, and nothing typed is lost', async () => {
  const quote = await sentQuote(key, { items: ITEMS });
  const options = { viewport: PHONE, javaScriptEnabled: false };
  await withVisitor(browser, service.url, options, async (page) => {
    await open(page, quote);
    await page.locator('[name="wish0"]').fill('6');
    await page.locator('#proposal').fill('Six chairs.');
    await page.locator('[data-compute-wished]').click();
    assert.equal(await wished(page), '€2,856.00');
    assert.equal(await page.locator('#proposal').inputValue(), 'Six chairs.');
    await page.locator('[name="offer1"]').fill('free');
    await page.getByRole('button', { name: 'Ask for changes' }).click();
    await page.locator('.notice.bad').waitFor();
    assert.equal(await page.locator('[name="offer1"]').getAttribute('aria-invalid'), 'true');
    await page.locator('[name="offer1"]').fill('1,000');
    await page.getByRole('button', { name: 'Ask for changes' }).click();
    await page.locator('.notice.good').waitFor();
  });
  assert.equal((await lastOf(quote)).total, 261_600);
});

test('the console shows each difference, and the owner applies, adjusts or declines', async () => {
  const quote = await sentQuote(key, { items: ITEMS });
  const { accountId } = account;
  const [owner, reader, blind] = await Promise.all([
    signIn(service, { accountId }),
    signIn(service, { accountId, role: 'reader', name: 'Grace' }),
    signIn(service, { accountId, role: 'member', name: 'Nina' }),
  ]);
  const path = `/${accountId}/quotes/${quote.id}`;
  const ask = (wish: string) =>
    withVisitor(browser, service.url, { viewport: DESKTOP }, async (page) => {
      await open(page, quote);
      await page.locator('[name="wish0"]').fill(wish);
      await page.locator('#proposal').fill(`${wish} chairs <script>alert(1)</script>`);
      await page.getByRole('button', { name: 'Ask for changes' }).click();
      await page.locator('.notice.good').waitFor();
    });
  await ask('6');
  for (const [what, url] of [
    ['the page of the quote', path],
    ['home', `/${accountId}/`],
  ] as const) {
    const { text } = await owner.page(url);
    expectValidHtml(text, what);
    assert.match(
      text,
      /6 pcs × €180\.00[\s\S]*before:[\s\S]*8 pcs × €180\.00[\s\S]*-€432\.00|−€432\.00/,
      what,
    );
    assert.match(text, /Margin:[\s\S]*→/, what);
    assert.match(text, /6 chairs &lt;script&gt;/, what);
    assert.doesNotMatch((await blind.page(url)).text, /Margin:/, `${what}, for who sees no costs`);
  }
  assert.doesNotMatch((await reader.page(path)).text, /\/apply"/);
  const first = await lastOf(quote);
  assert.equal((await reader.page(`${path}/proposals/${first.id}/apply`, { version: '1' })).status, 403);

  await withVisitor(browser, service.url, { viewport: DESKTOP }, async (page, context) => {
    await context.addCookies([owner.browserCookie]);
    await page.goto(service.url + path);
    await expectAccessible(page, 'a request in the console');
    await page.getByRole('link', { name: 'Adjust in the editor' }).click();
    await page.waitForURL(/\/edit\?proposal=/);
    const quantity = page.getByLabel('Quantity').first();
    await quantity.waitFor();
    assert.equal(await quantity.inputValue(), '6');
    assert.equal(ok(await account.get(`/quotes/${quote.id}`)).revision, 1, 'nothing is saved yet');
  });

  await withVisitor(browser, service.url, { viewport: PHONE }, async (page, context) => {
    await context.addCookies([owner.browserCookie]);
    await page.goto(service.url + path);
    await expectNoHorizontalScroll(page, 'a request in the console on a phone');
    await page.locator('summary', { hasText: 'Decline with an answer' }).click();
    await page.getByLabel('Answer to the customer').fill('Eight are the least.');
    await page.getByRole('button', { name: 'Decline the changes' }).click();
    await page.locator('.notice.good, .notice').first().waitFor();
    assert.equal((await lastOf(quote)).answer, 'Eight are the least.');
  });
  assert.match((await visit(quote.publicUrl)).text, /Eight are the least\./);

  await ask('7');
  await withVisitor(browser, service.url, { viewport: PHONE }, async (page, context) => {
    await context.addCookies([owner.browserCookie]);
    await page.goto(service.url + path);
    await page.getByRole('button', { name: 'Apply the changes' }).click();
    await page.waitForURL(/notice=applied/);
    assert.match(await page.locator('main').innerText(), /The changes are in the quote/);
  });
  const changed = ok(await account.get(`/quotes/${quote.id}`));
  assert.deepEqual([changed.items[0].quantity, changed.revision, changed.status], [7, 2, 'SENT']);
  const stale = await owner.page(`${path}/proposals/${(await lastOf(quote)).id}/apply`, { version: '1' });
  assert.equal(stale.status, 412);
});
