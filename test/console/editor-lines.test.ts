import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  LOOKS,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let account: TestAccount;
let ada: TestPerson;

before(async () => {
  service = await startTestService();
  account = await service.newAccount({ name: 'Nordlicht Studio' });
  ok(await account.patch('/account', { defaultTaxRate: 19 }));
  ok(await account.put('/customers/ada', { name: 'Ada Lovelace' }));
  ada = await signIn(service, { accountId: account.accountId, role: 'member' });
});
after(() => service?.close());

const ITEMS = [
  { description: 'Design', quantity: 2, unitPrice: 10_000, taxRate: 19 },
  { description: 'Build', quantity: 1, unitPrice: 50_000, taxRate: 19 },
];

async function inEditor(
  more: object,
  use: (page: Page, stored: () => Promise<Json>) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const { id } = await createQuote(account, { customerId: 'ada', title: 'Website', items: ITEMS, ...more });
  const all = { viewport: DESKTOP, locale: 'en-GB', ...options };
  await withVisitor(await sharedChromium(), service.url, all, async (page, context) => {
    await context.addCookies([ada.browserCookie]);
    await page.goto(`${service.url}/${ada.accountId}/quotes/${id}/edit`);
    await page.locator('.editor.live').waitFor();
    await use(page, async () => {
      await page.keyboard.press('Control+s');
      await page
        .locator('.save-state')
        .filter({ hasText: /^Saved/ })
        .waitFor();
      return ok(await account.get(`/quotes/${id}`));
    });
  });
}

const cell = (page: Page, n: number, name: string) =>
  page.locator('.rows > .row').nth(n).getByLabel(name, { exact: true });
const openMenu = async (page: Page, n: number) => {
  await cell(page, n, 'Price').press('Alt+Enter');
  await page.locator('.rows > .row').nth(n).locator('.more').waitFor();
};

test('a line says why it has no tax only if it has none, and a blank line is neither optional nor an alternative', async () => {
  await inEditor({}, async (page) => {
    await openMenu(page, 1);
    const why = page.getByLabel('Why there is no tax');
    const reason = page.getByLabel('Reason, printed below the taxes');
    assert.deepEqual([await why.count(), await reason.count()], [0, 0]);
    await cell(page, 1, 'Tax %').fill('0');
    await why.selectOption('Exempt');
    await reason.fill('Section 4');
    await cell(page, 1, 'Tax %').fill('19');
    assert.deepEqual([await why.count(), await reason.count()], [1, 1], 'what was stated stays visible');
    await why.selectOption('Not stated');
    await reason.fill('');
    assert.deepEqual([await why.count(), await reason.count()], [0, 0]);
    const offers = ['Optional: the customer can add or leave it out', 'Alternative in the choice'];
    const count = () => Promise.all(offers.map((name) => page.getByLabel(name).count()));
    assert.deepEqual(await count(), [1, 0], 'there is no choice yet');
    await openMenu(page, 2);
    assert.deepEqual(await count(), [0, 0]);
    assert.equal(await page.locator('.more').getByRole('button', { name: 'Add alternative' }).count(), 0);
  });
});

