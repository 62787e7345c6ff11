import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { addMessage } from '../../src/store/tables/quote/messages.ts';
import { mailsOf, ok, submit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { DESKTOP, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';
import { INJECTIONS } from './texts.ts';

let browser: Browser;
let service: TestService;
let account: TestAccount;
let owner: TestPerson;

before(async () => {
  [browser, service] = await Promise.all([sharedChromium(), startTestService()]);
  account = await service.newAccount();
  ok(await account.patch('/account', { email: 'owner@seller.example' }));
  owner = await signIn(service, { accountId: account.accountId });
});
after(() => service?.close());

/** A quote whose customer has written the text wherever one can, also as the title of a file in a reply by email. */
async function infect(text: string): Promise<Json> {
  const customerId = `c${text.slice(3, 5)}`;
  ok(
    await account.put(`/customers/${customerId}`, { name: text.slice(0, 200), email: 'mallory@example.org' }),
  );
  const items = [
    { description: 'Chair', quantity: 8, unitPrice: 10_000 },
    { description: 'Table', quantity: 1, unitPrice: 50_000 },
  ];
  const quote = await sentQuote(account, { customerId, items });
  const file = { index: 0, name: text, size: 10, contentType: 'application/pdf' };
  const from = { from: 'customer', via: 'email' } as const;
  const mailed = { ...from, author: text, text, attachments: [file] };
  const thread = { accountId: account.accountId, quoteId: quote.id as string };
  await service.db.write((tx) => addMessage(tx, thread, mailed, service.clock()));
  await submit(quote.publicUrl, 'question', { question: text });
  const wish = { revision: '1', proposal: text, wish0: '1' };
  assert.equal((await submit(quote.publicUrl, 'proposal', wish)).status, 303);
  return quote;
}

/** Collects what a page does other than showing itself. */
function watch(page: Page): string[] {
  const acts: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') acts.push(request.url());
  });
  page.on('dialog', (dialog) => {
    acts.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return acts;
}

/** Opens the page and waits as a person would: it says the text as text, and has no addresses but its own. */
async function look(page: Page, url: string, marker: string): Promise<void> {
  await page.goto(url);
  assert.equal(page.url(), url);
  assert.ok((await page.locator('body').innerText()).includes(marker), `${marker} on ${url}`);
  const odd = await page.locator('a, form, button, [formaction]').evaluateAll(
    (elements, origin) =>
      elements
        .flatMap((element) => ['href', 'action', 'formaction'].map((name) => element.getAttribute(name)))
        .filter((address) => address !== null && /^[a-z]+:/i.test(address) && !address.startsWith(origin))
        .filter((address) => !/^(mailto|tel):/.test(address ?? '')),
    new URL(url).origin,
  );
  assert.deepEqual(odd, [], url);
}

for (const [index, { tries, text }] of INJECTIONS.entries()) {
  // A script and a form in `npm test`, every text in `npm run test:all`.
  (index === 8 || index === 9 ? test : testAll)(
    `a text tries ${tries}: on every page of a person it is text and does nothing`,
    async () => {
      const quote = await infect(text);
      const marker = text.slice(0, 5);
      const base = `/${account.accountId}`;
      const paths = [
        `${base}/`,
        `${base}/quotes`,
        `${base}/quotes/${quote.id}`,
        `${base}/customers/${quote.customerId}`,
      ];
      for (const path of paths) expectValidHtml((await owner.page(path)).text, path);
      await withVisitor(browser, service.url, { viewport: DESKTOP }, async (page, session) => {
        await session.addCookies([owner.browserCookie]);
        const acts = watch(page);
        for (const url of [quote.publicUrl, ...paths.map((path) => service.url + path)]) {
          await look(page, url, marker);
          assert.deepEqual(acts, [], url);
        }
      });
      for (const mail of await mailsOf(service, account))
        assert.doesNotMatch(mail.html, /<script|<img src=x|<form|javascript:[^&]*"|onfocus="/i);
      const now = ok(await account.get(`/quotes/${quote.id}`));
      assert.deepEqual([now.status, now.total, now.revision], ['SENT', quote.total, 1]);
      const [proposal] = ok(await account.get(`/quotes/${quote.id}/proposals`)).data;
      assert.equal(proposal.state, 'open');
    },
  );
}
