import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { mailsOf, submit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { DESKTOP, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let member: TestPerson;
  let base: string;

  beforeEach(async () => {
    account = await service().newAccount();
    member = await signIn(service(), { accountId: account.accountId, role: 'member' });
    base = `/${account.accountId}`;
  });

  const read = async (path: string, person = member) => {
    const { text, status } = await person.page(base + path);
    assert.equal(status, 200, path);
    expectValidHtml(text, path);
    return text;
  };
  const ask = async (question: string) => {
    const quote = await sentQuote(account, { title: 'Table' });
    await submit(quote.publicUrl, 'question', { question });
    return quote;
  };

  it('Home shows the question and answers it, once', async () => {
    const { id } = await ask('Is the <b>oak</b> oiled?\nAnd when?');
    const home = await read('');
    assert.match(home, /<p class="prose" dir="auto">Is the &lt;b&gt;oak&lt;\/b&gt; oiled\?\nAnd when\?<\/p>/);
    const [, upTo = ''] = /name="upTo" value="(msg_\w+)"/.exec(home) ?? [];
    const form = { once: fieldIn(home, 'once'), upTo, from: 'home', text: 'Oiled, in May.' };
    const before = (await mailsOf(service(), account)).length;
    const answers = await Promise.all([1, 2].map(() => member.page(`${base}/quotes/${id}/messages`, form)));
    assert.deepEqual(
      answers.map(({ location }) => location),
      Array(2).fill(`${base}/?done=replied`),
    );
    assert.equal((await mailsOf(service(), account)).length, before + 1);
    const after = await read('/?done=replied');
    assert.match(after, /Captured, not delivered/);
    assert.doesNotMatch(after, /name="upTo"/);
    const empty = await member.page(`${base}/quotes/${id}/messages`, { ...form, text: ' ' });
    assert.equal(empty.status, 400);
    assert.match(empty.text, /Enter a message/);
    const reader = await signIn(service(), { accountId: account.accountId, role: 'reader' });
    await ask('One more?');
    assert.doesNotMatch(await read('', reader), /name="upTo"/);
    assert.doesNotMatch(await read('/?done=replied', await other()), /not delivered\. See/);
  });

  const other = async () => {
    const stranger = await service().newAccount();
    base = `/${stranger.accountId}`;
    return signIn(service(), { accountId: stranger.accountId });
  };

  it('the list marks quotes with unread messages, and the quote shows them first with the field to answer', async () => {
    const { id } = await ask('Is it oiled?');
    const quiet = await sentQuote(account, { title: 'Quiet' });
    const rowOf = (page: string, quoteId: string) =>
      page.split('<tr data-row>').find((row) => row.includes(`/quotes/${quoteId}"`)) ?? '';
    const list = await read('/quotes');
    assert.match(rowOf(list, id), /class="new-message">new message</);
    assert.doesNotMatch(rowOf(list, quiet.id), /new-message/);
    const page = await read(`/quotes/${id}`);
    assert.ok(page.indexOf('Is it oiled?') < page.indexOf('class="standing-badge"'), 'before the status');
    assert.equal(page.match(/<textarea[^>]*id="text"/g)?.length, 1);
    const [, upTo = ''] = /name="upTo" value="(msg_\w+)"/.exec(page) ?? [];
    const seen = { version: fieldIn(page, 'version'), once: fieldIn(page, 'once') };
    const answer = await member.page(`${base}/quotes/${id}/messages`, { ...seen, upTo, text: 'Yes.' });
    assert.equal(answer.location, `${base}/quotes/${id}?notice=replied`);
    const after = await read(`/quotes/${id}`);
    assert.doesNotMatch(after, /class="panel new-messages"/);
    assert.equal(after.match(/<textarea[^>]*id="text"/g)?.length, 1);
    assert.doesNotMatch(await read('/quotes'), /new-message/);
  });

  if (!isFirstEngine) return;

  testAll('with a browser, a question is answered from Home in one click', async () => {
    await ask('Is it oiled?');
    await withVisitor(await sharedChromium(), service().url, { viewport: DESKTOP }, async (page, context) => {
      await context.addCookies([member.browserCookie]);
      await page.goto(`${service().url}${base}/`);
      await page.fill('.answer textarea', 'Yes, it is.');
      await page.click('.answer button');
      assert.match((await page.textContent('.notice')) ?? '', /Captured, not delivered/);
    });
  });

  testAll('questions look right where they are answered', async () => {
    const { id } = await ask('Is it oiled? '.repeat(20));
    await expectGoodLooksOfAll(service(), member, [`${base}/`, `${base}/quotes`, `${base}/quotes/${id}`]);
  });
});
