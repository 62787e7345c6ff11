import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { isSignature } from '../../src/domain/quote/signature.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { attachmentOf, eventsOf, mailsOf, ok, visit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import {
  DESKTOP,
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

const LOGO = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h90v30H0z" fill="#0f766e"/></svg>').toString('base64')}`;
const findViolations = createHtmlValidator({ extends: ['html-validate:recommended'] });

let browser: Browser;
let service: TestService;
let account: TestAccount;

before(async () => {
  browser = await sharedChromium();
  service = await startTestService({ documents: 'typeset' });
  account = await service.newAccount({ name: 'Nordlicht Studio' });
  ok(
    await account.patch('/account', { email: 'owner@nordlicht.example', logo: LOGO, accentColor: '#0f766e' }),
  );
});

after(async () => {
  await service?.close();
});

function as(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  return withVisitor(browser, service.url, options, use);
}

/** Checks the page in its current state; most states are covered in `src/pages/browser.test.ts`. */
async function expectSound(page: Page, what: string): Promise<void> {
  await expectNoHorizontalScroll(page, what);
  assert.deepEqual(findViolations((await visit(page.url())).text), [], what);
}

const notice = (page: Page) => page.locator('.notice').innerText();

test('a customer goes from the captured email to the accepted copy, with a drawn signature', async () => {
  const texts = { title: 'New website', terms: 'Half now,\nhalf later.', reference: 'R'.repeat(100) };
  const quote = await sentQuote(account, texts);
  await as({ viewport: DESKTOP }, async (outbox) => {
    await outbox.goto(`${service.url}/outbox`);
    await outbox.getByLabel('API key').fill(account.key);
    await outbox.keyboard.press('Enter');
    await outbox.getByRole('link', { name: 'New website' }).click();
    const opening = outbox.context().waitForEvent('page');
    await outbox.frameLocator('iframe').getByRole('link', { name: 'View the quote' }).click();
    const page = await opening;
    await page.getByRole('heading', { name: 'New website' }).waitFor();
    assert.equal(page.url(), quote.publicUrl);
    await expectSound(page, 'open');
    for (const party of await page.locator('.parties > div').all()) {
      assert.ok(((await party.boundingBox())?.width ?? 0) > 120, 'a long reference leaves them their place');
    }

    await page.getByRole('link', { name: 'Accept quote' }).click();
    await page.getByText('Half now').waitFor();
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await drawOn(page);
    await page.getByRole('button', { name: 'Accept quote' }).click();
    await page.locator('.notice:focus').waitFor();
    assert.match(await notice(page), /Thank you! Your acceptance has been recorded/);
    await expectSound(page, 'accepted');
    await page.reload();
    assert.equal(await page.getByText('Accepted by Ada Lovelace').count(), 1, 'a reload repeats nothing');

    await service.runJob('outbox');
    await outbox.goto(`${service.url}/outbox`);
    await outbox.getByRole('link', { name: `${quote.number} has been accepted: New website` }).waitFor();
    await outbox.getByRole('link', { name: `${quote.number} has been accepted: ${CUSTOMER.name}` }).waitFor();
  });
  const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
  assert.equal(record.name, 'Ada Lovelace');
  assert.ok(record.signature.length > 50 && isSignature(record.signature));
  const [, ownerMail, copy] = (await mailsOf(service, account)).slice(-3);
  const isToOwner = copy?.to[0]?.address === 'owner@nordlicht.example';
  const [notice1, copied] = isToOwner ? [copy, ownerMail] : [ownerMail, copy];
  assert.equal(notice1?.to[0]?.address, 'owner@nordlicht.example');
  assert.deepEqual(copied?.to, [{ name: 'Ada Lovelace', address: CUSTOMER.email }]);
  assert.ok(copied);
  const words = await wordsOf(await attachmentOf(service, account, copied));
  assert.ok(words.includes('AdaLovelace') && words.includes(record.documentSha256));
});

async function drawOn(page: Page): Promise<void> {
  const box = await page.locator('#signature svg').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 20, box.y + 30);
  await page.mouse.down();
  for (let step = 1; step <= 20; step++) {
    await page.mouse.move(box.x + 20 + step * 12, box.y + 30 + (step % 5) * 9);
  }
  await page.mouse.up();
}

testAll('a customer declines on a phone with a reason', async () => {
  const quote = await sentQuote(account);
  await as({ viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
    await page.goto(quote.publicUrl);
    await page.getByRole('link', { name: 'Decline' }).tap();
    await page.getByLabel('Reason').fill('Too far away\nfor us');
    await page.getByRole('button', { name: 'Decline quote' }).tap();
    await page.locator('.notice:focus').waitFor();
    await expectSound(page, 'declined');
    await expectAccessible(page, 'declined');
  });
  assert.equal(ok(await account.get(`/quotes/${quote.id}`)).declineReason, 'Too far away\nfor us');
  const told = (await mailsOf(service, account)).at(-1);
  assert.match(told?.subject ?? '', /has been declined/);
  assert.match(told?.text ?? '', /Too far away/);
});

