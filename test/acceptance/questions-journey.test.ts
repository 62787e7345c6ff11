import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ok, visit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import {
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { createHtmlValidator } from '../support/html-validator.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { testAll } from '../support/run/all.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const findViolations = createHtmlValidator({ extends: ['html-validate:recommended'] });
const FIELDS = [
  { key: 'purchaseOrder', label: 'Your order number', kind: 'text', required: true },
  { key: 'start', label: 'When shall we begin?', kind: 'date' },
  { key: 'seats', label: 'How many seats?', kind: 'number' },
  { key: 'colour', label: 'Colour', kind: 'choice', required: true, options: ['Red', 'Blue'] },
  { key: 'agreed', label: 'I have read the rules of the house', kind: 'checkbox', required: true },
];

let browser: Browser;
let service: TestService;
let account: TestAccount;

before(async () => {
  browser = await sharedChromium();
  service = await startTestService({ documents: 'typeset' });
  account = await service.newAccount({ name: 'Nordlicht Studio' });
});

after(() => service?.close());

for (const javaScriptEnabled of [true, false]) {
  (javaScriptEnabled ? testAll : test)(
    `a customer answers on a phone ${javaScriptEnabled ? 'with' : 'without'} scripts`,
    async () => {
      const quote = await sentQuote(account, { acceptanceFields: FIELDS, title: 'Chairs' });
      assert.deepEqual(findViolations((await visit(quote.publicUrl)).text), []);
      await withVisitor(browser, service.url, { viewport: PHONE, javaScriptEnabled }, async (page) => {
        await page.goto(quote.publicUrl);
        await page.getByLabel('Full name').fill('Ada Lovelace');
        await page.getByLabel('Your order number').fill('PO 7');
        await page.getByLabel('When shall we begin?').fill('2026-12-01');
        await page.getByLabel('How many seats?').fill('many');
        await page.getByLabel('Colour').selectOption('Blue');
        await page.getByLabel('I have read the rules').check();
        await expectNoHorizontalScroll(page, 'questions');
        if (javaScriptEnabled) await expectAccessible(page, 'questions');
        await page.getByRole('button', { name: 'Accept quote' }).click();
        await page.getByRole('link', { name: 'How many seats?: Enter a number.' }).waitFor();
        assert.equal(await page.getByLabel('Your order number').inputValue(), 'PO 7', 'what was typed stays');
        assert.equal(await page.getByLabel('I have read the rules').isChecked(), true);
        await expectNoHorizontalScroll(page, 'errors');
        if (javaScriptEnabled) await expectAccessible(page, 'errors');
        await page.getByLabel('How many seats?').fill('12.5');
        await page.getByRole('button', { name: 'Accept quote' }).click();
        await page.getByText('Thank you! Your acceptance has been recorded').waitFor();
        assert.equal(await page.locator('.record dd', { hasText: 'PO 7' }).count(), 1);
        await expectNoHorizontalScroll(page, 'accepted');
      });
      const { answers } = ok(await account.get(`/quotes/${quote.id}`));
      assert.deepEqual(answers, {
        purchaseOrder: 'PO 7',
        start: '2026-12-01',
        seats: '12.5',
        colour: 'Blue',
        agreed: 'yes',
      });
    },
  );
}

testAll('the confirmation has the answers, and the invoice the order number', async () => {
  const quote = await sentQuote(account, { acceptanceFields: FIELDS, reference: 'Ours' });
  const answers = { purchaseOrder: 'PO 4711', start: '2026-12-01', colour: 'Red', agreed: 'yes' };
  ok(await account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED', answers }));
  const read = async (path: string) => {
    const { url } = ok(await account.get(path));
    return wordsOf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  };
  const confirmation = await read(`/quotes/${quote.id}/pdf`);
  for (const text of ['YourordernumberPO4711', 'ColourRed', 'oftheHouseYes'.toLowerCase()]) {
    assert.ok(confirmation.toLowerCase().includes(text.toLowerCase()), `${text} in ${confirmation}`);
  }
  const invoice = ok(await account.post(`/quotes/${quote.id}/convert-to-invoice`));
  const printed = await read(`/invoices/${invoice.id}/pdf`);
  for (const text of ['ReferenceOurs', 'OrdernumberPO4711']) assert.ok(printed.includes(text), printed);
});