test('a choice is named at its first line, other lines join it, and it is never mixed up with another', async () => {
  const items = [...ITEMS, { description: 'Hosting', quantity: 1, unitPrice: 900, taxRate: 19 }];
  await inEditor({ items }, async (page, stored) => {
    await openMenu(page, 0);
    await page.locator('.more').getByRole('button', { name: 'Add alternative' }).click();
    await page.locator('.rows > .row').nth(1).locator('[data-field="description"]:focus').waitFor();
    await page.keyboard.type('Design by hand');
    await cell(page, 1, 'Price').fill('300');
    const name = page.getByLabel('Name of the choice');
    assert.equal(await name.count(), 1);
    assert.equal(await name.inputValue(), 'Design');
    await name.fill('Look');
    await page.locator('.rows > .row').nth(1).getByText('One of: Look').waitFor();
    await openMenu(page, 2);
    await page.getByLabel('Alternative in the choice').selectOption('Look');
    assert.equal(await page.locator('.rows input[type="radio"]').count(), 3);
    await expectAccessible(page, 'a choice of three');
    await page.getByLabel('Optional: the customer can also choose none of them').check();
    const choices = async () => {
      const { items: lines } = await stored();
      return (lines as { description: string; choice?: string; optional?: boolean }[]).map(
        ({ description, choice, optional }) => [description, choice, optional],
      );
    };
    assert.deepEqual(await choices(), [
      ['Design', 'Look', true],
      ['Design by hand', 'Look', true],
      ['Build', 'Look', true],
      ['Hosting', undefined, undefined],
    ]);
    await page.getByLabel('Alternative in the choice').selectOption('None');
    await page.getByLabel('Optional: the customer can add or leave it out').uncheck();
    assert.deepEqual((await choices())[2], ['Build', undefined, undefined]);
  });
});

/** Holds the answers of a search until the test lets each one through. */
async function holdAnswers(page: Page, path: string) {
  const held = new Map<string, () => Promise<void>>();
  await page.route(`**/${path}?*`, (route) => {
    const text = new URL(route.request().url()).searchParams.get('search') ?? '';
    held.set(text, () => route.continue().catch(() => {}));
  });
  return async (text: string) => {
    const answer = await until(() => held.get(text));
    held.delete(text);
    await answer();
  };
}

test('Enter in the customer field waits for the answer to the typed name', async () => {
  for (const name of ['Noah Winter', 'Nadia North']) ok(await account.post('/customers', { name }));
  await inEditor({}, async (page) => {
    const letThrough = await holdAnswers(page, 'customer-suggestions');
    const change = page.locator('#e-change-customer');
    const field = page.locator('#e-customer');
    const chosen = page.locator('.chosen bdi');
    const enter = async (start: string, rest: string) => {
      await change.click();
      await field.click();
      if (start !== '') {
        await field.pressSequentially(start);
        await letThrough(start);
        await page.getByRole('option', { name: `Create “${start}”` }).waitFor();
      }
      await field.pressSequentially(rest);
      await field.press('Enter');
      await letThrough(start + rest);
    };
    for (const name of ['Noah Winter', 'Nadia North']) {
      await enter('N', name.slice(1));
      await change.waitFor();
      assert.equal(await chosen.textContent(), name, 'after a pause');
      await enter('', name);
      await change.waitFor();
      assert.equal(await chosen.textContent(), name, 'without a pause');
    }
    await change.click();
    await field.pressSequentially('N');
    await field.pressSequentially('adia');
    await letThrough('Nadia');
    await page.getByRole('option', { name: 'Nadia North' }).waitFor();
    await field.pressSequentially(' X');
    await field.press('Enter');
    await field.press('Backspace');
    await field.press('Backspace');
    await letThrough('Nadia');
    assert.equal(await change.count(), 0, 'typing on takes the Enter back');
    await field.fill('Nobody');
    await field.press('Enter');
    await letThrough('Nobody');
    await page.getByRole('group', { name: 'New customer' }).waitFor();
  });
});

test('Enter in a description waits for the suggestions of the typed text', async () => {
  for (const [description, unitPrice] of [
    ['Garden wall', 90_000],
    ['Garden gate', 40_000],
  ]) {
    ok(await account.post('/catalogue-items', { description, unitPrice, taxRate: 19 }));
  }
  await inEditor({}, async (page) => {
    const letThrough = await holdAnswers(page, 'suggestions');
    const fresh = cell(page, 2, 'Description');
    await fresh.pressSequentially('Gar');
    await letThrough('Gar');
    await page.locator('#e-suggestions [aria-selected="true"]').waitFor();
    await fresh.pressSequentially('den gate');
    assert.equal(await page.locator('#e-suggestions [aria-selected="true"]').count(), 0);
    await fresh.press('Enter');
    await letThrough('Garden gate');
    await page.locator('.rows > .row').nth(2).locator('[data-field="quantity"]:focus').waitFor();
    assert.deepEqual(
      [await fresh.inputValue(), await cell(page, 2, 'Price').inputValue()],
      ['Garden gate', '400.00'],
    );
  });
});

