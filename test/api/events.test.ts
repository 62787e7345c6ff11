import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteOldEvents, readFeed } from '../../src/actions/events/list-feed.ts';
import { FEED_TYPES } from '../../src/domain/events/feed-event.ts';
import type { Sql } from '../../src/store/database.ts';
import { listFeed } from '../../src/store/tables/events/feed.ts';
import { accept, decline, eventsOf, mailsOf, ok, submit, visit } from '../support/api/customer.ts';
import { createQuote, quoteBody, sentQuote } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';
import { hearing, sqlitePlan } from '../support/store/heard-statements.ts';

describeService((service) => {
  const iso = (ms: number) => new Date(ms).toISOString();

  /** Reads all events after a position, page by page. */
  async function follow(api: Client, query = '', limit = 100): Promise<{ events: Json[]; next: string }> {
    const events: Json[] = [];
    let next = new URLSearchParams(query).get('after') ?? '';
    const rest = query.replace(/&?after=[^&]*/, '');
    for (let pages = 0; pages < 100; pages++) {
      const page = ok(await api.get(`/events?limit=${limit}${next && `&after=${next}`}&${rest}`));
      assert.ok(page.data.length <= limit);
      events.push(...page.data);
      next = page.next;
      if (!page.hasMore) return { events, next };
    }
    assert.fail('no end');
  }
  const typesAfter = async (api: Client, place: string) =>
    (await follow(api, `after=${place}`)).events.map(({ type }) => type);
  const latest = async (api: Client) => ok(await api.get('/events?after=latest')).next;

  test('the feed has an event for every change, of every type, with the object after it', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    ok(await api.patch('/account', { email: 'owner@seller.example' }));
    const { id, publicUrl } = await sentQuote(api, { validUntil: iso(clock() + 10 * DAY) });
    ok(
      await api.patch(`/quotes/${id}`, {
        title: 'New',
        items: [{ description: 'More', quantity: 2, unitPrice: 7 }],
      }),
    );
    await visit(publicUrl);
    await submit(publicUrl, 'question', { question: 'When?' });
    ok(await api.post(`/quotes/${id}/messages`, { text: 'Now' }));
    ok(await api.post(`/quotes/${id}/remind`));
    await accept(publicUrl, 'Ada');
    ok(await api.patch(`/quotes/${id}`, { status: 'DECLINED' }));
    const staged = await createQuote(api, {
      paymentSchedule: [
        { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance' } },
        { label: 'Rest', type: 'rest', due: { when: 'completion' } },
      ],
    });
    ok(await api.patch(`/quotes/${staged.id}`, { status: 'ACCEPTED' }));
    ok(await api.post(`/quotes/${staged.id}/convert-to-invoice`, { stage: 0 }));
    ok(await api.post(`/quotes/${staged.id}/convert-to-invoice`));
    ok(await api.put('/customers/other', { name: 'Other' }));
    ok(await api.patch('/customers/other', { name: 'Another' }));
    ok(await api.put('/customers/other', { name: 'Another' }));
    ok(await api.delete('/customers/other'));
    const mails = await mailsOf(service(), api);
    const texts = mails.map(({ text }) => text).join('\n');
    await visit(/http\S+\/unsubscribe\/[\w-]+/.exec(texts)?.[0] ?? '', { method: 'POST' });
    const recurring = { description: 'Care', quantity: 1, unitPrice: 9, recurring: { interval: 'week' } };
    const later = await createQuote(api, { items: [recurring] });
    ok(await api.post(`/quotes/${later.id}/convert-to-invoice`));
    ok(await api.post(`/quotes/${later.id}/end-recurring`));
    const ending = await sentQuote(api, { validUntil: iso(clock() + 2 * DAY) });
    await submit(ending.publicUrl, 'proposal', { revision: '1', proposal: 'One less?' });
    const [asked] = ok(await api.get(`/quotes/${ending.id}/proposals`)).data;
    ok(await api.post(`/quotes/${ending.id}/proposals/${asked.id}/decline`, { text: 'No.' }));
    await service().runJob('expiring');
    clock.advance(3 * DAY);
    await submit(ending.publicUrl, 'renewal', { message: 'Please' });
    ok(await api.delete(`/quotes/${ending.id}/links`));
    ok(await api.delete(`/quotes/${ending.id}`));

    const { events } = await follow(api);
    assert.deepEqual(
      events.map(({ type }) => type),
      [
        'customer.created',
        'quote.created',
        'quote.sent',
        'quote.updated',
        'quote.viewed',
        'message.received',
        'message.sent',
        'quote.reminded',
        'quote.accepted',
        'quote.declined',
        'quote.created',
        'quote.accepted',
        'invoice.created',
        'quote.converted',
        'invoice.created',
        'customer.created',
        'customer.updated',
        'customer.deleted',
        'quote.reminders_stopped',
        'quote.created',
        'quote.converted',
        'invoice.created',
        'series.started',
        'quote.updated',
        'series.ended',
        'quote.created',
        'quote.sent',
        'quote.change_requested',
        'quote.change_declined',
        'quote.expiring',
        'quote.expired',
        'renewal.requested',
        'quote.links_revoked',
        'quote.deleted',
      ],
    );
    const elsewhere = [
      'customer.erased',
      'quote.send_failed',
      'quote.bounced',
      'quote.signed',
      'quote.approval_requested',
      'quote.approved',
      'quote.rejected',
      ...FEED_TYPES.filter((type) => /^(invoice|payment|credit_note)\./.test(type)),
    ];
    const types = new Set<string>([...elsewhere, ...events.map(({ type }) => type)]);
    assert.deepEqual(
      FEED_TYPES.filter((type) => !types.has(type)),
      [],
      'every type',
    );
    assert.equal(JSON.stringify(events).includes('publicUrl'), false);
    const [, created, sent, updated, viewed, question, answer, , accepted] = events;
    assert.deepEqual(
      [created.actor.id, created.data.quote.status, created.data.quote.total, created.data.quote.items],
      [api.keyId, 'DRAFT', 10_000, undefined],
    );
    assert.ok(created.data.quote.customerName.length > 0);
    assert.deepEqual([sent.data.quote.status, sent.data.captured], ['SENT', true]);
    assert.deepEqual(
      [
        updated.data.fields,
        updated.data.previous.title,
        updated.data.previous.total,
        updated.data.quote.total,
      ],
      [['title', 'items'], created.data.quote.title, 10_000, 14],
    );
    assert.deepEqual([viewed.actor, viewed.data.quote.views], [{ type: 'customer' }, 1]);
    assert.deepEqual([question.data.message.text, answer.data.message.text], ['When?', 'Now']);
    assert.deepEqual([accepted.data.quote.status, accepted.data.quote.acceptedBy], ['ACCEPTED', 'Ada']);
    const [, , , , , , , , , , , , first, converted, last, , customerUpdated] = events;
    assert.deepEqual(
      [
        first.data.invoice.stage.index,
        first.data.quote.status,
        converted.data.quote.invoiceId,
        last.data.invoice.total,
      ],
      [0, 'ACCEPTED', last.data.invoice.id, 7000],
    );
    assert.deepEqual(customerUpdated.data.previous, { name: 'Other' });
    const [expiring, expired, , , deleted] = events.slice(-5);
    assert.deepEqual(
      [expiring.timestamp, expired.timestamp, expired.actor.type, deleted.data.quote.id, deleted.actor.type],
      [ending.sentAt, ending.validUntil, 'system', ending.id, 'key'],
    );
    assert.equal(new Set(events.map((event) => event.id)).size, events.length);
    const history = (await eventsOf(api, id)).map((event) => event.id);
    const ofQuote = (await follow(api, `quoteId=${id}`)).events.map((event) => event.id);
    assert.deepEqual(ofQuote, history, 'the same events, under the same identifiers');
    assert.deepEqual((await follow(api, `quoteId=${ending.id}`)).events.at(-1)?.type, 'quote.deleted');
    assert.deepEqual(
      (await follow(api, 'type=invoice.created', 1)).events.slice(0, 2).map(({ data }) => data.invoice.id),
      [first.data.invoice.id, last.data.invoice.id],
    );
  });

  test('the event of a new quote shows it as created, whatever happens to it and its customer later', async () => {
    const api = await service().newAccount();
    const changes: Record<string, (id: string) => Promise<unknown>> = {
      'left alone': async () => {},
      changed: async (id) =>
        ok(await api.patch(`/quotes/${id}`, { title: 'Other', notes: 'Call \\"first\\"' })),
      sent: async (id) => ok(await api.post(`/quotes/${id}/send`)),
      deleted: async (id) => ok(await api.delete(`/quotes/${id}`)),
    };
    const created = new Map<string, Json>();
    for (const title of Object.keys(changes)) created.set(title, await createQuote(api, { title }));
    const seen = (await follow(api, 'type=quote.created')).events;
    assert.deepEqual(
      seen.map(({ data }) => data.quote.title),
      Object.keys(changes),
    );
    for (const { data } of seen) {
      const { items, publicUrl, ...quote } = created.get(data.quote.title) ?? {};
      const { customerName, views, lastEvent, ...summary } = data.quote;
      assert.deepEqual(summary, quote);
      assert.deepEqual([views, lastEvent], [0, { type: 'created', at: quote.createdAt }]);
    }
    ok(await api.patch(`/customers/${seen[0]?.data.quote.customerId}`, { name: 'Renamed' }));
    for (const [title, change] of Object.entries(changes)) await change(created.get(title)?.id);
    assert.deepEqual((await follow(api, 'type=quote.created')).events, seen);
  });

  test('the feed continues after a position or an event, and rejects unknown ones', async () => {
    const api = await service().newAccount();
    const start = await latest(api);
    for (let n = 0; n < 7; n++) await createQuote(api, { title: `Quote ${n}` });
    const { events, next } = await follow(api, `after=${start}`, 3);
    assert.deepEqual(
      events.map(({ data }) => data.quote.title),
      Array.from({ length: 7 }, (_, n) => `Quote ${n}`),
    );
    assert.deepEqual(ok(await api.get(`/events?after=${next}`)), { data: [], next, hasMore: false });
    assert.deepEqual(ok(await api.get('/events?after=latest')), { data: [], next, hasMore: false });
    const [, , third, fourth] = events;
    assert.deepEqual(ok(await api.get(`/events?after=${third?.id}&limit=1`)).data, [fourth]);
    const other = await service().newAccount();
    await createQuote(other);
    const [theirs] = (await follow(other, 'type=quote.created')).events;
    for (const query of [
      'after=',
      'after=nonsense',
      'after=pos_9999',
      'after=pos_-1',
      'after=pos_01',
      `after=${theirs?.id}`,
      'limit=0',
      'limit=101',
      'type=quote.eaten',
      'page=1',
    ]) {
      const { status, body } = await api.get(`/events?${query}`);
      if (query === 'after=') assert.equal(status, 200);
      else assert.deepEqual([status, body.code], [400, 'validation_failed'], query);
    }
  });

  test('events are kept for 90 days, the history of a quote permanently', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const [event] = (await follow(api, 'type=quote.created')).events;
    const begin = 'pos_0';
    clock.advance(60 * DAY);
    ok(await api.patch(`/quotes/${id}`, { title: 'Later' }));
    clock.advance(31 * DAY);
    await service().runJob('clean-up');
    assert.deepEqual(
      (await follow(api)).events.map(({ type }) => type),
      ['quote.updated'],
    );
    for (const after of [begin, event?.id, `${begin}&type=quote.updated`]) {
      const { status, body } = await api.get(`/events?after=${after}`);
      assert.deepEqual([status, body.code], [410, 'events_gone'], after);
    }
    assert.deepEqual(await typesAfter(api, 'pos_2'), ['quote.updated'], 'nothing was missed');
    assert.equal((await eventsOf(api, id)).length, 2);
    clock.advance(90 * DAY);
    await service().runJob('clean-up');
    assert.deepEqual((await follow(api)).events, []);
    await createQuote(api);
    assert.deepEqual((await follow(api)).next, 'pos_4', 'numbers are not reused');
    clock.advance(91 * DAY);
    await service().runJob('clean-up');
    assert.deepEqual((await follow(api)).events, [], 'the event after an empty feed has expired too');
  });

  test('a reader overtaken by the clean-up gets 410 instead of a gap', async () => {
    const { db, config, clock } = service();
    const api = await service().newAccount();
    const { accountId } = api;
    await createQuote(api);
    clock.advance(DAY);
    await createQuote(api);
    // The clean-up runs between the two statements of a page: the number of the newest event, and the events.
    const read: Sql = {
      ...db.read,
      async get(text, ...values) {
        const row = await db.read.get(text, ...values);
        if (text.includes('feed_heads')) await deleteOldEvents(db, clock() - HOUR, clock());
        return row as never;
      },
    };
    const page = { after: undefined, type: undefined, quoteId: undefined, limit: 100 };
    await assert.rejects(readFeed({ db: { ...db, read }, config }, accountId, page, clock()), {
      code: 'events_gone',
    });
    assert.equal((await readFeed({ db, config }, accountId, page, clock())).docs.length, 1);
  });

  test('quote.expiring is recorded once per validity, expiringDays before the quote expires', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    const start = await latest(api);
    const expiring = async (): Promise<Json[]> => {
      await service().runJob('expiring');
      return (await follow(api, `after=${start}&type=quote.expiring`)).events;
    };
    const { id } = await sentQuote(api, { validUntil: iso(clock() + 10 * DAY) });
    await createQuote(api, { validUntil: iso(clock() + DAY) });
    clock.advance(7 * DAY - 1);
    assert.equal((await expiring()).length, 0);
    clock.advance(1);
    const [first] = await expiring();
    assert.deepEqual(
      [first.timestamp, first.data.quote.id, first.actor],
      [iso(clock()), id, { type: 'system' }],
    );
    clock.advance(DAY);
    ok(await api.patch(`/quotes/${id}`, { notes: 'Another version, the same end' }));
    assert.equal((await expiring()).length, 1, 'once');
    ok(await api.patch(`/quotes/${id}`, { validUntil: iso(clock() + 6 * DAY) }));
    assert.equal((await expiring()).length, 1);
    ok(await api.patch('/account', { expiringDays: 7 }));
    assert.equal((await expiring()).length, 2, 'for the new end, by the new days');
    const unseen = await sentQuote(api, { validUntil: iso(clock() + 20 * DAY) });
    clock.advance(30 * DAY);
    const tail = (await follow(api, `after=${start}&quoteId=${unseen.id}`)).events.slice(-2);
    assert.deepEqual(
      tail.map(({ type, timestamp }) => [type, timestamp]),
      [
        ['quote.expiring', iso(Date.parse(unseen.validUntil) - 7 * DAY)],
        ['quote.expired', unseen.validUntil],
      ],
      'also if no request came before the expiry',
    );
  });

  test('a rejected request records no event, a repeated one records a single event', async () => {
    const api = await service().newAccount();
    const quote = await sentQuote(api);
    const start = await latest(api);
    assert.equal((await api.post('/quotes', quoteBody({ customerId: 'nobody' }))).status, 400);
    assert.equal((await api.patch(`/quotes/${quote.id}`, { title: '' })).status, 400);
    assert.equal((await api.patch(`/quotes/${quote.id}`, {})).status, 200);
    assert.equal((await api.delete('/customers/cus_test')).status, 409);
    const keyed = { headers: { 'Idempotency-Key': 'once' } };
    for (let n = 0; n < 2; n++) ok(await api.post('/quotes', quoteBody(), keyed));
    await Promise.all([accept(quote.publicUrl), decline(quote.publicUrl), accept(quote.publicUrl)]);
    const types = await typesAfter(api, start);
    assert.equal(types.length, 2, String(types));
    assert.equal(types[0], 'quote.created');
    assert.match(types[1] ?? '', /^quote\.(accepted|declined)$/);
  });

  test('events of a quote and of a rare type are found by an index without reading others', async () => {
    const api = await service().newAccount();
    const [touched, untouched] = [await createQuote(api), await createQuote(api)];
    await api.patch(`/quotes/${touched.id}`, { notes: 'Changed' });
    const found = async (query: string) => {
      const { body } = await api.get(`/events?${query}`);
      return [body.data.map(({ type }: Json) => type), body.hasMore];
    };
    assert.deepEqual(await found(`quoteId=${untouched.id}`), [['quote.created'], false]);
    assert.deepEqual(await found(`quoteId=${untouched.id}&type=quote.updated`), [[], false]);
    assert.deepEqual(await found(`quoteId=${touched.id}&limit=1`), [['quote.created'], true]);
    assert.deepEqual(await found(`quoteId=${touched.id}`), [['quote.created', 'quote.updated'], false]);
    assert.deepEqual(await found('type=quote.updated'), [['quote.updated'], false]);
    assert.deepEqual(await found('quoteId=quo_unknown'), [[], false]);

    const { db } = service();
    for (const [filter, index] of [
      [{ quoteId: untouched.id }, 'feed_by_quote_id'],
      [{ quoteId: untouched.id, type: 'quote.created' }, 'feed_by_quote_id'],
      [{ type: 'quote.updated' }, 'feed_by_type'],
    ] as const) {
      const { sql, asked } = hearing(db.read);
      await listFeed(sql, api.accountId, { after: 0, upTo: 1000 }, filter, 20);
      const statement = asked.at(-1);
      assert.ok(statement);
      assert.match(statement.text, /AND doc IS NOT NULL/);
      if (db.engine === 'sqlite') assert.match(await sqlitePlan(db.read, statement), new RegExp(index));
    }
  });

  test('a follower sees every event of concurrent writers once, in the order of each quote', async () => {
    const accounts: TestAccount[] = [await service().newAccount(), await service().newAccount()];
    await Promise.all(
      accounts.map(async (api) => {
        let isOver = false;
        const seen: Json[] = [];
        let after = await latest(api);
        const reading = (async () => {
          for (let isLast = false; !isLast; ) {
            isLast = isOver;
            const page = ok(await api.get(`/events?limit=7&after=${after}`));
            seen.push(...page.data);
            after = page.next;
            if (page.hasMore) isLast = false;
          }
        })();
        await Promise.all(
          Array.from({ length: 6 }, async () => {
            for (let n = 0; n < 4; n++) {
              const { id } = await createQuote(api);
              ok(await api.patch(`/quotes/${id}`, { notes: 'One' }));
              ok(await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' }));
              if (n % 2 === 0) ok(await api.delete(`/quotes/${id}`));
            }
          }),
        );
        isOver = true;
        await reading;
        assert.equal(seen.length, 6 * 4 * 3 + 12);
        assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length, 'no duplicates');
        for (const [, own] of Map.groupBy(seen, ({ data }) => data.quote.id)) {
          const types = own.map(({ type }) => type.slice('quote.'.length));
          assert.equal(
            types.join(),
            ['created', 'updated', 'accepted', 'deleted'].slice(0, types.length).join(),
          );
        }
      }),
    );
  });

  test('a clock that skips an hour records each expiry at its own time', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    const ends = [3, 1, 2].map((hours) => iso(clock() + hours * HOUR));
    for (const validUntil of ends) await sentQuote(api, { validUntil });
    clock.advance(DAY);
    const { events } = await follow(api, 'type=quote.expired');
    assert.deepEqual(
      events.map(({ timestamp }) => timestamp),
      ends.toSorted(),
    );
  });
});
