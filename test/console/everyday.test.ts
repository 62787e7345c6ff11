import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { expectAccessible, expectNoHorizontalScroll, PHONE } from '../support/browser/browser-page.ts';
import { type Effort, expectAtMost, type Hands, atWork as openAtWork } from '../support/console/at-work.ts';
import { readEditorData } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

let service: TestService;
let account: TestAccount;
let rosa: TestPerson;

before(async () => {
  service = await startTestService();
  account = await service.newAccount({ name: 'Green Garden' });
  ok(await account.patch('/account', { currency: 'GBP', defaultTaxRate: 20, taxId: 'GB123456789' }));
  ok(await account.put('/customers/ada', { name: 'Ada Lovelace', email: 'ada@example.com' }));
  for (const [description, unitPrice, unit] of [
    ['Mowing the lawn', 4500, 'h'],
    ['Hedge trimming', 5200, 'm'],
  ] as const) {
    ok(await account.post('/catalogue-items', { description, unitPrice, unit, taxRate: 20 }));
  }
  rosa = await signIn(service, { accountId: account.accountId, role: 'member', name: 'Rosa' });
});
after(() => service?.close());

function atWork(
  path: string,
  use: (page: Page, spent: Effort, hands: Hands) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const url = `${service.url}/${rosa.accountId}/${path}`;
  return openAtWork({ url, cookie: rosa.browserCookie }, use, options);
}

const isSent = (page: Page) => page.waitForURL(/quotes\/quo_\w+\?notice=sent/);
const quoteOf = async (page: Page) => ok(await account.get(`/quotes/${/quo_\w+/.exec(page.url())?.[0]}`));

test('a new quote for a known customer with two lines from the catalogue is sent with one click', async () => {
  await atWork('quotes', async (page, spent, { click, press, type }) => {
    await click(page.getByRole('link', { name: 'New quote' }).first());
    await page.locator('.editor.live').waitFor();
    await type('Garden in spring');
    await press('Tab');
    await type('lovel');
    await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor();
    await press('Enter');
    await page.locator('#e-change-customer:focus').waitFor();
    await press('Alt+n');
    for (const [typed, name] of [
      ['mow', /Mowing the lawn/],
      ['hedge', /Hedge trimming/],
    ] as const) {
      await type(typed);
      await page.getByRole('option', { name, selected: true }).waitFor();
      await press('Enter');
      await page.locator('[data-field="quantity"]:focus').waitFor();
      await type('3');
      await press('Enter');
    }
    await press('Control+Enter');
    await page.waitForURL(/\/send$/);
    await press('Control+Enter');
    await isSent(page);
    expectAtMost(spent, { clicks: 1, keys: 40, loads: 3 });
    const { status, items, total, customerId } = await quoteOf(page);
    assert.deepEqual([status, customerId, total], ['SENT', 'ada', (3 * 4500 + 3 * 5200) * 1.2]);
    assert.deepEqual(
      items.map((item: Record<string, unknown>) => [item.description, item.unit, item.taxRate]),
      [
        ['Mowing the lawn', 'h', 20],
        ['Hedge trimming', 'm', 20],
      ],
    );
  });
});

testAll('the quote of last year is repeated with one change in at most four clicks', async () => {
  const { id } = await createQuote(account, {
    customerId: 'ada',
    title: 'Garden last year',
    items: [{ description: 'Mowing the lawn', quantity: 12, unitPrice: 4200, taxRate: 20 }],
  });
  await atWork('quotes', async (page, spent, { click, press, type }) => {
    await click(page.getByRole('link', { name: /Garden last year/ }).first());
    await page.waitForURL(new RegExp(id));
    await click(page.locator('.page-head details.menu summary'));
    await click('Duplicate quote');
    await page.locator('.editor.live').waitFor();
    assert.notEqual(/quo_\w+/.exec(page.url())?.[0], id);
    await click(page.locator('.rows .price input').first());
    await press('Control+A');
    await type('£45');
    await press('Control+Enter');
    await page.waitForURL(/\/send$/);
    await press('Control+Enter');
    await isSent(page);
    expectAtMost(spent, { clicks: 4, keys: 6, loads: 4 });
    const { status, total, title } = await quoteOf(page);
    assert.deepEqual([status, title, total], ['SENT', 'Garden last year', 12 * 4500 * 1.2]);
  });
});

