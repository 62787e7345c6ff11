import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  DESK,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

const OWNER = { name: 'Ada Lovelace', email: 'owner@example.test', password: 'correct horse battery' };
const LINES = 10;
/** 1,234.50 × 1 … 10, and 19 % on it. */
const TOTAL = '€80,798.03';

let browser: Browser;
let service: TestService;
before(async () => {
  [browser, service] = await Promise.all([launchChromium(), startTestService()]);
});
after(() => Promise.all([browser?.close(), service?.close()]));

const inBrowser = (options: BrowserContextOptions, use: (page: Page) => Promise<void>) =>
  withVisitor(browser, service.url, { viewport: DESK, locale: 'en-GB', ...options }, use);
const href = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name }).first().getAttribute('href');

test('the day of a business: set up, a customer, a quote by keyboard, sent, accepted, invoiced, exported', async () => {
  await inBrowser({}, async (page) => {
    // Another name for the same place, of which the browser would keep the cookie to itself.
    await page.goto((service.setupUrl ?? '').replace('//localhost', '//127.0.0.1'));
    for (const [name, value] of Object.entries(OWNER)) await page.fill(`#${name}`, value);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Make your first quote' }).waitFor();
    const base = new URL(page.url()).pathname;

    await page.goto(`${service.url}${base}customers/new`);
    await page.getByLabel('Name', { exact: true }).first().fill('Grace Hopper');
    await page
      .getByLabel(/^Email/)
      .first()
      .fill('grace@example.test');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();

    const quoteId = await writeQuote(page);
    await page.getByLabel('To', { exact: true }).waitFor();
    await expectAccessible(page, 'the page that sends');
    await page.getByRole('button', { name: 'Send quote' }).click();
    await page.waitForURL(new RegExp(`quotes/${quoteId}(\\?|$)`));
    const link = await page.locator('input[readonly]').first().inputValue();
    assert.match(link, /\/q\/[\w-]+$/);

    await acceptElsewhere(link);

    await page.goto(`${service.url}${base}quotes/${quoteId}`);
    await page.getByText('Accepted', { exact: true }).first().waitFor();
    await page.getByText('Grace Hopper').first().waitFor();
    await page
      .getByRole('link', { name: 'Make invoice' })
      .or(page.getByRole('button', { name: 'Make invoice' }))
      .first()
      .click();
    const sure = page.getByRole('button', { name: /^Make invoice/ });
    if (!(await page.getByRole('link', { name: /^INV-/ }).count())) await sure.first().click();
    await page
      .getByRole('link', { name: /INV-\d{4}-00001/ })
      .first()
      .waitFor();

    await page.goto(`${service.url}${base}quotes`);
    assert.equal(await page.locator('[data-row]').count(), 1);
    await page.getByText('Invoiced', { exact: true }).first().waitFor();
    const csv = await page.request.get(`${service.url}${await href(page, 'Export all as CSV')}`);
    assert.equal(csv.status(), 200);
    const [heading, row, ...rest] = (await csv.text()).trim().split('\r\n');
    assert.match(heading ?? '', /number/);
    assert.match(row ?? '', /Ten lines/);
    assert.match(row ?? '', /80798\.03/);
    assert.deepEqual(rest, []);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page, 'the list on a phone');
  });
});

/** With the keyboard alone, up to the page that sends it. */
async function writeQuote(page: Page): Promise<string> {
  const { keyboard } = page;
  await keyboard.press('n');
  await page.locator('.editor.live').waitFor();
  await keyboard.type('Ten lines');
  await keyboard.press('Tab');
  await keyboard.type('grace');
  await page.getByRole('option', { name: /Grace Hopper/ }).waitFor();
  await keyboard.press('Enter');
  await page.locator('#e-change-customer:focus').waitFor();
  await keyboard.press('Alt+n');
  for (let n = 1; n <= LINES; n++) {
    await keyboard.type(`Line ${n}`);
    for (const text of [String(n), 'h', '1,234.50', '19']) {
      await keyboard.press('Tab');
      await keyboard.press('Control+A');
      await keyboard.type(text);
    }
    await keyboard.press('Enter');
  }
  await page.locator('.totals .total dd').filter({ hasText: TOTAL }).waitFor();
  await keyboard.press('Control+Enter');
  await page.waitForURL(/quotes\/quo_\w+\/send/);
  return /quo_\w+/.exec(page.url())?.[0] ?? '';
}

/** By the customer, who has a phone and nothing of ours in it. */
async function acceptElsewhere(link: string): Promise<void> {
  await inBrowser({ viewport: PHONE, colorScheme: 'dark' }, async (page) => {
    await page.goto(link);
    await page.getByText(TOTAL).first().waitFor();
    await page.getByLabel(/name/i).first().fill('Grace Hopper');
    await page.getByRole('button', { name: 'Accept quote' }).click();
    await page
      .getByText(/Accepted/)
      .first()
      .waitFor();
  });
}
