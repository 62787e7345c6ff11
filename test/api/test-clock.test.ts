import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../../src/app/config/config.ts';
import { newId } from '../../src/domain/ids.ts';
import type { Quote } from '../../src/domain/quote/quote.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { listCapturedMails } from '../../src/store/tables/mail/captured-mails.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { accept, ok, visit } from '../support/api/customer.ts';
import { createQuote, errorPaths, quoteBody, sentQuote } from '../support/api/quotes.ts';
import { type Client, createClient, type Json } from '../support/service/client.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import { describeService, makeDatabase, TEST_KEY, type TestAccount } from '../support/service/service.ts';
import { spawnTestService } from '../support/service/spawn-service.ts';
import { parseIdTime } from '../support/store/time-of-id.ts';
import { until } from '../support/until.ts';

describeService((service) => {
  const iso = (ms: number) => new Date(ms).toISOString();
  const advance = async (api: Client, by: string) => ok(await api.post('/test-clock', { advanceBy: by }));
  const eventsAfter = async (api: Client, place: string): Promise<Json[]> =>
    ok(await api.get(`/events?after=${place}&limit=100`)).data;
  const latest = async (api: Client) => ok(await api.get('/events?after=latest')).next;
  const endingIn = (api: Client, days: number, more: object = {}) =>
    sentQuote(api, { validUntil: iso(service().clock() + days * DAY), ...more });

  test('the test clock exists for test accounts, and write keys advance it', async () => {
    const live = await service().newAccount({ kind: 'live' });
    for (const reply of [
      await live.get('/test-clock'),
      await live.post('/test-clock', { advanceBy: 'P1D' }),
    ]) {
      assert.deepEqual([reply.status, reply.body.code], [404, 'not_found']);
    }
    const api = await service().newAccount();
    const reader = service().client((await service().newKey(api.accountId, 'read')).secret);
    assert.equal((await reader.post('/test-clock', { advanceBy: 'P1D' })).status, 403);
    const now = service().clock();
    assert.deepEqual(ok(await reader.get('/test-clock')), { now: iso(now), status: 'ready' });
    assert.deepEqual(await advance(api, 'P3DT2H'), { now: iso(now + 3 * DAY + 2 * HOUR), status: 'ready' });
    const to = iso(now + 5 * DAY);
    assert.equal(ok(await api.post('/test-clock', { advanceTo: to })).now, to);
    service().clock.advance(HOUR);
    assert.equal(
      ok(await reader.get('/test-clock')).now,
      iso(now + 5 * DAY + HOUR),
      'the clock keeps running',
    );
    const other = await service().newAccount();
    assert.equal(ok(await other.get('/test-clock')).now, iso(now + HOUR));
  });

  test('the clock moves forward only, by at most one year per request', async () => {
    const api = await service().newAccount();
    const now = service().clock();
    const refused = async (body: object) => errorPaths(await api.post('/test-clock', body));
    for (const advanceTo of [iso(now), iso(now - 1), iso(now + 366 * DAY + 1), 'tomorrow', 7]) {
      assert.deepEqual(await refused({ advanceTo }), ['/advanceTo'], String(advanceTo));
    }
    for (const advanceBy of [
      'PT0S',
      'P0D',
      '-P1D',
      'P1Y1D',
      'P13M',
      'PT8785H',
      'P999999Y',
      '3 days',
      '',
      null,
    ]) {
      assert.deepEqual(await refused({ advanceBy }), ['/advanceBy'], String(advanceBy));
    }
    assert.deepEqual(await refused({}), ['']);
    assert.deepEqual(await refused({ advanceBy: 'P1D', advanceTo: iso(now + DAY) }), ['']);
    assert.deepEqual(await refused({ advanceBy: 'P1D', now: iso(now) }), ['/now']);
    assert.equal(ok(await api.get('/test-clock')).now, iso(now));
    const later = new Date(now);
    later.setUTCFullYear(later.getUTCFullYear() + 1);
    assert.equal((await advance(api, 'P1Y')).now, later.toISOString());
  });

  test('all fields and numbers of the account follow the clock', async () => {
    const api = await service().newAccount();
    const real = service().clock();
    const before = await createQuote(api);
    const now = Date.parse((await advance(api, 'P1Y')).now);
    const year = String(new Date(now).getUTCFullYear());
    const quote = await createQuote(api);
    assert.deepEqual([quote.createdAt, quote.updatedAt], [iso(now), iso(now)]);
    assert.equal(quote.validUntil, iso(now + 30 * DAY), 'not over yet');
    assert.match(quote.number, new RegExp(`^Q-${year}-00001$`));
    assert.equal(parseIdTime(quote.id), real, 'identifiers keep real time');
    const sent = ok(await api.post(`/quotes/${quote.id}/send`));
    assert.deepEqual([sent.status, sent.sentAt], ['SENT', iso(now)]);
    assert.match((await visit(sent.publicUrl)).text, new RegExp(year));
    assert.equal((await accept(sent.publicUrl, 'Ada')).status, 303);
    const accepted = ok(await api.get(`/quotes/${quote.id}`));
    assert.deepEqual([accepted.viewedAt, accepted.acceptedAt], [iso(now), iso(now)]);
    const invoice = ok(await api.post(`/quotes/${quote.id}/convert-to-invoice`));
    const day = iso(now).slice(0, 10);
    assert.deepEqual([invoice.issueDate, invoice.createdAt], [day, iso(now)]);
    assert.equal(invoice.dueDate, iso(Date.parse(day) + 30 * DAY).slice(0, 10));
    assert.match(invoice.number, new RegExp(`^INV-${year}-00001$`));
    const patched = ok(await api.patch(`/quotes/${before.id}`, { title: 'New', validUntil: null }));
    assert.deepEqual([patched.updatedAt, patched.validUntil], [iso(now), iso(now + 30 * DAY)]);
    const { months } = ok(await api.get('/statistics?months=1'));
    assert.equal(months[0].month, iso(now).slice(0, 7));
    assert.equal(ok(await api.put('/customers/new', { name: 'New' })).createdAt, iso(now));
    const events: Json[] = ok(await api.get(`/quotes/${quote.id}/events`)).data;
    assert.deepEqual(new Set(events.map(({ at }) => at)), new Set([iso(now)]));
    for (const { id } of events) assert.ok(parseIdTime(id) <= real + 10, 'event identifiers keep real time');
    const [oldest, newest] = ok(await api.get('/quotes?sort=createdAt')).data;
    assert.deepEqual([oldest.id, newest.id], [before.id, quote.id]);
    const since = ok(await api.get(`/quotes?createdFrom=${iso(now)}`)).data;
    assert.deepEqual(
      since.map(({ id }: Json) => id),
      [quote.id],
    );
  });

  test('the clock does not affect features in real time', async () => {
    const api = await service().newAccount();
    const withKey = { headers: { 'Idempotency-Key': 'k' } };
    const first = await api.post('/quotes', quoteBody(), withKey);
    const { url, expiresAt } = ok(await api.get(`/quotes/${first.body.id}/pdf`));
    const place = await latest(api);
    await advance(api, 'P1Y');
    const again = await api.post('/quotes', quoteBody(), withKey);
    assert.equal(again.text, first.text);
    assert.equal((await fetch(url)).status, 200);
    assert.equal(ok(await api.get(`/quotes/${first.body.id}/pdf`)).expiresAt, expiresAt);
    assert.equal((await api.get(`/events?after=${place}`)).status, 200);
    assert.equal((await api.get('/account')).status, 200);
    const { id } = await sentQuote(api);
    const statuses: number[] = [];
    for (let sends = 0; sends < 11; sends++) {
      statuses.push((await api.post(`/quotes/${id}/send`)).status);
      if (sends === 4) await advance(api, 'PT2H');
    }
    assert.equal(statuses.at(-1), 429, 'hourly limit');
  });

  test('due actions run in order and at their time while the clock advances', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { reminderDays: 5, expiringDays: 3 }));
    const now = service().clock();
    const [a, b, c] = [await endingIn(api, 10), await endingIn(api, 12), await endingIn(api, 40)];
    const draft = await createQuote(api, { validUntil: iso(now + 10 * DAY) });
    const place = await latest(api);
    const arrived = await advance(api, 'P30D');
    const day = (days: number) => iso(now + days * DAY);
    const told = (await eventsAfter(api, place)).map(({ type, timestamp, data }) => [
      ...[type, data.quote.id, timestamp],
    ]);
    assert.deepEqual(told, [
      ['quote.reminded', a.id, day(5)],
      ['quote.expiring', a.id, day(7)],
      ['quote.reminded', b.id, day(7)],
      ['quote.expiring', b.id, day(9)],
      ['quote.expired', a.id, day(10)],
      ['quote.expired', b.id, day(12)],
    ]);
    const statuses = ok(await api.get('/quotes?sort=createdAt')).data.map(({ status }: Json) => status);
    assert.deepEqual(statuses, ['EXPIRED', 'EXPIRED', 'SENT', 'DRAFT']);
    assert.equal((await createQuote(api)).createdAt, arrived.now);
    const mails = await listCapturedMails(service().db.read, api.accountId, { limit: 9, offset: 0 });
    assert.deepEqual(
      mails.slice(0, 2).map(({ capturedAt }) => capturedAt),
      [day(7), day(5)],
    );
    await advance(api, 'P6D');
    await advance(api, 'P1Y');
    const rest = (await eventsAfter(api, place)).slice(told.length + 1);
    assert.deepEqual(
      rest.map(({ type, timestamp, data }) => [type, data.quote.id, timestamp]),
      [
        ['quote.reminded', c.id, day(35)],
        ['quote.expiring', c.id, day(37)],
        ['quote.expired', c.id, day(40)],
      ],
      'each once',
    );
    assert.equal(ok(await api.get(`/quotes/${draft.id}`)).status, 'DRAFT');
    for (const job of ['expiry', 'expiring', 'reminders', 'outbox'] as const) await service().runJob(job);
    assert.equal((await eventsAfter(api, place)).length, told.length + 1 + rest.length);
  });

  test('later jobs follow the clock', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { reminderDays: 5 }));
    await advance(api, 'P100D');
    const ahead = 100 * DAY;
    const place = await latest(api);
    const { id } = await endingIn(api, 100 + 6);
    const end = service().clock() + ahead + 6 * DAY;
    const other = await service().newAccount();
    const others = await endingIn(other, 60);
    service().clock.advance(2 * DAY);
    for (const job of ['reminders', 'outbox', 'expiring'] as const) await service().runJob(job);
    service().clock.advance(2 * DAY);
    await service().runJob('expiring');
    service().clock.advance(3 * DAY);
    await service().runJob('expiry');
    assert.deepEqual(
      (await eventsAfter(api, place)).slice(2).map(({ type, timestamp }) => [type, timestamp]),
      [
        ['quote.reminded', iso(end - 4 * DAY)],
        ['quote.expiring', iso(end - 3 * DAY)],
        ['quote.expired', iso(end)],
      ],
    );
    assert.equal(ok(await api.get(`/quotes/${id}`)).status, 'EXPIRED');
    assert.equal(ok(await other.get(`/quotes/${others.id}`)).status, 'SENT');
  });

  test('a repeated request advances the clock once, two concurrent ones twice', async () => {
    const api = await service().newAccount();
    const now = service().clock();
    await endingIn(api, 2);
    const place = await latest(api);
    const withKey = { headers: { 'Idempotency-Key': 'k' } };
    const first = await api.post('/test-clock', { advanceBy: 'P1D' }, withKey);
    const again = await api.post('/test-clock', { advanceBy: 'P1D' }, withKey);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal(ok(await api.get('/test-clock')).now, iso(now + DAY));
    const both = await Promise.all([advance(api, 'P1D'), advance(api, 'P1D'), advance(api, 'P1D')]);
    assert.deepEqual(
      both.map((state) => state.now).sort(),
      [2, 3, 4].map((days) => iso(now + days * DAY)),
    );
    assert.equal(ok(await api.get('/test-clock')).now, iso(now + 4 * DAY));
    assert.deepEqual(
      (await eventsAfter(api, place)).map(({ type, timestamp }) => [type, timestamp]),
      [
        ['quote.expiring', iso(now)],
        ['quote.expired', iso(now + 2 * DAY)],
      ],
    );
  });

  test('an advance is completed after its process died', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { reminderDays: 5 }));
    const now = service().clock();
    const { id } = await endingIn(api, 10);
    const place = await latest(api);
    // The job runs by itself every second, counted from its last end.
    await service().runJob('test clocks');
    await leaveAdvancing(api, now + 20 * DAY);
    assert.deepEqual(ok(await api.get('/test-clock')), { now: iso(now), status: 'advancing' });
    service().clock.advance(HOUR);
    assert.equal((await createQuote(api)).createdAt, iso(now), 'time does not pass during an advance');
    await service().runJob('test clocks');
    assert.deepEqual(ok(await api.get('/test-clock')), { now: iso(now + 20 * DAY), status: 'ready' });
    const told = (await eventsAfter(api, place)).filter(({ data }) => data.quote.id === id);
    assert.deepEqual(
      told.map(({ type, timestamp }) => [type, timestamp]),
      [
        ['quote.reminded', iso(now + 5 * DAY)],
        ['quote.expiring', iso(now + 7 * DAY)],
        ['quote.expired', iso(now + 10 * DAY)],
      ],
    );
  });

  test('an advance with more than 10,000 due actions returns 202 and continues in a job', async () => {
    const api = await service().newAccount();
    const now = service().clock();
    const { id } = await endingIn(api, 10);
    const beginning = await latest(api);
    // These rows only count; they are deleted before they can expire.
    const write = (sql: string) => service().db.write((tx) => tx.run(sql, api.accountId, id));
    await write(`INSERT INTO quotes
        (account_id, id, number, status, customer_id, valid_until, version, search, doc, shape)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
      SELECT account_id, id || '-' || n, number || '-' || n, status, customer_id, valid_until + 864000000, version,
        search, doc, shape FROM quotes, numbers WHERE account_id = ? AND id = ?`);
    const begun = await api.post('/test-clock', { advanceBy: 'P30D' });
    assert.equal(begun.status, 202);
    assert.deepEqual(begun.body, { now: iso(now), status: 'advancing' });
    await write('DELETE FROM quotes WHERE account_id = ? AND id <> ?');
    await service().runJob('test clocks');
    assert.deepEqual(ok(await api.get('/test-clock')), { now: iso(now + 30 * DAY), status: 'ready' });
    const told = (await eventsAfter(api, beginning)).filter(({ data }) => data.quote.id === id);
    assert.deepEqual(
      told.map(({ type, timestamp }) => [type, timestamp]),
      [
        ['quote.expiring', iso(now + 7 * DAY)],
        ['quote.expired', iso(now + 10 * DAY)],
      ],
    );
  });

  test('an advance is completed by another process or the next start after a kill', async (t) => {
    const { engine } = service();
    const place = await makeDatabase(engine, { withTables: true });
    t.after(place.remove);
    const start = async () => {
      const spawned = await spawnTestService({ ...place.env, LOG_LEVEL: 'silent' }, { documents: 'blank' });
      t.after(() => spawned.stop('SIGKILL'));
      return { ...spawned, api: createClient({ url: spawned.url, key: TEST_KEY }) };
    };
    const first = await start();
    const other = engine === 'postgres' ? await start() : undefined;
    const db = await openDatabase(readConfig({ ...place.env }));
    t.after(() => db.close());
    const { publicUrl: _, ...quote } = await createQuote(first.api, { customerId: 'cus_demo' });
    const account = ok(await first.api.get('/account'));
    await copyQuote(
      { accountId: account.id },
      { ...quote, status: 'SENT', sentAt: quote.createdAt },
      120,
      db,
    );
    const beginning = await latest(first.api);
    const moved = first.api.post('/test-clock', { advanceBy: 'P40D' }).catch(() => undefined);
    await until(async () => (await eventsAfter(first.api, beginning)).length >= 20, { pollMs: 1 });
    await first.stop('SIGKILL');
    await moved;
    const { api } = other ?? (await start());
    for (let tries = 0; ok(await api.get('/test-clock')).status === 'advancing'; tries++) {
      assert.ok(tries < 600, 'the advance has stopped');
      await setTimeout(50);
    }
    const told: Json[] = [];
    for (let after = beginning, hasMore = true; hasMore; ) {
      const page = ok(await api.get(`/events?after=${after}&limit=100`));
      told.push(...page.data);
      ({ next: after, hasMore } = page);
    }
    const times = told.map(({ timestamp }) => timestamp);
    assert.deepEqual(times, [...times].sort());
    const each = Map.groupBy(told, ({ data }) => data.quote.id);
    assert.equal(each.size, 120);
    for (const events of each.values()) {
      assert.deepEqual(
        events.map(({ type }) => type),
        ['quote.expiring', 'quote.expired'],
      );
    }
  });

  /** Leaves the state after the first transaction of an advance. */
  async function leaveAdvancing({ accountId }: TestAccount, target: number): Promise<void> {
    await service().db.write((tx) =>
      tx.run(
        `INSERT INTO test_clocks (account_id, ahead, at, target, reminded_until, reminded_id, mails)
         VALUES (?, 0, ?, ?, ?, '', '[]')`,
        ...[accountId, service().clock(), target, service().clock()],
      ),
    );
  }

  /** Copies a quote; each copy expires a second after the previous one. */
  async function copyQuote(
    { accountId }: Pick<TestAccount, 'accountId'>,
    quote: Quote,
    count: number,
    db = service().db,
  ): Promise<void> {
    const copies = Array.from({ length: count }, (_, n) => ({
      ...quote,
      id: newId('quo', Date.parse(quote.createdAt)),
      number: `${quote.number}-${n}`,
      validUntil: iso(Date.parse(quote.validUntil) + (n + 1) * 1000),
    }));
    for (let start = 0; start < count; start += 100) {
      await db.write((tx) => insertQuotes(tx, accountId, copies.slice(start, start + 100)));
    }
  }
});
