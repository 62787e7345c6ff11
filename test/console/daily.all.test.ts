import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays, toCalendarDate } from '../../src/domain/calendar.ts';
import { mailsOf, ok, submit } from '../support/api/customer.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { atWork, type Effort, expectAtMost, type Hands } from '../support/console/at-work.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { DAY } from '../support/service/clock.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

/**
 * Tasks of a working day, with what each may cost. Two more are in `everyday.test.ts`: the quote of last year again, and
 * an accepted quote that is invoiced.
 */
let service: TestService;
let account: TestAccount;
let rosa: TestPerson;

before(async () => {
  service = await startTestService();
  account = await service.newAccount({ name: 'Green Garden' });
  const address = { street: 'Weg 1', postalCode: '10115', city: 'Berlin' };
  ok(await account.patch('/account', { ...address, country: 'DE', bank: { lines: ['Giro 1'] } }));
  ok(await account.put('/customers/ada', { name: 'Ada Lovelace', email: 'ada@example.com', ...address }));
  rosa = await signIn(service, { accountId: account.accountId, role: 'member', name: 'Rosa' });
});
after(() => service?.close());

const ITEMS = [{ description: 'Mowing the lawn', quantity: 12, unitPrice: 4200, taxRate: 19 }];

function work(path: string, use: (page: Page, spent: Effort, hands: Hands) => Promise<void>): Promise<void> {
  return atWork({ url: `${service.url}/${rosa.accountId}/${path}`, cookie: rosa.browserCookie }, use, {
    locale: 'en-GB',
  });
}

async function overdueInvoice(late: number): Promise<{ id: string; number: string }> {
  const { timeZone } = (await account.get('/account')).body;
  const dueDate = addDays(toCalendarDate(service.clock(), timeZone), -late);
  const quote = await createQuote(account, { customerId: 'ada', title: 'Hedge', items: ITEMS });
  const draft = ok(await account.post(`/quotes/${quote.id}/convert-to-invoice`, { dueDate }));
  ok(await account.post(`/invoices/${draft.id}/send`, {}));
  return ok(await account.get(`/invoices/${draft.id}`));
}

test('set-up leads to the first quote, which is sent', async () => {
  const fresh = await startTestService();
  try {
    const url = (fresh.setupUrl ?? '').replace('//localhost', '//127.0.0.1');
    await atWork(
      { url },
      async (page, spent, { click, press, type }) => {
        const fill = async (id: string, text: string) => {
          await click(page.locator(`#${id}`));
          await type(text);
        };
        await fill('business', 'Ada & Co');
        await fill('name', 'Ada Lovelace');
        await fill('email', 'owner@example.test');
        await fill('password', 'correct horse battery');
        await press('Enter');
        await page.waitForURL(/settings\/start/);
        await click(page.locator('main form button[type="submit"]'));
        await page.waitForURL(/acc_\w+\/(\?|$)/);
        await click(page.locator('.first-steps a[href$="/quotes/new"]'));
        await page.locator('.editor.live').waitFor();
        await type('Fence');
        await press('Tab');
        await type('Grace');
        await page.getByRole('option', { name: /Create/ }).waitFor();
        await press('Enter');
        await page.locator('#e-new-email:focus').waitFor();
        await type('grace@example.test');
        await press('Enter');
        await page.locator('#e-validUntil:focus').waitFor();
        await press('Alt+n');
        await type('Fence');
        await press('Tab', 3);
        await type('500');
        await press('Control+Enter');
        await page.waitForURL(/\/send$/);
        await press('Control+Enter');
        await page.waitForURL(/notice=sent/);
        expectAtMost(spent, { clicks: 6, keys: 105, loads: 5 });
      },
      { locale: 'en-GB' },
    );
  } finally {
    await fresh.close();
  }
});

test('five lines are taken from the catalogue without the mouse', async () => {
  const names = ['Mowing', 'Hedge', 'Weeding', 'Digging', 'Planting'];
  for (const description of names)
    ok(await account.post('/catalogue-items', { description, unitPrice: 4500, unit: 'h', taxRate: 19 }));
  await work('quotes/new?customer=ada', async (page, spent, { press, type }) => {
    await page.locator('.editor.live').waitFor();
    await type('Garden');
    await press('Alt+n');
    for (const name of names) {
      await type(name.slice(0, 3).toLowerCase());
      await page.getByRole('option', { name: new RegExp(name), selected: true }).waitFor();
      await press('Enter');
      await page.locator('[data-field="quantity"]:focus').waitFor();
      await type('3');
      await press('Enter');
    }
    await press('Control+s');
    await page
      .locator('.save-state')
      .filter({ hasText: /^Saved/ })
      .waitFor();
    expectAtMost(spent, { clicks: 0, keys: 38, loads: 0 });
    const { items, total } = ok(await account.get(`/quotes/${/quo_\w+/.exec(page.url())?.[0]}`));
    assert.deepEqual([items.length, total], [5, (5 * 3 * 4500 * 119) / 100]);
  });
});