testAll('an accepted quote is invoiced, and the invoice sent, in two clicks', async () => {
  const { id } = await createQuote(account, { customerId: 'ada', title: 'Garden accepted' });
  ok(await account.patch(`/quotes/${id}`, { status: 'ACCEPTED' }));
  const address = { street: 'Weg 1', postalCode: '10115', city: 'Berlin' };
  const complete = { ...address, country: 'GB', currency: 'GBP', bank: { lines: ['Giro 1'] } };
  ok(await account.patch('/account', complete));
  ok(await account.patch('/customers/ada', address));
  await atWork(`quotes/${id}`, async (page, spent, { click }) => {
    await click(page.getByRole('link', { name: 'Create invoice' }).first());
    await click('Create and send invoice');
    await page.waitForURL(/invoices\/inv_\w+/);
    expectAtMost(spent, { clicks: 2, keys: 0, loads: 2 });
    const invoice = ok(await account.get(`/invoices/${/inv_\w+/.exec(page.url())?.[0]}`));
    assert.deepEqual([invoice.quoteId, invoice.status, invoice.sentAt !== null], [id, 'ISSUED', true]);
  });
});

testAll(
  'suggestions close with Escape, are tapped on a phone, and Enter takes the first for a new line only',
  async () => {
    await atWork(
      'quotes/new?customer=ada',
      async (page, _spent, { press, type }) => {
        await page.locator('.editor.live').waitFor();
        const bar = await page.locator('.save-bar').boundingBox();
        assert.ok(bar && bar.height <= 56, `the bar is ${bar?.height} px high`);
        assert.equal(await page.locator('.bottom-bar').isVisible(), false, 'there is one bar');
        const description = page.locator('.rows [data-field="description"]').first();
        await description.focus();
        await type('hed');
        const option = page.getByRole('option', { name: /Hedge trimming/ });
        await option.waitFor();
        await expectAccessible(page, 'suggestions in Arabic on a dark phone');
        const [list, field, rows] = await Promise.all(
          [page.locator('#e-suggestions'), description, page.locator('.rows')].map((one) =>
            one.boundingBox(),
          ),
        );
        assert.ok(list && field && rows);
        assert.equal(
          Math.round(list.x + list.width),
          Math.round(field.x + field.width),
          'begins where the text does',
        );
        assert.ok(list.x >= rows.x - 1, 'stays within the lines');
        await press('Escape');
        await option.waitFor({ state: 'hidden' });
        await type('g');
        await option.tap();
        assert.equal(await description.inputValue(), 'Hedge trimming');
        await page.locator('.rows [data-field="quantity"]:focus').waitFor();
        await page.locator('.rows [data-field="description"]').nth(1).focus();
        await type('mow');
        const mowing = page.getByRole('option', { name: /Mowing/ }).first();
        await page.getByRole('option', { name: /Mowing/, selected: true }).waitFor();
        await press('Enter');
        const second = page.locator('.rows [data-field="description"]').nth(1);
        assert.equal(await second.inputValue(), 'Mowing the lawn');
        await second.focus();
        await press('End');
        await press('Backspace');
        await mowing.waitFor();
        await press('Enter');
        await page.locator('.rows .row').nth(2).locator('[data-field="description"]:focus').waitFor();
        assert.equal(await second.inputValue(), 'Mowing the law', 'a line with a price keeps what is typed');
      },
      { viewport: PHONE, hasTouch: true, locale: 'ar', colorScheme: 'dark' },
    );
  },
);

