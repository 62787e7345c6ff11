import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remindCustomers } from '../../src/actions/sending/outbox/remind-customers.ts';
import type { Deps } from '../../src/app/deps.ts';
import { withClock } from '../../src/store/with-clock.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { QUOTE } from '../fixtures/quote.ts';
import {
  accept,
  decline,
  eventsOf,
  eventTypes,
  mailsOf,
  ok,
  submit,
  visit,
} from '../support/api/customer.ts';
import { errorPaths, quoteIn, sentQuote } from '../support/api/quotes.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import { describeService, type TestAccount, type TestService } from '../support/service/service.ts';

describeService((service) => {
  const inTime = (ms: number) => new Date(service().clock() + ms).toISOString();

  test('a quote expires at the instant, in every read, list, filter and page, with one event', async () => {
    const { clock } = service();
    const account = await service().newAccount();
    const validUntil = inTime(HOUR);
    const quotes = [];
    for (let n = 0; n < 5; n++) quotes.push(await sentQuote(account, { validUntil }));
    const draft = ok(await account.post('/quotes', { ...bodyOf(), validUntil }));
    const total = async (status: string) =>
      ok(await account.get(`/quotes?status=${status}`)).pagination.total;
    clock.set(Date.parse(validUntil) - 1);
    assert.deepEqual([await total('SENT'), await total('EXPIRED')], [5, 0]);
    clock.set(Date.parse(validUntil));
    const [read, page, filtered, listed, history] = quotes;
    assert.equal(ok(await account.get(`/quotes/${read.id}`)).status, 'EXPIRED');
    const { status, text } = await visit(page.publicUrl);
    assert.equal(status, 200);
    assert.match(text, new RegExp(`This quote was valid until <time datetime="${validUntil}">`));
    assert.match(text, /Ask for a renewal/);
    assert.doesNotMatch(text, /\/accept"|\/decline"/);
    assert.deepEqual((await eventTypes(account, history.id)).slice(-1), ['expired']);
    assert.deepEqual([await total('SENT'), await total('EXPIRED')], [0, 5]);
    const { data } = ok(await account.get('/quotes'));
    assert.equal(data.find(({ id }: { id: string }) => id === listed.id).status, 'EXPIRED');
    assert.equal(
      ok(await account.get(`/quotes/${draft.id}`)).status,
      'DRAFT',
      'what was not sent does not expire',
    );
    await service().runJob('expiry');
    for (const { id } of [read, page, filtered, listed, history]) {
      const expired = (await eventsOf(account, id)).filter(({ type }) => type === 'expired');
      assert.deepEqual(
        expired.map(({ at, actor }) => [at, actor.type]),
        [[validUntil, 'system']],
      );
    }
  });

  test('a default validity is read as a day, and holds until its end', async () => {
    const { clock } = service();
    const account = await service().newAccount();
    const created = ok(await account.post('/quotes', bodyOf()));
    assert.equal(Date.parse(created.validUntil) - Date.parse(created.createdAt), 30 * DAY);
    ok(await account.post(`/quotes/${created.id}/send`));
    const { publicUrl, validUntil } = ok(await account.get(`/quotes/${created.id}`));
    assert.equal(validUntil, `${created.validUntil.slice(0, 10)}T23:59:59.999Z`);
    const read = /<time datetime="([^"]+)">([^<]*)<\/time>/.exec(
      /Valid until.*/.exec((await visit(publicUrl)).text)?.[0] ?? '',
    );
    assert.equal(read?.[1], validUntil);
    assert.doesNotMatch(read?.[2] ?? ' at ', / at /);
    const [mail] = await mailsOf(service(), account);
    assert.match(mail?.text ?? '', new RegExp(`Valid until: ${read?.[2]}$`, 'm'));
    clock.set(Date.parse(validUntil) - 1);
    assert.equal((await accept(publicUrl)).status, 303);
  });

  test('expiry catches up after downtime, for all quotes and once each', async () => {
    const { clock } = service();
    const account = await service().newAccount();
    const first = await sentQuote(account, { validUntil: inTime(HOUR) });
    const second = await sentQuote(account, { validUntil: inTime(2 * HOUR) });
    clock.advance(10 * DAY);
    await Promise.all([
      service().runJob('expiry'),
      account.get(`/quotes/${first.id}`),
      account.get('/quotes?status=EXPIRED'),
      visit(second.publicUrl),
    ]);
    for (const quote of [first, second]) {
      const stored = ok(await account.get(`/quotes/${quote.id}`));
      assert.deepEqual([stored.status, stored.updatedAt], ['EXPIRED', quote.validUntil]);
      assert.equal((await eventTypes(account, quote.id)).filter((type) => type === 'expired').length, 1);
    }
  });

  test('a late expiry job does not touch decisions and conversions', async () => {
    const { clock } = service();
    const account = await service().newAccount();
    const validUntil = inTime(HOUR);
    const accepted = await sentQuote(account, { validUntil });
    const declined = await sentQuote(account, { validUntil });
    const converted = await sentQuote(account, { validUntil });
    await accept(accepted.publicUrl);
    await decline(declined.publicUrl);
    ok(await account.post(`/quotes/${converted.id}/convert-to-invoice`));
    clock.advance(DAY);
    await service().runJob('expiry');
    const statuses = [];
    for (const { id, publicUrl } of [accepted, declined, converted]) {
      await visit(publicUrl);
      statuses.push(ok(await account.get(`/quotes/${id}`)).status);
      assert.ok(!(await eventTypes(account, id)).includes('expired'));
    }
    assert.deepEqual(statuses, ['ACCEPTED', 'DECLINED', 'CONVERTED']);
  });

  test('a renewal of an expired quote can be requested, and the quote returns with a new validity', async () => {
    const { clock } = service();
    const account = await ownedAccount(service());
    const { id, publicUrl } = await sentQuote(account, { validUntil: inTime(HOUR) });
    assert.equal((await submit(publicUrl, 'renewal', {})).status, 409, 'still open');
    clock.advance(HOUR);
    const asked = await submit(publicUrl, 'renewal', { message: 'Please, we still want it' });
    assert.equal(asked.headers.get('Location'), `${new URL(publicUrl).pathname}?notice=renewal`);
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.match(mail?.subject ?? '', /renewal/i);
    assert.match(mail?.text ?? '', /Please, we still want it/);
    ok(await account.patch(`/quotes/${id}`, { validUntil: inTime(DAY) }));
    assert.equal(ok(await account.get(`/quotes/${id}`)).status, 'SENT');
    assert.equal((await accept(publicUrl)).status, 303);
    const types = (await eventTypes(account, id)).filter((type) => type !== 'viewed');
    assert.deepEqual(types, ['created', 'sent', 'expired', 'renewal_requested', 'updated', 'accepted']);
  });

  test('a reminder is sent once, n days before the end, and not before', async () => {
    const { clock } = service();
    const account = await ownedAccount(service());
    const { id } = await sentQuote(account, { validUntil: inTime(10 * DAY) });
    const reminders = () => remindersOf(service(), account);
    clock.advance(8 * DAY);
    assert.equal(await reminders(), 0, 'off by default');
    ok(await account.patch('/account', { reminderDays: 3 }));
    const { id: later, publicUrl } = await sentQuote(account, { validUntil: inTime(10 * DAY) });
    assert.equal(await reminders(), 1, 'overdue for the first, too early for the second');
    clock.advance(7 * DAY - 1);
    assert.equal(await reminders(), 1);
    clock.advance(1);
    assert.equal(await reminders(), 2);
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.ok(mail?.text.includes(publicUrl));
    assert.equal(mail?.to[0]?.address, CUSTOMER.email);
    clock.advance(2 * DAY);
    assert.equal(await reminders(), 2, 'once');
    for (const one of [id, later]) {
      assert.equal((await eventTypes(account, one)).filter((type) => type === 'reminded').length, 1);
    }
  });

  test('a sent reminder is remembered for the longest reminder period', async () => {
    const { clock } = service();
    const account = await ownedAccount(service());
    ok(await account.patch('/account', { reminderDays: 200 }));
    await sentQuote(account, { validUntil: inTime(210 * DAY) });
    clock.advance(11 * DAY);
    assert.equal(await remindersOf(service(), account), 1);
    clock.advance(60 * DAY);
    await service().runJob('clean-up');
    assert.equal(await remindersOf(service(), account), 1);
  });

  test('no reminder is sent for quotes that are decided, converted, expired, revoked, or sent within that time', async () => {
    const { clock } = service();
    const account = await ownedAccount(service());
    ok(await account.patch('/account', { reminderDays: 3 }));
    const validUntil = inTime(10 * DAY);
    const [accepted, declined, converted, revoked, resent] = [
      await sentQuote(account, { validUntil }),
      await sentQuote(account, { validUntil }),
      await sentQuote(account, { validUntil }),
      await sentQuote(account, { validUntil }),
      await sentQuote(account, { validUntil }),
    ];
    const expired = await sentQuote(account, { validUntil: inTime(DAY) });
    await accept(accepted.publicUrl);
    await decline(declined.publicUrl);
    ok(await account.post(`/quotes/${converted.id}/convert-to-invoice`));
    ok(await account.delete(`/quotes/${revoked.id}/links`));
    clock.advance(8 * DAY);
    ok(await account.post(`/quotes/${resent.id}/send`));
    assert.equal(await remindersOf(service(), account), 0);
    assert.equal(ok(await account.get(`/quotes/${expired.id}`)).status, 'EXPIRED');
  });

  test('a manual reminder is sent immediately, does not change the quote, and records who requested it', async () => {
    const account = await ownedAccount(service());
    const { id, publicUrl } = await sentQuote(account);
    const before = await account.get(`/quotes/${id}`);
    const reminded = await account.post(`/quotes/${id}/remind`);
    assert.equal(reminded.status, 200, reminded.text);
    assert.deepEqual(reminded.body, before.body);
    assert.equal(reminded.headers.get('ETag'), before.headers.get('ETag'));
    const [event, ...more] = (await eventsOf(account, id)).filter(({ type }) => type === 'reminded');
    assert.deepEqual(
      [event.actor.type, event.actor.id, event.data],
      ['key', account.keyId, { to: CUSTOMER.email, captured: true }],
    );
    assert.equal(more.length, 0);
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.match(mail?.subject ?? '', /is valid until/);
    assert.ok(mail?.text.includes(publicUrl));
    const keyed = { headers: { 'Idempotency-Key': 'once' } };
    for (const replayed of [null, 'true']) {
      const reply = await account.post(`/quotes/${id}/remind`, {}, keyed);
      assert.deepEqual([reply.status, reply.headers.get('Idempotency-Replayed')], [200, replayed]);
    }
    assert.equal((await eventTypes(account, id)).filter((type) => type === 'reminded').length, 2);
    const stale = { headers: { 'If-Match': '"1"' } };
    assert.equal((await account.post(`/quotes/${id}/remind`, undefined, stale)).status, 412);
    assert.deepEqual(errorPaths(await account.post(`/quotes/${id}/remind`, { text: 'Now' })), ['/text']);
  });

  test('a manual reminder is rejected if no decision is possible', async () => {
    const account = await ownedAccount(service());
    for (const [status, code] of [
      ['DRAFT', 'quote_not_sent'],
      ['ACCEPTED', 'quote_not_open'],
      ['DECLINED', 'quote_not_open'],
      ['EXPIRED', 'quote_not_open'],
      ['CONVERTED', 'quote_converted'],
    ] as const) {
      const { id } = await quoteIn(account, status);
      const reply = await account.post(`/quotes/${id}/remind`);
      assert.deepEqual([reply.status, reply.body.code], [409, code], status);
    }
    const due = await sentQuote(account, { validUntil: inTime(HOUR) });
    const revoked = await sentQuote(account);
    ok(await account.delete(`/quotes/${revoked.id}/links`));
    service().clock.advance(HOUR);
    for (const [{ id }, code] of [
      [due, 'quote_not_open'],
      [revoked, 'quote_not_sent'],
    ] as const) {
      const reply = await account.post(`/quotes/${id}/remind`);
      assert.deepEqual([reply.status, reply.body.code], [409, code], reply.text);
      assert.ok(!(await eventTypes(account, id)).includes('reminded'));
    }
  });

  test('a queued reminder is not sent if it no longer applies', async () => {
    const { clock } = service();
    const account = await ownedAccount(service());
    const validUntil = inTime(10 * DAY);
    const quotes = [];
    for (let n = 0; n < 4; n++) quotes.push(await sentQuote(account, { validUntil }));
    const [answered, extended, revoked, open] = quotes;
    clock.advance(8 * DAY);
    ok(await account.patch('/account', { reminderDays: 3 }));
    await queueForLater(service());
    ok(await account.patch(`/quotes/${answered.id}`, { status: 'DECLINED' }));
    ok(await account.patch(`/quotes/${extended.id}`, { validUntil: inTime(90 * DAY) }));
    ok(await account.delete(`/quotes/${revoked.id}/links`));
    clock.advance(1);
    assert.equal(await remindersOf(service(), account), 1);
    assert.ok((await eventTypes(account, open.id)).includes('reminded'));
    for (const { id } of [answered, extended, revoked]) {
      assert.ok(!(await eventTypes(account, id)).includes('reminded'));
    }
  });
});

function bodyOf() {
  return {
    customerId: 'cus_test',
    title: QUOTE.title,
    items: [{ description: 'Work', quantity: 1, unitPrice: 1 }],
  };
}

async function ownedAccount(service: TestService): Promise<TestAccount> {
  const account = await service.newAccount();
  ok(await account.patch('/account', { email: 'owner@seller.example' }));
  return account;
}

async function remindersOf(service: TestService, account: TestAccount): Promise<number> {
  await service.runJob('reminders');
  const mails = await mailsOf(service, account);
  return mails.filter(({ subject }) => /is valid until/.test(subject)).length;
}

/** Queues reminders a moment ahead: the outbox is emptied all the time, and these wait for the clock. */
async function queueForLater({ db, clock, config, url }: TestService): Promise<void> {
  await remindCustomers({
    db: withClock(db, () => clock() + 1),
    config,
    secret: 'any',
    publicUrl: () => url,
  } as Deps);
}