test('a pasted number that could be thousands or decimals is marked until it is checked', async () => {
  await inEditor({}, async (page, stored) => {
    const pasteCells = async (row: number, text: string) => {
      await cell(page, row, 'Description').focus();
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(text)});
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      })()`);
    };
    const said = page.locator('.pasted');
    const invalid = page.locator('.rows [aria-invalid="true"]');
    await pasteCells(2, 'Item\tPrice\nWall\t1.234,50\nGate\t2.500');
    await said.getByText('2 lines pasted, tax 19%').waitFor();
    assert.equal(await invalid.count(), 0);
    await pasteCells(4, 'Item\tPrice\nPath\t2.500\nHedge\t1.200');
    await said.getByText('Check the marked numbers').waitFor();
    assert.equal(await invalid.count(), 2);
    await page.getByText('Read as 2.5. Please check.').waitFor();
    await expectAccessible(page, 'numbers to check');
    await cell(page, 4, 'Price').fill('2500');
    assert.equal(await invalid.count(), 1, 'the other one is still to be checked');
    await said.getByRole('button', { name: 'Close' }).click();
    assert.equal(await invalid.count(), 0);
    const { items } = await stored();
    assert.deepEqual(
      items.slice(2).map(({ unitPrice }: Json) => unitPrice),
      [123_450, 250_000, 250_000, 120],
    );
  });
});

test('a quantity that the customer cannot choose has no amount, and its line says which ones have', async () => {
  const [item] = ITEMS;
  await inEditor({ items: [{ ...item, quantityRange: { min: 1, max: 200, step: 1 } }] }, async (page) => {
    const quantity = cell(page, 0, 'Quantity');
    const row = page.locator('.rows > .row').first();
    assert.equal(await row.locator('.amount output').innerText(), '€200.00');
    await quantity.fill('1000');
    await row.getByText('The customer can choose 1 to 200, in steps of 1.').waitFor();
    assert.equal(await quantity.getAttribute('aria-invalid'), 'true');
    assert.equal(await row.locator('.amount output').innerText(), '–');
    assert.match(await page.locator('.totals .total').innerText(), /€0\.00/);
    await expectAccessible(page, 'a quantity outside its range');
  });
});

const SCHEDULE = [
  { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance', days: 14 } },
  { label: 'A date', type: 'fixed', value: 10_000, due: { when: 'date', date: '2030-05-01' } },
  { label: 'Balance', type: 'rest', due: { when: 'completion' } },
];

testAll('the fields of stages are aligned, also where a stage has fewer', async () => {
  await inEditor({ paymentSchedule: SCHEDULE }, async (page) => {
    await page.locator('.stages .purpose').nth(2).waitFor();
    const edges = (width: number): Promise<Record<string, number[]>> =>
      page.setViewportSize({ width, height: 900 }).then(() =>
        page.evaluate(`Object.fromEntries(['purpose', 'kind', 'size', 'due', 'days'].map((name) =>
          [name, [...new Set([...document.querySelectorAll('.stages .' + name)].map((one) => Math.round(one.getBoundingClientRect().left)))]]))`),
      );
    for (const width of [1280, 1440, 700, 375]) {
      const found = await edges(width);
      for (const [name, lefts] of Object.entries(found))
        assert.equal(lefts.length, 1, `${name} at ${width}: ${lefts}`);
      await expectNoHorizontalScroll(page, `stages at ${width}`);
      if (width === 1280) assert.equal(new Set(Object.values(found).flat()).size, 5, 'a line each');
    }
  });
});

testAll('the currency is chosen from a list', async () => {
  await inEditor({}, async (page, stored) => {
    const list = page.getByLabel('Currency', { exact: true });
    await page.keyboard.press('Shift');
    assert.equal(await list.inputValue(), 'EUR');
    await list.selectOption('CHF – Swiss Franc');
    await page.locator('.totals .total dd').filter({ hasText: 'CHF' }).waitFor();
    const { currency, items } = await stored();
    assert.deepEqual([currency, items[0].unitPrice], ['CHF', 10_000]);
  });
});

const paste = (page: Page, lines: number, tax: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    const rows = Array.from({ length: ${lines} }, (_, n) => ['Line ' + n, '2', 'h', '80.00'${tax && `, '${tax}'`}].join('\\t'));
    clipboardData.setData('text/plain', rows.join('\\n'));
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);

test('a paste says how many lines with which tax there are, and is undone by its button', async () => {
  await inEditor({}, async (page, stored) => {
    const count = () => page.locator('.rows > .row').count();
    const said = page.locator('.pasted');
    await cell(page, 2, 'Description').focus();
    // The total follows a second later in the same region.
    await page.evaluate(`(() => {
      const region = document.querySelector('.editor > .visually-hidden[aria-live]');
      globalThis.announced = [];
      new MutationObserver(() => announced.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    })()`);
    await paste(page, 300, '');
    await said.getByText('300 lines pasted, tax 19%').waitFor();
    assert.equal(await count(), 303);
    const announced = await page.evaluate<string[]>('announced');
    assert.ok(announced.includes('300 lines pasted, tax 19%. Press Ctrl+Z to undo.'), announced.join());
    await said.getByRole('button', { name: 'Undo' }).click();
    await said.waitFor({ state: 'detached' });
    assert.equal(await count(), 3);
    await page.locator('.rows .blank textarea:focus').waitFor();

    await cell(page, 2, 'Description').focus();
    await paste(page, 1, '7 %');
    await said.getByText('1 line pasted, tax 7%').waitFor();
    await expectAccessible(page, 'the notice of a paste');
    await cell(page, 0, 'Price').fill('90');
    await said.waitFor({ state: 'detached' });
    assert.equal((await stored()).items.length, 3);

    await cell(page, 3, 'Description').focus();
    await paste(page, 1001, '');
    await said.getByText('A quote can have at most 1,000 lines.').waitFor();
    assert.equal(await said.getByRole('button', { name: 'Undo' }).count(), 0);
    assert.equal(await count(), 4);
    await said.getByRole('button', { name: 'Close' }).click();
    await said.waitFor({ state: 'detached' });
  });
});

const RICH = {
  items: [
    { ...ITEMS[0], choice: 'Size' },
    { ...ITEMS[1], choice: 'Size', description: 'Large, with everything that belongs to it' },
    { ...ITEMS[1], taxRate: 0, taxCategory: 'exempt', taxReason: 'Section 4' },
  ],
  paymentSchedule: SCHEDULE,
};

for (const locale of ['en-GB', 'de-DE', 'ar-EG'])
  testAll(`choices, stages and the notice of a paste look right in ${locale}`, async () => {
    for (const options of [
      { viewport: DESKTOP, locale },
      { viewport: PHONE, colorScheme: 'dark' as const, locale },
    ])
      await inEditor(
        RICH,
        async (page) => {
          await page.locator('.stages .purpose').first().waitFor();
          await page.locator('.row.line').nth(2).locator('.icon-button').click();
          await page.locator('.more').waitFor();
          await page.locator('.row.blank textarea').focus();
          await paste(page, 3, '7 %');
          await page.locator('.pasted').waitFor();
          const what = `${locale} at ${options.viewport.width}`;
          await expectAccessible(page, what, options.viewport === PHONE ? LOOKS : undefined);
          await expectNoHorizontalScroll(page, what);
        },
        options,
      );
  });
