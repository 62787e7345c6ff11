import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { attachmentOf, mailsOf, ok, visit } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import {
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn } from '../support/console/sign-in.ts';
import { createHtmlValidator } from '../support/html-validator.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const findViolations = createHtmlValidator({ extends: ['html-validate:recommended'] });
const signer = (at: number, name: string, email: string, order: string) => ({
  [`signer.${at}.name`]: name,
  [`signer.${at}.email`]: email,
  [`signer.${at}.order`]: order,
});

let browser: Browser;
let service: TestService;
let account: TestAccount;

before(async () => {
  browser = await sharedChromium();
  service = await startTestService({ documents: 'typeset' });
  account = await service.newAccount({ name: 'Nordlicht Studio' });
});

after(() => service?.close());

test('a member names signers in the console, who sign on their phones, one after the other', async () => {
  const quote = await createQuote(account, { customerId: account.customerId, title: 'Kitchen' });
  const member = await signIn(service, { accountId: account.accountId });
  const path = `/${account.accountId}/quotes/${quote.id}`;
  const form = await member.page(`${path}/signers`);
  expectValidHtml(form.text, 'signers');
  const seen = { version: fieldIn(form.text, 'version'), was: fieldIn(form.text, 'was') };
  const twice = { ...signer(0, 'Ada', 'a@example.com', '1'), ...signer(1, 'Bob', 'A@example.com', 'x') };
  const wrong = await member.page(`${path}/signers`, { ...seen, ...twice });
  assert.equal(wrong.status, 400);
  for (const id of ['1-order', '1-email']) assert.ok(wrong.text.includes(`id="f-signer-${id}-error"`), id);
  const fields = {
    ...signer(0, 'Ada Lovelace', 'ada@example.com', ''),
    ...signer(2, 'Bob Noyce', 'bob@example.com', '2'),
  };
  assert.equal(
    (await member.page(`${path}/signers`, { ...seen, ...fields })).location,
    `${path}?notice=saved`,
  );

  const sending = await member.page(`${path}/send`);
  assert.match(sending.text, /<bdi>Ada Lovelace<\/bdi> <bdi class="muted">ada@example\.com<\/bdi>/);
  const hidden = { version: fieldIn(sending.text, 'version'), once: fieldIn(sending.text, 'once') };
  const sent = await member.page(`${path}/send`, {
    ...hidden,
    cc: '',
    subject: 'Kitchen',
    message: 'Please sign.',
  });
  assert.equal(sent.location, `${path}?notice=sent`);
  expectValidHtml((await member.page(path)).text, 'quote with signers');

  const linkOf = async (at: number): Promise<string> => {
    await service.runJob('outbox');
    return ok(await account.get(`/quotes/${quote.id}`)).signers[at].publicUrl;
  };
  for (const [at, name] of ['Ada Lovelace', 'Bob Noyce'].entries()) {
    const link = await linkOf(at);
    assert.deepEqual(findViolations((await visit(link)).text), []);
    await withVisitor(browser, service.url, { viewport: PHONE }, async (page) => {
      await page.goto(link);
      await expectNoHorizontalScroll(page, `${name} reads`);
      await expectAccessible(page, `${name} reads`);
      assert.equal(await page.getByLabel('Full name').inputValue(), name);
      await page.getByRole('button', { name: 'Accept quote' }).click();
      await page.locator('.notice:focus').waitFor();
      const isLast = at === 1;
      const done = isLast ? 'Your acceptance has been recorded' : 'Your signature has been recorded';
      assert.equal(await page.getByText(done).count(), 1);
      if (!isLast) {
        assert.equal(
          (await page.locator('.signers li', { hasText: 'Bob Noyce' }).innerText()).trim(),
          'Bob Noyce: not yet signed',
        );
        assert.equal(await page.getByRole('button', { name: 'Accept quote' }).count(), 0);
      }
      await expectNoHorizontalScroll(page, `${name} signed`);
      await expectAccessible(page, `${name} signed`);
    });
    const history = (await member.page(path)).text;
    assert.match(history, new RegExp(`<bdi>${name}</bdi> signed it\\.`));
    const home = (await member.page(`/${account.accountId}/`)).text;
    assert.match(home, new RegExp(`<bdi>${name}</bdi> signed <a`));
    const list = (await member.page(`/${account.accountId}/quotes`)).text;
    assert.equal(/1 of 2 signed/.test(list), at === 0);
  }
  const copy = (await mailsOf(service, account)).find(({ subject }) => /accepted/.test(subject));
  assert.ok(copy);
  const words = await wordsOf(await attachmentOf(service, account, copy));
  for (const name of ['AdaLovelace', 'BobNoyce']) assert.ok(words.includes(`Signedby${name}`), words);
});
