import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { accept, noticeIn, ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { createQuote, ITEM, issuedInvoice, sentQuote } from '../support/api/quotes.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const UNTRUE = /Sent to|will get an email|on its way|Everything is sent|class="notice good"/;
const NOT_DELIVERED =
  /<strong class="undelivered">Not delivered: no mail server\.<\/strong> <a href="[^"]+\/settings\/mail">/;

describeService((service) => {
  let account: TestAccount;
  let owner: TestPerson;
  let base: string;

  beforeEach(async () => {
    account = await service().newAccount({ kind: 'live' });
    owner = await signIn(service(), { accountId: account.accountId });
    base = `/${account.accountId}`;
    await account.patch('/account', { country: 'GB' });
  });

  const read = async (path: string, person = owner) => {
    const { text, status } = await person.page(base + path);
    assert.equal(status, 200, path);
    expectValidHtml(text, path);
    return text;
  };
  const hidden = (text: string) => ({ version: fieldIn(text, 'version'), once: fieldIn(text, 'once') });
  /** Fills in the first form of a page, and returns the page after it. */
  const send = async (from: string, to: string, fields: Record<string, string> = {}) => {
    const { location } = await owner.page(base + to, { ...hidden(await read(from)), ...fields });
    return read((location ?? '').slice(base.length));
  };

  it('a quote that no mail server takes is SENT by the API, and nowhere said to be delivered', async () => {
    const { id } = await createQuote(account, { items: [ITEM] });
    const at = `/quotes/${id}`;
    const draft = await read(at);
    assert.doesNotMatch(draft, /they get an email/);
    assert.match(draft, /Valid until<\/dt><dd>\d+ \w+ \d{4}<\/dd>/, 'nobody chose a time');
    const form = await read(`${at}/send`);
    assert.doesNotMatch(form, /It has expired/);
    assert.match(form, /class="notice warn">There is no mail server/);
    const mail = { to: 'ada@example.com', cc: '', subject: '', message: '' };
    const sent = await send(`${at}/send`, `${at}/send`, mail);
    assert.equal(ok(await account.get(at)).status, 'SENT');
    assert.match(sent, /<div class="notice warn" role="status"><strong/);
    assert.equal(sent.match(new RegExp(NOT_DELIVERED, 'g'))?.length, 3, 'notice, status and history');
    assert.match(sent, /leads to this machine only\. Set PUBLIC_URL/);
    assert.doesNotMatch(sent, UNTRUE);
    const reminded = await send(`${at}/remind`, `${at}/remind`);
    assert.match(reminded, /sent a reminder to .*Not delivered/);
    assert.doesNotMatch(reminded, UNTRUE);
    const replied = await send(at, `${at}/messages`, { text: 'Hello' });
    assert.doesNotMatch(replied, UNTRUE);
    assert.match(await read('/quotes'), /<span class="undelivered">Not delivered: no mail server/);
    const home = await read('/');
    assert.match(home, /Not ready for customers yet.*There is no mail server.*leads to this machine only/s);
    assert.match(home, /to <bdi>ada@example\.com<\/bdi>\. <strong class="undelivered">Not delivered/);
    assert.doesNotMatch(home, UNTRUE);
    assert.match(await read('/mailbox'), NOT_DELIVERED);
    const reader = await signIn(service(), { accountId: account.accountId, role: 'reader' });
    assert.match(await read(at, reader), /Not delivered: no mail server\.<\/strong> Connect a mail server/);
    const { data } = ok(await account.get(`/events?type=quote.reminded`));
    assert.equal(data[0].data.captured, true);
  });

  it('invoices, their reminders and credit notes say so too', async () => {
    const invoice = await issuedInvoice(account, { items: [ITEM] }, { dueDate: '2001-01-01' });
    const at = `/invoices/${invoice.id}`;
    const sent = await send(at, `${at}/send`, { to: 'ada@example.com', message: '' });
    assert.equal(sent.match(new RegExp(NOT_DELIVERED, 'g'))?.length, 2, 'notice and history');
    const reminded = await send(at, `${at}/remind`);
    const credited = ok(await account.post(`${at}/credit`, {}));
    const note = `/invoices/${credited.id}`;
    const noted = await send(note, `${note}/send`, { to: 'ada@example.com', message: '' });
    for (const page of [sent, reminded, noted]) {
      assert.match(page, NOT_DELIVERED);
      assert.doesNotMatch(page, UNTRUE);
    }
    assert.match(await read('/invoices'), /<span class="undelivered">Not delivered: no mail server/);
  });

  it('several quotes are not said to be sent, and the page promises the customer no email', async () => {
    const quote = await sentQuote(account, { items: [ITEM] });
    const form = { do: 'send', [`pick-${quote.id}`]: quote.updatedAt };
    const asked = (await owner.page(`${base}/quotes/several`, form)).text;
    assert.match(asked, /class="notice warn">There is no mail server/);
    const done = await owner.page(`${base}/quotes/several`, {
      ...form,
      sure: '1',
      once: fieldIn(asked, 'once'),
    });
    assert.match(done.text, NOT_DELIVERED);
    assert.doesNotMatch(done.text, UNTRUE);
    const { publicUrl } = ok(await account.get(`/quotes/${quote.id}`));
    assert.doesNotMatch((await visit(publicUrl)).text, /by email/);
    await submit(publicUrl, 'question', { question: 'When?' });
    assert.match(await read(`/quotes/${quote.id}`), /new message/);
    ok(await account.post(`/quotes/${quote.id}/messages`, { text: 'On Monday.' }));
    assert.doesNotMatch(await read(`/quotes/${quote.id}`), /new message/, 'an answer has read it');
    const { revision } = await readSeen(publicUrl);
    await submit(publicUrl, 'proposal', { revision, proposal: 'Cheaper, please.' });
    const { data: proposals } = ok(await account.get(`/quotes/${quote.id}/proposals`));
    ok(await account.post(`/quotes/${quote.id}/proposals/${proposals[0].id}/decline`, { text: 'No.' }));
    assert.match(await read(`/quotes/${quote.id}`), /declined the changes\. <strong class="undelivered">/);
    assert.match(await read('/'), /declined changes of .*? <strong class="undelivered">/);
    const location = (await accept(publicUrl)).headers.get('location');
    const page = (await visit(new URL(location ?? '', publicUrl).href)).text;
    assert.equal(noticeIn(page), 'Thank you! Your acceptance has been recorded.');
  });

  it('test accounts capture on purpose', async () => {
    const test = await service().newAccount();
    const person = await signIn(service(), { accountId: test.accountId });
    const quote = await sentQuote(test, { items: [ITEM] });
    const pages = await Promise.all(
      ['/', '/quotes', `/quotes/${quote.id}`, `/quotes/${quote.id}?notice=sent`].map(
        async (path) => (await person.page(`/${test.accountId}${path}`)).text,
      ),
    );
    for (const page of pages) {
      assert.doesNotMatch(page, /no mail server|Not ready|on its way|will get an email/);
    }
    assert.match(pages[3] ?? '', /class="notice info" role="status">Captured, not delivered/);
  });

  testAll('undelivered quotes and invoices look right', async () => {
    const { id } = await sentQuote(account, { items: [ITEM] });
    await expectGoodLooksOfAll(service(), owner, [`${base}/`, `${base}/quotes`, `${base}/quotes/${id}`]);
  });
});