testAll('a customer accepts with the keyboard alone after the quote changed in the meantime', async () => {
  const quote = await sentQuote(account, { title: 'First text' });
  await as({ viewport: DESKTOP }, async (page) => {
    const typeName = async () => {
      for (let presses = 0; presses < 30 && (await page.locator('#name:focus').count()) === 0; presses++) {
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type('Ada Lovelace');
      await page.keyboard.press('Enter');
      await page.locator('.notice:focus').waitFor();
    };
    await page.goto(quote.publicUrl);
    ok(await account.patch(`/quotes/${quote.id}`, { title: 'Second text' }));
    await typeName();
    assert.match(await notice(page), /was changed while you were reading/);
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Second text');
    await expectAccessible(page, 'changed');
    assert.equal(await page.getByLabel('Full name').inputValue(), 'Ada Lovelace', 'nothing is typed twice');
    await page.goto(page.url());
    assert.equal(page.url(), quote.publicUrl, 'the address of a form leads to the page');
    await typeName();
    assert.match(await notice(page), /Thank you!/);
  });
  const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
  assert.deepEqual([record.revision, record.signature], [2, null]);
});

test('a customer asks, accepts and sees the decision of others without JavaScript', async () => {
  const quote = await sentQuote(account);
  await as({ viewport: PHONE, javaScriptEnabled: false }, async (page) => {
    await page.goto(quote.publicUrl);
    assert.equal(await page.locator('#signature').isVisible(), false);
    // The browser itself opens the folded section that a link targets.
    await page.getByRole('link', { name: 'Ask a question' }).click();
    await page.getByLabel('Your message').fill('When could you begin?');
    await page.getByRole('button', { name: 'Send message' }).click();
    assert.match(await notice(page), /Your message has been sent to Nordlicht Studio/);
    await page.getByLabel('Full name').fill('Ada');
    const second = await page.context().newPage();
    await second.goto(quote.publicUrl);
    await second.getByRole('link', { name: 'Decline' }).click();
    await second.getByRole('button', { name: 'Decline quote' }).click();
    assert.match(await notice(second), /Your answer has been recorded/);
    await page.getByRole('button', { name: 'Accept quote' }).click();
    assert.match(await notice(page), /has already been answered/);
    assert.equal(await page.getByRole('button', { name: 'Accept quote' }).count(), 0);
  });
  const [question] = (await eventsOf(account, quote.id)).filter(({ type }) => type === 'question');
  assert.equal(question.data.text, 'When could you begin?');
  const mails = (await mailsOf(service, account)).slice(-2);
  assert.ok(
    mails.some(({ subject, text }) => /Question about/.test(subject) && /When could you begin/.test(text)),
  );
});

testAll('a customer reads and accepts in Arabic, from right to left', async () => {
  ok(await account.put('/customers/arabic', { name: 'ليلى حداد', email: 'layla@example.com', locale: 'ar' }));
  const quote = await sentQuote(account, {
    customerId: 'arabic',
    title: 'تصميم موقع',
    terms: 'الدفع خلال 14 يومًا',
  });
  const [mail] = (await mailsOf(service, account)).slice(-1);
  assert.match(mail?.html ?? '', /dir="rtl"/);
  await as({ viewport: PHONE, locale: 'ar' }, async (page) => {
    await page.goto(/http:\S+\/q\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '');
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    await expectSound(page, 'in Arabic');
    await page.getByRole('button', { name: 'قبول' }).scrollIntoViewIfNeeded();
    await page.locator('#name').fill('ليلى حداد');
    await page.locator('#name').press('Enter');
    await page.locator('.notice:focus').waitFor();
    await expectSound(page, 'accepted in Arabic');
    await expectAccessible(page, 'accepted in Arabic');
  });
  assert.equal(ok(await account.get(`/quotes/${quote.id}`)).acceptedBy, 'ليلى حداد');
});

testAll('a customer requests a renewal of an expired quote', async () => {
  const quote = await sentQuote(account, { validUntil: new Date(service.clock() + 1000).toISOString() });
  service.clock.advance(1000);
  await as({ viewport: PHONE, colorScheme: 'dark' }, async (page) => {
    await page.goto(quote.publicUrl);
    await expectSound(page, 'expired');
    await page.getByRole('link', { name: 'Ask for a renewal' }).click();
    await page.getByLabel('Message (optional)').fill('Another month, please');
    await page.getByRole('button', { name: 'Ask for a renewal' }).click();
    await page.locator('.notice:focus').waitFor();
    assert.match(await notice(page), /Your request has been sent to Nordlicht Studio/);
  });
  const told = (await mailsOf(service, account)).at(-1);
  assert.match(told?.text ?? '', /Another month, please/);
});

test('a wrong link shows a helpful page', async () => {
  await as({ viewport: PHONE }, async (page) => {
    await page.goto(`${service.url}/q/${'x'.repeat(43)}`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await expectSound(page, 'not found');
  });
});
