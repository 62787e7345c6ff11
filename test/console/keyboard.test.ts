import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { walkByKeyboard } from '../support/accessibility/keyboard.ts';
import { findReflowProblems, findSpacingProblems } from '../support/accessibility/layout.ts';
import { createQuote } from '../support/api/quotes.ts';
import { DESKTOP, PHONE, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

let service: TestService;
let account: TestAccount;
let owner: TestPerson;
let browser: Browser;
before(async () => {
  service = await startTestService();
  account = await service.newAccount();
  owner = await signIn(service, { accountId: account.accountId });
  browser = await sharedChromium();
});
after(() => service?.close());

async function open(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  await withVisitor(browser, service.url, { viewport: DESKTOP, locale: 'en-GB' }, async (page, context) => {
    await context.addCookies([owner.browserCookie]);
    await page.goto(`${service.url}/${account.accountId}${path}`);
    await use(page);
  });
}

for (const [device, viewport] of Object.entries({ 'at a desk': DESKTOP, 'on a phone': PHONE })) {
  testAll(
    `Tab leads through the editor and out of it, with the focus in view and in order: ${device}`,
    async () => {
      const items = [1, 2].map((n) => ({ description: `Line ${n}`, quantity: 1, unitPrice: 10_000 }));
      const { id } = await createQuote(account, { customerId: account.customerId, items });
      await open(`/quotes/${id}/edit`, async (page) => {
        await page.getByRole('textbox', { name: 'Description' }).first().waitFor();
        await page.setViewportSize(viewport);
        const { stops, problems } = await walkByKeyboard(page, { hasPixels: true });
        assert.deepEqual(problems, []);
        assert.ok(stops.length > 20, stops.join('\n'));
        const back = await walkByKeyboard(page, { key: 'Shift+Tab' });
        assert.deepEqual(back.problems, []);
        assert.deepEqual(back.stops.toReversed(), stops);
      });
    },
  );
}

test('the editor with an open list of suggestions lets the focus go', async () => {
  await open('/quotes/new', async (page) => {
    const customer = page.locator('#e-customer');
    const isFocused = async () => (await customer.and(page.locator(':focus')).count()) === 1;
    await customer.click();
    await page.keyboard.type('a');
    assert.equal(await isFocused(), true);
    await page.keyboard.press('Tab');
    assert.equal(await isFocused(), false);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocused(), true);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocused(), false);
  });
});

testAll('pages keep their content at 320 pixels and with wider spacing of text', async () => {
  const items = [{ description: 'Concept', quantity: 3, unit: 'd', unitPrice: 88_000, section: 'Website' }];
  const { body } = await account.post('/templates', { name: 'Website', items });
  const edited = `/templates/${body.id}/edit`;
  for (const path of ['/', '/quotes', '/quotes/new', '/templates/new', edited, '/settings/business']) {
    await open(path, async (page) => {
      await page.setViewportSize(PHONE);
      await page.goto(page.url(), { waitUntil: 'networkidle' });
      assert.deepEqual(await findSpacingProblems(page), [], path);
      assert.deepEqual(await findReflowProblems(page), [], path);
      assert.deepEqual(await findSpacingProblems(page), [], `${path} at 320`);
    });
  }
});

test('nothing that a phone does not show gets the focus in the list of quotes', async () => {
  await createQuote(account, { customerId: account.customerId });
  await open('/quotes', async (page) => {
    await page.setViewportSize(PHONE);
    const { stops, problems } = await walkByKeyboard(page);
    assert.deepEqual(problems, []);
    assert.ok(
      stops.some((stop) => stop.includes('Filter and sort')),
      stops.join('\n'),
    );
  });
});

test('shortcuts of a single key can be turned off and on', async () => {
  await open('/settings/you', async (page) => {
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const box = page.getByRole('checkbox', { name: 'Shortcuts of a single key' });
    assert.equal(await box.isChecked(), true);
    await box.uncheck();
    await page.locator('h1').click();
    await page.keyboard.press('?');
    assert.equal(await help.isVisible(), false);
    await page.goto(`${service.url}/${account.accountId}/quotes`);
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    assert.equal(await help.isVisible(), false);
    await page.goto(`${service.url}/${account.accountId}/settings/you`);
    assert.equal(await box.isChecked(), false, 'the browser remembers it');
    await box.check();
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await help.waitFor();
  });
});