test('a quote of a customer is found by their name', async () => {
  await createQuote(account, { customerId: 'ada', title: 'Winter garden', items: ITEMS });
  await work('', async (page, spent, { press, type }) => {
    await press('Control+k');
    await page.locator('#palette[open]').waitFor();
    await type('winter');
    await page.getByRole('option', { name: /Winter garden/ }).waitFor();
    await press('Enter');
    await page.getByRole('heading', { name: 'Winter garden' }).waitFor();
    expectAtMost(spent, { clicks: 0, keys: 8, loads: 1 });
  });
});

test('a quote without a sign is followed up from Home', async () => {
  const validUntil = new Date(service.clock() + 60 * DAY).toISOString();
  const { id } = await sentQuote(account, { customerId: 'ada', title: 'Quiet', items: ITEMS, validUntil });
  service.clock.advance(8 * DAY);
  const before = (await mailsOf(service, account)).length;
  await work('', async (page, spent, { click }) => {
    await click(page.locator(`a[href$="/quotes/${id}/remind"]`));
    await click(page.locator('form button[type="submit"]').filter({ hasText: /remind/i }));
    await page.waitForURL(/notice=reminded/);
    expectAtMost(spent, { clicks: 2, keys: 0, loads: 2 });
  });
  assert.equal((await mailsOf(service, account)).length, before + 1);
});

test('a payment is recorded', async () => {
  const { id, number } = await overdueInvoice(3);
  await work('', async (page, spent, { click, press, type }) => {
    await press('Control+k');
    await page.locator('#palette[open]').waitFor();
    await type(number);
    await page.getByRole('option', { name: new RegExp(number), selected: true }).waitFor();
    await press('Enter');
    await page.waitForURL(new RegExp(id));
    await click(page.getByText('Record payment'));
    await click('Save payment');
    await page.waitForURL(/done=paid/);
    expectAtMost(spent, { clicks: 2, keys: 16, loads: 2 });
  });
  assert.equal(ok(await account.get(`/invoices/${id}`)).status, 'PAID');
});

test('all overdue invoices are reminded of', async () => {
  await overdueInvoice(3);
  await overdueInvoice(20);
  const before = (await mailsOf(service, account)).length;
  await work('', async (page, spent, { click }) => {
    await click(page.locator('.receivables .late a').first());
    await click(page.locator('[data-mark-all]'));
    await click(page.locator('button[value="remind"]'));
    await click(page.locator('.several button[type="submit"]'));
    await page
      .locator('.notice')
      .filter({ hasText: /2 of 2/ })
      .waitFor();
    expectAtMost(spent, { clicks: 4, keys: 0, loads: 3 });
  });
  assert.equal((await mailsOf(service, account)).length, before + 2);
});

test('a sent quote is revised and sent again', async () => {
  const { id } = await sentQuote(account, { customerId: 'ada', title: 'Lawn', items: ITEMS });
  await work(`quotes/${id}`, async (page, spent, { click, press, type }) => {
    await click(page.locator('.page-head').getByRole('link', { name: 'Edit' }));
    await page.locator('.editor.live').waitFor();
    await click(page.locator('.rows .price input').first());
    await press('Control+A');
    await type('45');
    await press('Control+Enter');
    await page.waitForURL(/\/send$/);
    await press('Control+Enter');
    await page.waitForURL(/notice=sent/);
    expectAtMost(spent, { clicks: 2, keys: 5, loads: 3 });
  });
  const { revision, total } = ok(await account.get(`/quotes/${id}`));
  assert.deepEqual([revision, total], [2, (12 * 4500 * 119) / 100]);
});

test('a question is answered on Home', async () => {
  const { id, publicUrl } = await sentQuote(account, { customerId: 'ada', title: 'Pond', items: ITEMS });
  await submit(publicUrl, 'question', { question: 'With fish?' });
  await work('', async (page, spent, { click, press, type }) => {
    await click(page.locator('.answer textarea'));
    await type('Yes.');
    await press('Tab');
    await press('Enter');
    await page.getByText(/on its way/).waitFor();
    expectAtMost(spent, { clicks: 1, keys: 6, loads: 1 });
  });
  const { messages } = ok(await account.get(`/quotes/${id}/messages`));
  assert.ok(JSON.stringify(messages ?? (await account.get(`/quotes/${id}/messages`)).body).includes('Yes.'));
});
