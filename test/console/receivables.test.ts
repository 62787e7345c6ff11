import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { addDays, toCalendarDate } from '../../src/domain/calendar.ts';
import { checkReceivables } from '../chaos/check-rows.ts';
import { readZip } from '../support/api/read-zip.ts';
import { DESKTOP, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let member: TestPerson;
  let reader: TestPerson;
  let base: string;
  let today: string;

  beforeEach(async () => {
    account = await service().newAccount();
    const { accountId } = account;
    member = await signIn(service(), { accountId, role: 'member' });
    reader = await signIn(service(), { accountId, role: 'reader' });
    base = `/${accountId}`;
    const { timeZone } = (await account.get('/account')).body;
    today = toCalendarDate(service().clock(), timeZone);
  });

  interface Wanted {
    /** Days since the due date. */
    late: number;
    amount?: number;
    customerId?: string;
    currency?: string;
    isSent?: boolean;
  }

  async function makeIssued({ late, amount = 10_000, isSent, ...other }: Wanted): Promise<Json> {
    const items = [{ description: 'Work', quantity: 1, unitPrice: amount, taxRate: 0 }];
    const { customerId } = account;
    const { body: quote } = await account.post('/quotes', { customerId, title: 'Website', items, ...other });
    const dueDate = addDays(today, -late);
    const { body: draft } = await account.post(`/quotes/${quote.id}/convert-to-invoice`, { dueDate });
    await account.post(`/invoices/${draft.id}/${isSent ? 'send' : 'issue'}`, isSent ? {} : undefined);
    return (await account.get(`/invoices/${draft.id}`)).body;
  }

  const read = async (path: string, person = member) => {
    const { text, status } = await person.page(base + path);
    assert.equal(status, 200, path);
    expectValidHtml(text, path);
    return text;
  };
  const toText = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  const figuresIn = (page: string) =>
    toText(/<dl class="receivables">.*?<\/dl>/s.exec(page)?.[0] ?? '').trim();
  const numbersIn = (page: string) =>
    [...page.matchAll(/<a data-open href="[^"]*"><bdi>([^<]*)/g)].map(([, number]) => number);

  it('the list says what is open and overdue by age, which payments and credit notes lower', async () => {
    await makeIssued({ late: -5 });
    const first = await makeIssued({ late: 3, amount: 25_000 });
    await makeIssued({ late: 45, amount: 1200 });
    await makeIssued({ late: 45, amount: 99, currency: 'USD' });
    const old = await makeIssued({ late: 400, amount: 70_000 });
    const figures = figuresIn(await read('/invoices'));
    assert.equal(
      figures,
      'Open €1,062.00 + $0.99 5 invoices Overdue €962.00 + $0.99 4 invoices 1–30 days €250.00 1 invoice ' +
        '31–60 days €12.00 + $0.99 2 invoices 61–90 days – over 90 days €700.00 1 invoice',
    );
    assert.equal(figuresIn(await read('', reader)), figures, 'Home says the same, to every role');

    await account.post(`/invoices/${first.id}/payments`, { amount: 24_000 });
    await account.post(`/invoices/${old.id}/credit`, { amount: 70_000, reason: 'A mistake' });
    assert.match(
      figuresIn(await read('/invoices')),
      /^Open €122\.00 .* 1–30 days €10\.00 .* over 90 days –$/,
    );
    await account.post(`/invoices/${first.id}/payments`, { amount: 1000 });
    assert.match(figuresIn(await read('/invoices')), /1–30 days – /);
    assert.deepEqual(await checkReceivables(service().db, account.accountId), []);
  });

  it('each figure leads to its invoices, the oldest debt first, and headings sort', async () => {
    const [soon, late, later, oldest] = [
      await makeIssued({ late: -5 }),
      await makeIssued({ late: 3 }),
      await makeIssued({ late: 12 }),
      await makeIssued({ late: 91 }),
    ];
    const list = await read('/invoices');
    const [, ...links] = list.match(/(?<=<dd><a href=")[^"]+/g) ?? [];
    const follow = async (href = '') =>
      numbersIn(await read(href.replaceAll('&amp;', '&').slice(base.length)));
    assert.deepEqual(await follow(links[0]), [oldest.number, later.number, late.number]);
    assert.deepEqual(await follow(links[1]), [later.number, late.number]);
    assert.deepEqual(await follow(links[2]), [oldest.number]);
    const byDue = await read('/invoices?sort=-dueDate');
    assert.deepEqual(numbersIn(byDue), [soon.number, late.number, later.number, oldest.number]);
    assert.match(byDue, /aria-sort="descending"><a href="[^"]*sort=dueDate"/);
    assert.match(toText(byDue), /in 5 days .* 3 days overdue .* 91 days overdue/);
    const narrowed = await read('/invoices?status=overdue&age=1&search=INV');
    assert.match(narrowed, /aria-label="Remove filter: Overdue: 1–30 days"/);
    assert.equal((await member.page(`${base}/invoices?status=overdue&age=7&sort=colour`)).status, 200);
  });

  it('several invoices are reminded of, once, and what cannot be says why', async () => {
    const [sent, unsent, open] = [
      await makeIssued({ late: 3, isSent: true }),
      await makeIssued({ late: 3 }),
      await makeIssued({ late: -3 }),
    ];
    const picks = Object.fromEntries(
      [sent, unsent, open].map(({ id, updatedAt }) => [`pick-${id}`, updatedAt]),
    );
    const list = await read('/invoices?status=ISSUED');
    for (const { id, updatedAt } of [sent, unsent, open]) {
      assert.match(list, new RegExp(`name="pick-${id}" value="${updatedAt}"`));
    }
    const form = { ...picks, do: 'remind', back: 'status=ISSUED&page=1&evil=1' };
    const asked = await member.page(`${base}/invoices/several`, form);
    expectValidHtml(asked.text, 'the question');
    assert.match(toText(asked.text), /Remind customers of 3 invoices\?.*Remind of 1 invoice/);
    assert.match(asked.text, /has no link to this invoice.*is not overdue/s);
    assert.match(asked.text, /href="[^"]*\/invoices\?status=ISSUED&amp;page=1"/);
    const sure = { ...form, sure: '1', once: fieldIn(asked.text, 'once') };
    const [done, again] = await Promise.all([1, 2].map(() => member.page(`${base}/invoices/several`, sure)));
    expectValidHtml(done?.text ?? '', 'the outcome');
    assert.match(done?.text ?? '', /1 of 3 reminders sent/);
    assert.match(again?.text ?? '', /1 of 3 reminders sent/);
    const events = (await account.get(`/invoices/${sent.id}/events`)).body.data;
    assert.equal(events.filter(({ type }: Json) => type === 'reminded').length, 1);
  });

  it('several are recorded as paid on one day, unless they changed since they were shown', async () => {
    const [one, two, changed] = [
      await makeIssued({ late: 3 }),
      await makeIssued({ late: 4, amount: 500 }),
      await makeIssued({ late: 5 }),
    ];
    await account.post(`/invoices/${two.id}/payments`, { amount: 100 });
    const shown = (await account.get(`/invoices/${two.id}`)).body;
    const picks = Object.fromEntries(
      [one, shown, changed].map(({ id, updatedAt }) => [`pick-${id}`, updatedAt]),
    );
    const form = { ...picks, do: 'pay', back: '' };
    const asked = await member.page(`${base}/invoices/several`, form);
    assert.equal(fieldIn(asked.text, 'date'), today);
    const sure = { ...form, sure: '1', once: fieldIn(asked.text, 'once') };
    for (const date of ['2999-01-01', 'soon', '']) {
      const refused = await member.page(`${base}/invoices/several`, { ...sure, date });
      assert.equal(refused.status, 400, date);
      expectValidHtml(refused.text, 'a wrong date');
      assert.match(refused.text, /aria-invalid="true"/);
    }
    service().clock.advance(1000);
    await account.post(`/invoices/${changed.id}/payments`, { amount: 1 });
    const date = addDays(today, -2);
    const { text } = await member.page(`${base}/invoices/several`, { ...sure, date });
    assert.match(text, /2 of 3 recorded as paid/);
    assert.match(text, /has been changed in the meantime/);
    const payments = (await account.get(`/invoices/${two.id}/payments`)).body.data;
    assert.deepEqual(
      payments.map((payment: Json) => [payment.amount, payment.date]),
      [
        [100, today],
        [400, date],
      ],
    );
    const statuses = await Promise.all([one, two, changed].map(({ id }) => account.get(`/invoices/${id}`)));
    assert.deepEqual(
      statuses.map(({ body }) => body.status),
      ['PAID', 'PAID', 'ISSUED'],
    );
  });

  it('several are downloaded as PDFs; readers and strangers get nothing', async () => {
    const [one, two] = [await makeIssued({ late: 3 }), await makeIssued({ late: -3 })];
    const form = { [`pick-${one.id}`]: 'x', [`pick-${two.id}`]: 'x', do: 'download', back: '' };
    const response = await fetch(`${service().url}${base}/invoices/several`, {
      method: 'POST',
      headers: { Cookie: member.cookie, Origin: service().url },
      body: new URLSearchParams(form),
    });
    assert.equal(response.headers.get('Content-Type'), 'application/zip');
    const names = readZip(Buffer.from(await response.arrayBuffer())).map(({ name }) => name);
    assert.equal(names.length, 2);
    for (const { number } of [one, two]) assert.ok(names.some((name) => name.includes(number)));

    assert.equal((await reader.page(`${base}/invoices/several`, form)).status, 403);
    assert.doesNotMatch(await read('/invoices', reader), /name="pick-/);
    const none = await member.page(`${base}/invoices/several`, { do: 'pay', back: '' });
    assert.equal(none.status, 400);
    assert.match(none.text, /No invoices selected/);
    const other = await signIn(service(), { accountId: (await service().newAccount()).accountId });
    const foreign = await other.page(`/${other.accountId}/invoices/several`, {
      ...form,
      do: 'pay',
      sure: '1',
    });
    assert.equal(foreign.status, 400);
    assert.equal((await account.get(`/invoices/${one.id}`)).body.status, 'ISSUED');
  });

  it('a customer’s page says what is owed, open, invoiced this year, and when one last spoke', async () => {
    const { body: other } = await account.post('/customers', { name: 'Other' });
    await makeIssued({ late: 3, customerId: other.id });
    const none = await read(`/customers/${account.customerId}`);
    assert.equal(figuresIn(none), '');
    const paid = await makeIssued({ late: 3 });
    await account.post(`/invoices/${paid.id}/payments`, { amount: 10_000 });
    const quiet = await read(`/customers/${account.customerId}`);
    assert.match(
      figuresIn(quiet),
      /^Open invoices Owes nothing Open quotes 0 Invoiced in \d{4} €100\.00 Last contact None/,
    );
    const sent = await makeIssued({ late: 5, amount: 5000, isSent: true });
    const { customerId } = account;
    const items = [{ description: 'Work', quantity: 1, unitPrice: 100, taxRate: 0 }];
    const { body: quote } = await account.post('/quotes', { customerId, title: 'Shed', items });
    await account.post(`/quotes/${quote.id}/send`, {});
    await account.post(`/invoices/${paid.id}/credit`, { amount: 1000, reason: 'Late' });
    const page = await read(`/customers/${customerId}`, reader);
    assert.match(
      figuresIn(page),
      /^Open invoices €50\.00 €50\.00 overdue Open quotes 1 Invoiced in \d{4} €140\.00 Last contact now/,
    );
    const [href = ''] = /(?<=<dd><a href=")[^"]+(?=">.*?50\.00)/.exec(page) ?? [];
    assert.deepEqual(numbersIn(await read(href.replaceAll('&amp;', '&').slice(base.length))), [sent.number]);
  });

  if (!isFirstEngine) return;

  testAll('with a browser, two overdue invoices are recorded as paid in four clicks', async () => {
    await makeIssued({ late: 3 });
    await makeIssued({ late: 4 });
    await withVisitor(await sharedChromium(), service().url, { viewport: DESKTOP }, async (page, context) => {
      await context.addCookies([member.browserCookie]);
      await page.goto(`${service().url}${base}`);
      await page.click('.receivables .late a');
      await page.click('[data-mark-all]');
      assert.match((await page.textContent('.bulk-actions legend')) ?? '', /2/);
      await page.click('button[value="pay"]');
      await page.click('.several button[type="submit"]');
      assert.match((await page.textContent('.notice')) ?? '', /2 of 2 recorded as paid/);
    });
  });

  testAll('the list, its questions and a customer look right', async () => {
    await makeIssued({ late: 3, isSent: true });
    await makeIssued({ late: 45, amount: 123_456_789 });
    await makeIssued({ late: -45, currency: 'USD' });
    const paths = ['/invoices', '/invoices?status=overdue&age=1', '/', `/customers/${account.customerId}`];
    await expectGoodLooksOfAll(
      service(),
      member,
      paths.map((path) => base + path),
    );
  });
});
