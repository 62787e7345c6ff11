import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { mailsOf, visit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let member: TestPerson;
  let base: string;

  beforeEach(async () => {
    account = await service().newAccount();
    const { accountId } = account;
    member = await signIn(service(), { accountId, role: 'member' });
    base = `/${accountId}`;
  });

  const read = async (path: string, person = member) => {
    const { text, status } = await person.page(base + path);
    assert.equal(status, 200, path);
    expectValidHtml(text, path);
    return text;
  };
  const toText = (page: string) => page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  const areaIn = (page: string, name: string) =>
    new RegExp(`<textarea[^>]*name="${name}"[^>]*>\\s*([^<]*)`).exec(page)?.[1];
  const seen = (page: string) => ({ version: fieldIn(page, 'version'), once: fieldIn(page, 'once') });
  const customerIn = async (locale: string, email: string) =>
    (await account.post('/customers', { name: 'Sophie Germain', locale, email })).body.id as string;

  it('a reminder is written in the words of the sender, in the language of the customer', async () => {
    const customerId = await customerIn('fr', 'sophie@example.test');
    const { id, publicUrl } = await sentQuote(account, { customerId });
    service().clock.advance(2 * HOUR);
    await visit(publicUrl);
    service().clock.advance(3 * HOUR);
    const page = await read(`/quotes/${id}/remind`);
    assert.match(toText(page), /Opened once, 3 hours ago.*Last contact 5 hours ago/);
    assert.match(toText(page), /In the customer’s language \(French\)/);
    assert.match(areaIn(page, 'message') ?? '', /^Bonjour Sophie Germain,\n\n/);

    const typed = { subject: 'Encore une question', message: 'Bonjour,\r\n\r\nqu’en pensez-vous ?' };
    const preview = await member.page(`${base}/quotes/${id}/remind/preview`, typed);
    assert.match(toText(preview.text), /qu’en pensez-vous/);
    assert.match(
      toText((await member.page(`${base}/quotes/${id}/remind/preview`)).text),
      /Bonjour Sophie Germain/,
    );
    const tooLong = { ...seen(page), ...typed, message: 'x'.repeat(6000), subject: 'y'.repeat(300) };
    const refused = await member.page(`${base}/quotes/${id}/remind`, tooLong);
    assert.equal(refused.status, 400);
    expectValidHtml(refused.text, 'texts that are too long');
    assert.match(refused.text, /aria-invalid="true"/);
    assert.match(refused.text, /x{6000}/);

    const before = await mailsOf(service(), account);
    const answers = await Promise.all(
      [1, 2].map(() => member.page(`${base}/quotes/${id}/remind`, { ...seen(page), ...typed })),
    );
    assert.deepEqual(
      answers.map(({ location }) => location),
      Array(2).fill(`${base}/quotes/${id}?notice=reminded`),
    );
    const mails = await mailsOf(service(), account);
    assert.equal(mails.length, before.length + 1);
    assert.equal(mails.at(-1)?.subject, typed.subject);
    assert.match(mails.at(-1)?.text ?? '', /Bonjour,\n\nqu’en pensez-vous/);
    assert.ok(mails.at(-1)?.text.includes(publicUrl));
  });

  it('the page says when the next automatic reminder goes, and that none follows', async () => {
    const inDays = (days: number) => new Date(service().clock() + days * DAY).toISOString();
    const owner = await signIn(service(), { accountId: account.accountId });
    const setDays = async (reminderDays: number | null) =>
      assert.equal((await owner.patch('/account', { reminderDays })).status, 200);
    await setDays(3);
    const { id } = await sentQuote(account, { validUntil: inDays(10) });
    assert.match(toText(await read(`/quotes/${id}/remind`)), /next automatic reminder goes out in 7 days/);
    const soon = await sentQuote(account, { validUntil: inDays(2) });
    assert.match(toText(await read(`/quotes/${soon.id}/remind`)), /No automatic reminder will follow/);
    await setDays(null);
    assert.match(toText(await read(`/quotes/${id}/remind`)), /No automatic reminder will follow/);
    await account.delete(`/quotes/${id}/links`);
    assert.equal((await member.page(`${base}/quotes/${id}/remind`)).status, 409);
  });

  it('several quotes are reminded of with texts of their own', async () => {
    const french = await sentQuote(account, { customerId: await customerIn('fr', 'one@example.test') });
    const german = await sentQuote(account, { customerId: await customerIn('de', 'two@example.test') });
    const { body: draft } = await account.post('/quotes', {
      customerId: account.customerId,
      title: 'Draft',
      items: [{ description: 'Work', quantity: 1, unitPrice: 100 }],
    });
    const read1 = async (id: string) => (await account.get(`/quotes/${id}`)).body as Json;
    const all = await Promise.all([french.id, german.id, draft.id].map(read1));
    const picks = Object.fromEntries(all.map(({ id, updatedAt }) => [`pick-${id}`, updatedAt]));
    const asked = await member.page(`${base}/quotes/several`, { ...picks, do: 'remind', back: '' });
    expectValidHtml(asked.text, 'the question');
    assert.match(areaIn(asked.text, `message-${french.id}`) ?? '', /^Bonjour/);
    assert.match(areaIn(asked.text, `message-${german.id}`) ?? '', /^Guten Tag/);
    assert.equal(areaIn(asked.text, `message-${draft.id}`), undefined);
    assert.match(toText(asked.text), /to one@example\.test\. It has not been opened yet\./);

    const words = { [`message-${german.id}`]: 'Guten Tag,\n\nwie sieht es aus?' };
    const sure = { ...picks, ...words, do: 'remind', back: '', sure: '1', once: fieldIn(asked.text, 'once') };
    const tooLong = { ...sure, [`message-${french.id}`]: 'x'.repeat(6000) };
    const count = (await mailsOf(service(), account)).length;
    const refused = await member.page(`${base}/quotes/several`, tooLong);
    assert.equal(refused.status, 400);
    expectValidHtml(refused.text, 'a text that is too long');
    assert.match(refused.text, /<details class="words" open>/);
    assert.match(areaIn(refused.text, `message-${german.id}`) ?? '', /wie sieht es aus/);
    assert.equal((await mailsOf(service(), account)).length, count, 'none was sent');

    const done = await member.page(`${base}/quotes/several`, sure);
    assert.match(done.text, /2 of 3 reminders sent/);
    const texts = (await mailsOf(service(), account)).slice(count).map(({ text }) => text);
    assert.equal(texts.length, 2);
    assert.ok(texts.some((text) => text.includes('wie sieht es aus?')));
    assert.ok(texts.some((text) => /Bonjour/.test(text)));
  });

  it('Home lists quotes without a sign for 7 days, and those that were opened three times', async () => {
    const inDays = (days: number) => new Date(service().clock() + days * DAY).toISOString();
    const quiet = await sentQuote(account, { title: 'Quiet', validUntil: inDays(60) });
    service().clock.advance(2 * DAY);
    const opened = await sentQuote(account, { title: 'Opened', validUntil: inDays(60) });
    const entryOf = (page: string, words: RegExp) =>
      page
        .split('<li class="duty')
        .map((entry) => entry.split('</ul></li>')[0] ?? '')
        .find((entry) => words.test(toText(`<${entry}`)));
    const QUIET = /without a sign from the customer/;
    const OPENED = /opened three times or more without an answer/;
    for (let views = 0; views < 3; views++) {
      service().clock.advance(2 * HOUR);
      assert.equal(entryOf(await read(''), OPENED), undefined);
      await visit(opened.publicUrl);
    }
    const often = entryOf(await read(''), OPENED) ?? '';
    assert.match(often, new RegExp(`/quotes/${opened.id}/remind"`));
    assert.match(toText(often), /1 quote .*Opened .*Opened 3 times/);
    assert.equal(entryOf(await read(''), QUIET), undefined);

    service().clock.advance(5 * DAY);
    const silent = entryOf(await read(''), QUIET) ?? '';
    assert.match(toText(silent), /1 quote .*Quiet.*It has not been opened yet/);
    assert.doesNotMatch(silent, new RegExp(opened.id));
    const reader = await signIn(service(), { accountId: account.accountId, role: 'reader' });
    assert.doesNotMatch(await read('', reader), /\/remind"/);
    for (const { id } of [quiet, opened]) {
      assert.equal((await account.post(`/quotes/${id}/remind`)).status, 200);
    }
    const after = await read('');
    assert.deepEqual([entryOf(after, QUIET), entryOf(after, OPENED)], [undefined, undefined]);
  });

  if (!isFirstEngine) return;

  testAll('reminders look right', async () => {
    const { id } = await sentQuote(account);
    await expectGoodLooksOfAll(service(), member, [`${base}/quotes/${id}/remind`]);
  });
});
