import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { CONSOLE, type ConsoleTexts } from '../../src/i18n/console.ts';
import { formatAmountInput, formatNumberInput } from '../../src/i18n/format-input.ts';
import { accept } from '../support/api/customer.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { testAll } from '../support/run/all.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

const OWNER = {
  business: 'Ada & Co',
  name: 'Ada Lovelace',
  email: 'owner@example.test',
  password: 'correct horse battery',
};

/** Longer quotes are tested in `editor.test.ts`. */
const LINES = 3;

interface Day {
  name: string;
  options: BrowserContextOptions;
  t: ConsoleTexts;
  /** Locale in which this person writes numbers. */
  tag: string;
  /** 1,234.50 × 1 … 3 plus 19 %, formatted for this person. */
  total: string;
}

/** Together they cover every width, color scheme and direction. */
const DAYS: Day[] = [
  {
    ...{ name: 'at a desk', options: { viewport: DESKTOP, locale: 'en-GB' }, t: CONSOLE.en, tag: 'en-GB' },
    total: '€8,814.33',
  },
  {
    name: 'on a phone in the dark, in Arabic',
    options: { viewport: PHONE, colorScheme: 'dark', locale: 'ar-EG' },
    ...{ t: CONSOLE.ar, tag: 'ar-EG', total: '٨٬٨١٤٫٣٣' },
  },
];

let browser: Browser;
before(async () => {
  browser = await sharedChromium();
});

for (const [index, day] of DAYS.entries()) {
  const define = index === 0 ? test : testAll;
  define(
    `a business ${day.name} sets up, adds a customer, writes a quote by keyboard, sends it, invoices and exports it`,
    async () => {
      const service = await startTestService();
      try {
        await withVisitor(browser, service.url, day.options, (page) => wholeDay(service, page, day));
      } finally {
        await service.close();
      }
    },
  );
}

async function wholeDay(service: TestService, page: Page, day: Day): Promise<void> {
  const { t, options } = day;
  // Uses another host name, so that the browser does not reuse the cookie.
  await page.goto((service.setupUrl ?? '').replace('//localhost', '//127.0.0.1'));
  await looksRight(page, 'setting up', day);
  for (const [name, value] of Object.entries(OWNER)) await page.fill(`#${name}`, value);
  await page.selectOption('#country', '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: t.home.first }).waitFor();
  const base = new URL(page.url()).pathname;

  await page.goto(`${service.url}${base}customers/new`);
  const isRight = t === CONSOLE.ar;
  const empty = await page.evaluate('getComputedStyle(document.querySelector("[name=name]")).direction');
  assert.equal(empty, isRight ? 'rtl' : 'ltr', 'an empty field begins where the language does');
  await page.locator('[name="name"]').fill('Grace Hopper');
  await page.locator('[name="email"]').fill('grace@example.test');
  await looksRight(page, 'a new customer', day);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();

  const quoteId = await writeQuote(page, day);
  await page.getByLabel(t.send.to, { exact: true }).waitFor();
  await expectAccessible(page, 'the page that sends', options.colorScheme ? ['color-contrast'] : undefined);
  await looksRight(page, 'the page that sends', day);
  await page.getByRole('button', { name: t.send.send, exact: true }).click();
  await page.waitForURL(new RegExp(`quotes/${quoteId}(\\?|$)`));
  const link = await page.locator('input[readonly]').first().inputValue();
  assert.match(link, /\/q\/[\w-]+$/);
  assert.equal((await accept(link, 'Grace Hopper')).status, 303);

  await page.goto(`${service.url}${base}quotes/${quoteId}`);
  await page.getByText(t.shell.ACCEPTED, { exact: true }).first().waitFor();
  await looksRight(page, 'the quote', day);
  await page.getByRole('link', { name: t.quote.makeInvoice }).first().click();
  await page.getByRole('button', { name: t.quote.invoiceButton, exact: true }).click();
  await page.getByRole('heading', { name: /INV-\d{4}-00001/ }).waitFor();
  await looksRight(page, 'the invoice', day);

  await page.goto(`${service.url}${base}`);
  await page.locator('.latest').getByText('Grace Hopper').first().waitFor();
  await looksRight(page, 'home', day);
  await page.goto(`${service.url}${base}quotes`);
  assert.equal(await page.locator('[data-row]').count(), 1);
  await page.getByText(t.shell.CONVERTED, { exact: true }).first().waitFor();
  await looksRight(page, 'the list', day);
  await exportsAll(service, page, day);
  // The time in a row has a tooltip, and a click on it opens the row.
  await page.locator('[data-row] time').last().click();
  await page.waitForURL(new RegExp(`quotes/${quoteId}$`));
}

async function exportsAll({ url }: TestService, page: Page, { t }: Day): Promise<void> {
  const href = await page.getByRole('link', { name: t.quotes.exportAll }).first().getAttribute('href');
  const csv = await page.request.get(`${url}${href}`);
  assert.equal(csv.status(), 200);
  const [heading, row, ...rest] = (await csv.text()).trim().split('\r\n');
  assert.match(heading ?? '', /number/);
  assert.match(row ?? '', /Several lines/);
  assert.match(row ?? '', /8814\.33/);
  assert.deepEqual(rest, []);
}

async function looksRight(page: Page, what: string, { options, t }: Day): Promise<void> {
  await expectNoHorizontalScroll(page, what);
  const isRight = t === CONSOLE.ar;
  assert.equal(await page.evaluate('document.documentElement.dir'), isRight ? 'rtl' : 'ltr', what);
  const ground: string = await page.evaluate('getComputedStyle(document.body).backgroundColor');
  const [red = 255, green = 255, blue = 255] = (ground.match(/\d+/g) ?? []).map(Number);
  const isDark = red + green + blue < 384;
  assert.equal(isDark, options.colorScheme === 'dark', `${what}: ${ground}`);
}

/** Uses only the keyboard, up to the page that sends the quote. */
async function writeQuote(page: Page, { tag, total }: Day): Promise<string> {
  const { keyboard } = page;
  await keyboard.press('n');
  await page.locator('.editor.live').waitFor();
  await keyboard.type('Several lines');
  await keyboard.press('Tab');
  await keyboard.type('grace');
  await page.getByRole('option', { name: /Grace Hopper/ }).waitFor();
  await keyboard.press('Enter');
  await page.locator('#e-change-customer:focus').waitFor();
  await keyboard.press('Alt+n');
  for (let n = 1; n <= LINES; n++) {
    // Types the first item letter by letter and inserts the texts of the others.
    const write = (text: string) => (n === 1 ? keyboard.type(text) : keyboard.insertText(text));
    await write(`Line ${n}`);
    for (const text of [
      formatNumberInput(n, tag),
      'h',
      formatAmountInput(123_450, 'EUR', tag),
      formatNumberInput(19, tag),
    ]) {
      await keyboard.press('Tab');
      await keyboard.press('Control+A');
      await write(text);
    }
    await keyboard.press('Enter');
  }
  await page.locator('.totals .total dd').filter({ hasText: total }).waitFor();
  await keyboard.press('Control+Enter');
  await page.waitForURL(/quotes\/quo_\w+\/send/);
  return /quo_\w+/.exec(page.url())?.[0] ?? '';
}