testAll(
  'alternatives need no name, show their radio at once, and a schedule comes from a preset',
  async () => {
    const { id } = await createQuote(account, {
      customerId: 'ada',
      items: [{ description: 'Pond, small', quantity: 1, unitPrice: 100_000, taxRate: 20 }],
    });
    await atWork(`quotes/${id}/edit`, async (page, _spent, { click, press, type }) => {
      await page.locator('.editor.live').waitFor();
      await page.locator('.rows .icon-button').first().click();
      await click('Add alternative');
      await page.locator('.rows .row').nth(1).locator('[data-field="description"]:focus').waitFor();
      assert.equal(await page.locator('.rows input[type="radio"]').count(), 2);
      await type('Pond, large');
      await page.locator('.rows .row').nth(1).getByLabel('Price', { exact: true }).fill('2,000');
      await page.getByRole('heading', { name: 'Payment schedule' }).click();
      await click('30% deposit, rest on completion');
      await page.locator('.stages input').first().waitFor();
      await page.getByLabel('Purpose').first().fill('');
      await page
        .locator('.save-state')
        .filter({ hasText: /every stage of the payment schedule is complete/ })
        .waitFor();
      await page.getByLabel('Purpose').first().fill('Deposit');
      await page.getByLabel('Name of the choice').fill('Pond');
      await expectAccessible(page, 'alternatives and a schedule');
      await press('Control+s');
      await page
        .locator('.save-state')
        .filter({ hasText: /^Saved/ })
        .waitFor();
    });
    const { items, paymentSchedule } = ok(await account.get(`/quotes/${id}`));
    assert.deepEqual(
      items.map((item: Record<string, unknown>) => [item.description, item.choice, item.selected]),
      [
        ['Pond, small', 'Pond', true],
        ['Pond, large', 'Pond', false],
      ],
    );
    assert.deepEqual(
      paymentSchedule.map((stage: Record<string, unknown>) => [stage.label, stage.type, stage.amount]),
      [
        ['Deposit', 'percentage', 36_000],
        ['Balance', 'rest', 84_000],
      ],
    );
  },
);

testAll('a template is written in the editor of quotes and used from there', async () => {
  await atWork('templates/new', async (page, _spent, { press, type }) => {
    await page.locator('.editor.live').waitFor();
    await type('Spring clean');
    await page.locator('#e-title').fill('Spring in your garden');
    await page.locator('#e-validityDays').fill('14');
    await page.locator('.rows [data-field="description"]').first().focus();
    await type('Hedge');
    await page.getByRole('option', { name: /Hedge trimming/, selected: true }).waitFor();
    await press('Enter');
    await page
      .locator('.save-state')
      .filter({ hasText: /^Saved/ })
      .waitFor();
    await page.waitForURL(/templates\/tpl_\w+\/edit/);
    const id = /tpl_\w+/.exec(page.url())?.[0];
    await expectAccessible(page, 'a template');
    const template = ok(await account.get(`/templates/${id}`));
    assert.deepEqual(
      [template.name, template.validityDays, template.items[0].unit],
      ['Spring clean', 14, 'm'],
    );
    ok(await account.patch(`/templates/${id}`, { terms: 'Theirs' }));
    await page.locator('#e-title').fill('Spring');
    await page.getByRole('dialog').getByRole('button', { name: 'Save selection' }).click();
    await page
      .locator('.save-state')
      .filter({ hasText: /^Saved/ })
      .waitFor();
    const merged = ok(await account.get(`/templates/${id}`));
    assert.deepEqual([merged.title, merged.terms], ['Spring', 'Theirs']);
    await press('Control+Enter');
    await page.waitForURL(/quotes\/new\?template=/);
    await page.locator('.editor.live').waitFor();
    assert.equal(await page.locator('#e-title').inputValue(), 'Spring');
    await expectAccessible(page, 'a new quote with templates');
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page, 'a new quote with templates');
  });
});

test('a business with a tax number is warned before it sends a quote without tax', async () => {
  const warned = async (items: object[]) => {
    const { id } = await createQuote(account, { customerId: 'ada', items });
    return /this quote has no tax/.test((await rosa.page(`/${rosa.accountId}/quotes/${id}/send`)).text);
  };
  const fresh = (await rosa.page(`/${rosa.accountId}/quotes/new`)).text;
  assert.equal(readEditorData(fresh).defaultTax, '20', 'a new line has the usual tax');
  const item = { description: 'Book', quantity: 1, unitPrice: 1000, taxRate: 0 };
  assert.equal(await warned([item]), true);
  assert.equal(await warned([{ ...item, taxCategory: 'exempt' }]), false);
  assert.equal(await warned([item, { ...item, taxRate: 20 }]), false);
});

test('a quote that the keys of the list rest on is fetched ahead, and Enter opens it from memory', async () => {
  await createQuote(account, { customerId: 'ada' });
  await atWork('quotes', async (page, _spent, { press }) => {
    await press('j');
    await page.locator('a[data-open][data-focused]').waitFor();
    // Rules are matched again after the next frame.
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    await press('Enter');
    await page.locator('.page-head').getByRole('link', { name: 'Edit' }).waitFor();
    const how = await page.evaluate("performance.getEntriesByType('navigation')[0].deliveryType");
    assert.equal(how, 'navigational-prefetch');
  });
});
