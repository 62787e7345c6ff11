/** Takes the screenshots of docs/payments.md, with local servers as providers: `npm run gallery:payments`. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { camt } from '../test/fixtures/camt.ts';
import { issuedInvoice, sentQuote } from '../test/support/api/quotes.ts';
import { DESKTOP, PHONE } from '../test/support/browser/browser-page.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';
import { signIn } from '../test/support/console/sign-in.ts';
import { startTills } from '../test/support/payments/tills.ts';
import { startTestService, type TestAccount } from '../test/support/service/service.ts';

const FOLDER = join(import.meta.dirname, '../docs/screenshots');
const OFFER = {
  title: 'New kitchen',
  items: [
    { description: 'Kitchen, oak', quantity: 1, unitPrice: 640_000, taxRate: 19 },
    { description: 'Fitting', quantity: 16, unit: 'h', unitPrice: 6500, taxRate: 19 },
  ],
  paymentSchedule: [
    { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance', days: 7 } },
    { label: 'Balance', type: 'rest', due: { when: 'completion' } },
  ],
  invoiceOnAcceptance: true,
};

const tills = await startTills(() => service.clock());
const service = await startTestService({
  env: { ...tills.env, PROFFER_SECRET: 's'.repeat(40) },
  payments: { caCertificates: [tills.ca] },
});
const browser = await launchChromium();
try {
  for (const [suffix, viewport] of [
    ['', DESKTOP],
    ['-phone', PHONE],
  ] as const) {
    const account = await service.newAccount({ name: 'Nordlicht Kitchens' });
    const owner = await signIn(service, { accountId: account.accountId });
    const context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' });
    await context.addCookies([owner.browserCookie]);
    const page = await context.newPage();
    const take = (name: string) => page.screenshot({ path: join(FOLDER, `pay-${name}${suffix}.png`) });
    const open = (path: string) =>
      page.goto(`${service.url}/${account.accountId}${path}`, { waitUntil: 'networkidle' });

    const { keys } = tills.stripe;
    const { status, text } = await owner.put('/payment-provider', { kind: 'stripe', ...keys });
    assert.equal(status, 200, text);
    await open('/settings/payments');
    await take('settings');
    await importStatement(page, account, open);
    await take('statement');

    const quote = await sentQuote(account, OFFER);
    await page.goto(quote.publicUrl);
    await page.locator('#name').fill('Ada Lovelace');
    await page.locator('#name').press('Enter');
    await page.locator('.notice.good').waitFor();
    await take('accepted');
    await context.close();
  }
} finally {
  await browser.close();
  await service.close();
  await tills.close();
}

async function importStatement(
  page: Page,
  account: TestAccount,
  open: (path: string) => Promise<unknown>,
): Promise<void> {
  const [first, second] = [await issuedInvoice(account), await issuedInvoice(account)];
  const { currency } = first;
  const buffer = Buffer.from(
    camt([
      {
        ...{ amount: '100.00', currency, date: '2026-03-10' },
        transactions: [{ text: first.number, payer: 'Ada Lovelace' }],
      },
      {
        ...{ amount: '60.00', currency, date: '2026-03-10' },
        transactions: [{ text: `part of ${second.number}`, payer: 'Grace Hopper' }],
      },
    ]),
  );
  await open('/invoices/import');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer });
  await page.locator('main form [type=submit]').first().click();
  await page.waitForURL(/\/import(\/|$)/);
  await page.locator('main table, main [type=checkbox]').first().waitFor();
}
