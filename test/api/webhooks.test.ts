import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fanOut } from '../../src/actions/events/webhooks/fan-out.ts';
import { getSigningSecrets } from '../../src/actions/events/webhooks/secrets.ts';
import { FEED_TYPES } from '../../src/domain/events/feed-event.ts';
import { findEndpoint } from '../../src/store/tables/webhook/endpoints.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY, HOUR, MINUTE } from '../support/service/clock.ts';
import { readServiceSealing } from '../support/service/sealing.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';

const URL_OF_RECEIVER = 'https://receiver.invalid/hooks';
const PATH = '/webhook-endpoints';

/** Allows private URLs for test accounts; other accounts are unaffected. */
const PRIVATE = { env: { WEBHOOKS_PRIVATE: 'on' }, webhooks: { find: async () => ['127.0.0.1'] } };

describeService((service) => {
  // Accepts every delivery: deliveries have their own test file.
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver({ isClear: true });
  });
  after(() => receiver?.close());

  const newEndpoint = async (api: Client, more: Json = {}): Promise<Json> =>
    ok(await api.post(PATH, { url: receiver.url, ...more }));

  /** Returns all deliveries recorded so far, oldest first. */
  async function deliveriesOf(api: Client, { id }: Json, query = ''): Promise<Json[]> {
    await service().runJob('fan-out');
    const found: Json[] = [];
    for (let after = '', pages = 0; pages < 100; pages++) {
      const page = ok(await api.get(`${PATH}/${id}/deliveries?limit=3${after}${query}`));
      assert.ok(page.data.length <= 3);
      found.push(...page.data);
      assert.equal(page.hasMore, page.next !== null);
      if (!page.hasMore) return found.reverse();
      after = `&after=${page.next}`;
    }
    assert.fail('no end');
  }
  const typesOf = async (api: Client, endpoint: Json) =>
    (await deliveriesOf(api, endpoint)).map(({ type }) => type);
  const eventsOf = async (api: Client): Promise<Json[]> => ok(await api.get('/events?limit=100')).data;

  async function secretsAt(api: TestAccount, id: string, now: number): Promise<string[]> {
    const row = await findEndpoint(service().db.read, api.accountId, id);
    assert.ok(row);
    return getSigningSecrets({ sealing: await readServiceSealing(service()) }, row, now);
  }

  test('an endpoint is created, read, listed, changed and deleted', async () => {
    const api = await service().newAccount();
    const reply = await api.post(PATH, { url: URL_OF_RECEIVER });
    const { secret, ...made } = ok(reply);
    assert.match(made.id, /^whe_/);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(reply.headers.get('Location'), `/api/v1${PATH}/${made.id}`);
    assert.deepEqual(
      [made.url, made.types, made.description, made.enabled, made.disabledReason],
      [URL_OF_RECEIVER, ['*'], null, true, null],
    );
    const got = await api.get(`${PATH}/${made.id}`);
    assert.deepEqual(got.body, made, 'without its secret');
    assert.deepEqual((await api.get(PATH)).body, {
      data: [made],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false, totalIsExact: true },
    });
    for (const bad of ['limit=0', 'limit=101', 'page=0', 'search=x']) {
      assert.equal((await api.get(`${PATH}?${bad}`)).status, 400, bad);
    }
    const etag = got.headers.get('ETag') ?? '';
    assert.equal((await api.get(`${PATH}/${made.id}`, { headers: { 'If-None-Match': etag } })).status, 304);
    const types = ['quote.*', 'invoice.created'];
    const changed = await api.patch(`${PATH}/${made.id}`, { ...made, types, description: 'CRM' });
    assert.deepEqual(
      [ok(changed).types, changed.body.description, changed.body.url],
      [types, 'CRM', URL_OF_RECEIVER],
    );
    assert.notEqual(changed.headers.get('ETag'), etag);
    const late = { headers: { 'If-Match': etag } };
    assert.equal((await api.patch(`${PATH}/${made.id}`, { enabled: false }, late)).status, 412);
    assert.equal((await api.delete(`${PATH}/${made.id}`, late)).status, 412);
    const cleared = ok(await api.patch(`${PATH}/${made.id}`, { types: null, description: null }));
    assert.deepEqual([cleared.types, cleared.description], [['*'], null]);
    assert.equal((await api.delete(`${PATH}/${made.id}`)).status, 204);
    for (const path of ['', '/deliveries']) {
      assert.equal((await api.get(`${PATH}/${made.id}${path}`)).status, 404);
    }
    assert.equal((await api.delete(`${PATH}/${made.id}`)).status, 404);
    assert.deepEqual((await api.get(PATH)).body.data, []);
  });

  test('an invalid endpoint is rejected on create and on update', async () => {
    const api = await service().newAccount({ kind: 'live' });
    const { id } = ok(await api.post(PATH, { url: URL_OF_RECEIVER }));
    const bad: [Json, string, RegExp][] = [
      [{ url: 'http://receiver.invalid/' }, '/url', /https/],
      [{ url: 'ftp://receiver.invalid/' }, '/url', /https/],
      [{ url: 'receiver.invalid' }, '/url', /URL/],
      [{ url: '' }, '/url', /empty/],
      [{ url: null }, '/url', /string/],
      [{ url: 7 }, '/url', /string/],
      [{ url: `https://receiver.invalid/${'x'.repeat(2000)}` }, '/url', /2000/],
      [{ url: ' https://receiver.invalid/' }, '/url', /spaces/],
      [{ url: 'https://receiver.invalid/\n' }, '/url', /spaces/],
      [{ url: 'https://ada:secret@receiver.invalid/' }, '/url', /password/],
      [{ url: 'https://ada@receiver.invalid/' }, '/url', /user name/],
      ...[
        ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.0.0.1.', '１２７.0.0.1'],
        ...['10.1.2.3', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '0'],
        ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '[::1]', '[::]', '[fe80::1]'],
        ...['[fd00::1]', '[ff02::1]', '[2001:db8::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
        ...['[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]'],
        ...['localhost', 'LOCALHOST.', 'api.localhost'],
      ].map((host): [Json, string, RegExp] => [{ url: `https://${host}:8443/x` }, '/url', /public address/]),
      [{ types: [] }, '/types', /at least 1/],
      [{ types: ['quote.vanished'] }, '/types/0', /one of/],
      [{ types: ['*', 'Quote.*'] }, '/types/1', /one of/],
      [{ types: ['ping'] }, '/types/0', /one of/],
      [{ types: 'quote.*' }, '/types', /array/],
      [{ types: Array(100).fill('*') }, '/types', /at most/],
      [{ description: 'x'.repeat(501) }, '/description', /500/],
      [{ enabled: 'yes' }, '/enabled', /boolean/],
      [{ enabled: null }, '/enabled', /boolean/],
      [{ secrets: 'x' }, '/secrets', /known field/],
    ];
    for (const [more, path, message] of bad) {
      for (const reply of [
        await api.post(PATH, { url: URL_OF_RECEIVER, ...more }),
        await api.patch(`${PATH}/${id}`, more),
      ]) {
        const what = JSON.stringify(more);
        assert.equal(reply.status, 400, what);
        assert.equal(reply.body.code, 'validation_failed', what);
        assert.equal(reply.body.errors.length, 1, `${what} ${reply.text}`);
        assert.equal(reply.body.errors[0].path, path, what);
        assert.match(reply.body.errors[0].message, message, what);
      }
    }
    assert.equal((await api.post(PATH, {})).body.errors[0].path, '/url');
    const own = await api.post(PATH, { url: URL_OF_RECEIVER, secret: 'whsec_mine' });
    assert.deepEqual([own.status, own.body.errors[0].path], [400, '/secret'], 'a secret cannot be chosen');
    const both = await api.post(PATH, { url: 'http://receiver.invalid', types: [] });
    assert.deepEqual(both.body.errors.map(({ path }: Json) => path).sort(), ['/types', '/url']);
    assert.equal((await api.get(PATH)).body.data.length, 1);
    for (const unknown of ['none', 'whe_01k0a1b2c3d4e5f6g7h8j9kmnp']) {
      for (const [method, path, body] of [
        ['GET', ''],
        ['PATCH', '', {}],
        ['DELETE', ''],
        ['POST', '/rotate-secret'],
        ['POST', '/test'],
        ['GET', '/deliveries'],
        ['POST', '/deliveries/whd_01k0a1b2c3d4e5f6g7h8j9kmnp/retry'],
        ['POST', '/replay', { after: '2026-01-01' }],
      ] as const) {
        const { status, body: problem } = await api.request(method, `${PATH}/${unknown}${path}`, body);
        assert.deepEqual([status, problem.code], [404, 'not_found'], `${method} ${path}`);
      }
    }
  });

  test('WEBHOOKS_PRIVATE allows endpoints of test accounts on this machine, and nowhere else', async () => {
    const api = await service().newAccount();
    for (const url of ['http://127.0.0.1:3999/hooks', 'https://localhost/', 'http://[::1]:8080/']) {
      const { id } = await newEndpoint(api, { url, enabled: false });
      assert.equal(ok(await api.patch(`${PATH}/${id}`, { url: `${url}x` })).url, `${url}x`);
    }
    for (const url of ['ftp://127.0.0.1/', 'http://ada:secret@127.0.0.1/']) {
      assert.equal((await api.post(PATH, { url })).status, 400, url);
    }
  });

  test('fifty-one concurrent creates leave fifty endpoints', async () => {
    const api = await service().newAccount();
    const replies = await Promise.all(
      Array.from({ length: 51 }, () => api.post(PATH, { url: URL_OF_RECEIVER })),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code]),
      [[409, 'too_many_endpoints']],
    );
    const { data } = ok(await api.get(`${PATH}?limit=100`));
    assert.equal(data.length, 50);
    const last = ok(await api.get(`${PATH}?page=3`));
    assert.deepEqual(last, {
      data: data.slice(40),
      pagination: { page: 3, limit: 20, total: 50, totalPages: 3, hasMore: false, totalIsExact: true },
    });
    assert.equal((await api.delete(`${PATH}/${data[7].id}`)).status, 204);
    await newEndpoint(api);
  });

  test('each committed event is queued once for each endpoint that subscribes to it', async () => {
    const api = await service().newAccount();
    await createQuote(api);
    const all = await newEndpoint(api);
    const some = await newEndpoint(api, { types: ['customer.*', 'quote.deleted'] });
    const none = await newEndpoint(api, { enabled: false });
    const quote = await createQuote(api);
    assert.equal((await api.post('/quotes', { title: 'No customer' })).status, 400);
    ok(await api.put('/customers/other', { name: 'Other' }));
    assert.equal((await api.delete(`/quotes/${quote.id}`)).status, 204);
    const committed = (await eventsOf(api)).slice(2);
    assert.deepEqual(
      committed.map(({ type }) => type),
      ['quote.created', 'customer.created', 'quote.deleted'],
    );
    // Simulates other processes that run at the same time.
    const another = { db: service().db, clock: service().clock };
    await Promise.all([service().runJob('fan-out'), ...Array.from({ length: 4 }, () => fanOut(another))]);
    const told = await deliveriesOf(api, all);
    assert.deepEqual(
      told.map(({ eventId, type }) => [eventId, type]),
      committed.map(({ id, type }) => [id, type]),
      'none from before, each once',
    );
    assert.deepEqual(await typesOf(api, some), ['customer.created', 'quote.deleted']);
    assert.deepEqual(await typesOf(api, none), []);
    for (const { id, status } of told) {
      assert.match(id, /^whd_/);
      assert.match(status, /^(waiting|delivered)$/);
    }
  });

  test('events before a change are delivered by the earlier settings of the endpoint', async () => {
    const api = await service().newAccount();
    const endpoint = await newEndpoint(api, { types: ['quote.*'] });
    await createQuote(api);
    ok(await api.patch(`${PATH}/${endpoint.id}`, { types: ['customer.*'] }));
    await createQuote(api);
    ok(await api.put('/customers/other', { name: 'Other' }));
    ok(await api.patch(`${PATH}/${endpoint.id}`, { enabled: false }));
    ok(await api.put('/customers/third', { name: 'Third' }));
    ok(await api.patch(`${PATH}/${endpoint.id}`, { enabled: true }));
    ok(await api.patch('/customers/third', { name: 'Fourth' }));
    assert.deepEqual(await typesOf(api, endpoint), ['quote.created', 'customer.created', 'customer.updated']);
  });

  test('no delivery is lost or duplicated while the endpoint changes and others queue deliveries', async () => {
    const api = await service().newAccount();
    const endpoint = await newEndpoint(api, { types: ['quote.created'] });
    const another = { db: service().db, clock: service().clock };
    const changes = async () => {
      for (let times = 0; times < 12; times++) {
        const types = times % 2 ? ['quote.created'] : ['quote.*'];
        ok(await api.patch(`${PATH}/${endpoint.id}`, { types }));
        await fanOut(another);
      }
    };
    const creates = Array.from({ length: 4 }, async () => {
      for (let times = 0; times < 8; times++) await createQuote(api);
    });
    await Promise.all([changes(), ...creates]);
    const created = (await eventsOf(api)).filter(({ type }) => type === 'quote.created');
    assert.equal(created.length, 32);
    const told = await deliveriesOf(api, endpoint);
    assert.deepEqual(told.map(({ eventId }) => eventId).sort(), created.map(({ id }) => id).sort());
  });

  test('more events than fit in one transaction are all delivered in order', async () => {
    const api = await service().newAccount();
    const endpoint = await newEndpoint(api, { types: ['quote.created'] });
    const { body } = await api.get('/account');
    // Simulates a bulk create: 136 events in the feed of this account.
    await Promise.all(Array.from({ length: 30 }, () => createQuote(api)));
    for (let times = 0; times < 7; times++) {
      await Promise.all(
        Array.from({ length: 15 }, (_, index) =>
          api.put(`/customers/c${times}-${index}`, { name: body.name }),
        ),
      );
    }
    const last = await createQuote(api);
    const another = { db: service().db, clock: service().clock };
    let rounds = 0;
    while (await fanOut(another)) assert.ok(++rounds < 100);
    const row = await findEndpoint(service().db.read, api.accountId, endpoint.id);
    const events = await service().db.read.all<{ id: string; n: number; type: string }>(
      'SELECT id, n, type FROM feed WHERE account_id = ? ORDER BY n',
      api.accountId,
    );
    assert.equal(row?.queued_to, events.at(-1)?.n);
    const rows = await service().db.read.all<{ event_id: string }>(
      'SELECT event_id FROM webhook_deliveries WHERE account_id = ? ORDER BY id',
      api.accountId,
    );
    assert.deepEqual(
      rows.map(({ event_id }) => event_id),
      events.filter(({ type, n }) => type === 'quote.created' && n > 1).map(({ id }) => id),
    );
    assert.equal(rows.length, 31);
    assert.ok(last.id);
  });

  test('a secret is shown once, stored encrypted, and signs for a day after its rotation', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    const repeat = { headers: { 'Idempotency-Key': 'endpoint' } };
    const made = await api.post(PATH, { url: URL_OF_RECEIVER }, repeat);
    const again = await api.post(PATH, { url: URL_OF_RECEIVER }, repeat);
    assert.deepEqual([again.status, again.body], [201, made.body]);
    assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
    assert.equal(again.headers.get('Location'), made.headers.get('Location'));
    const { id, secret: first } = made.body;
    assert.deepEqual(await secretsAt(api, id, clock()), [first]);
    const once = { headers: { 'Idempotency-Key': 'rotation' } };
    const rotated = await api.post(`${PATH}/${id}/rotate-secret`, undefined, once);
    const { secret: second, previousSecretExpiresAt } = ok(rotated);
    assert.notEqual(second, first);
    assert.equal(previousSecretExpiresAt, new Date(clock() + DAY).toISOString());
    assert.deepEqual((await api.post(`${PATH}/${id}/rotate-secret`, undefined, once)).body, rotated.body);
    const { secret: _, ...shown } = rotated.body;
    assert.deepEqual((await api.get(`${PATH}/${id}`)).body, shown);
    assert.deepEqual(await secretsAt(api, id, clock()), [second, first]);
    const stored = await service().db.read.all(
      'SELECT * FROM idempotency WHERE account_id = ?',
      api.accountId,
    );
    const endpoints = await service().db.read.all(
      'SELECT * FROM webhook_endpoints WHERE account_id = ?',
      api.accountId,
    );
    assert.equal(stored.length, 2);
    assert.doesNotMatch(JSON.stringify([stored, endpoints]), /whsec_/, 'no secret in the database');
    clock.advance(DAY - MINUTE);
    assert.deepEqual(await secretsAt(api, id, clock()), [second, first]);
    clock.advance(MINUTE);
    assert.deepEqual(await secretsAt(api, id, clock()), [second]);
    assert.equal((await api.get(`${PATH}/${id}`)).body.previousSecretExpiresAt, null);
  });

  test('a ping goes to its endpoint only, and is in no feed', async () => {
    const api = await service().newAccount();
    const endpoint = await newEndpoint(api, { types: ['invoice.created'] });
    const other = await newEndpoint(api);
    const repeat = { headers: { 'Idempotency-Key': 'ping' } };
    const reply = await api.post(`${PATH}/${endpoint.id}/test`, undefined, repeat);
    const delivery = ok(reply);
    assert.deepEqual([reply.status, delivery.type, delivery.status], [202, 'ping', 'waiting']);
    assert.match(delivery.eventId, /^evt_/);
    assert.equal((await api.post(`${PATH}/${endpoint.id}/test`, undefined, repeat)).body.id, delivery.id);
    assert.deepEqual(
      (await deliveriesOf(api, endpoint)).map(({ id }) => id),
      [delivery.id],
    );
    assert.deepEqual(await typesOf(api, other), []);
    assert.equal((await api.get(`/events?after=${delivery.eventId}`)).status, 400);
    const row = await service().db.read.get<{ body: string }>(
      'SELECT body FROM webhook_deliveries WHERE account_id = ? AND id = ?',
      ...[api.accountId, delivery.id],
    );
    const { id, type, timestamp, actor, data } = JSON.parse(row?.body ?? '');
    assert.deepEqual(
      [id, type, timestamp, actor.id, data],
      [delivery.eventId, 'ping', delivery.createdAt, api.keyId, { endpointId: endpoint.id }],
    );
  });

  test('a delivery is retried immediately, as long as its event is kept', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    const endpoint = await newEndpoint(api);
    await createQuote(api);
    const [delivery] = await deliveriesOf(api, endpoint);
    await service().db.write((tx) =>
      tx.run(
        "UPDATE webhook_deliveries SET state = 'failed', tries = 10, due_at = ? WHERE account_id = ?",
        ...[clock() - HOUR, api.accountId],
      ),
    );
    const failed = await deliveriesOf(api, endpoint, '&status=failed');
    assert.deepEqual(
      failed.map(({ id, nextAttemptAt }) => [id, nextAttemptAt]),
      [[delivery.id, null]],
    );
    assert.deepEqual(await deliveriesOf(api, endpoint, '&status=waiting'), []);
    const path = `${PATH}/${endpoint.id}/deliveries`;
    const since = '2026-01-01';
    const retried = await api.post(`${path}/${delivery.id}/retry`);
    assert.deepEqual(
      [retried.status, retried.body.id, retried.body.status, retried.body.nextAttemptAt],
      [202, delivery.id, 'waiting', new Date(clock()).toISOString()],
    );
    const row = await service().db.read.get<{ tries: number }>(
      'SELECT tries FROM webhook_deliveries WHERE account_id = ? AND id = ?',
      ...[api.accountId, delivery.id],
    );
    assert.ok((row?.tries ?? 10) < 10, 'the attempts were reset');
    for (const unknown of ['none', endpoint.id, `whd_${delivery.id.slice(4).replace(/.$/, '~')}`]) {
      assert.equal((await api.post(`${path}/${unknown}/retry`)).status, 404);
    }
    const other = await newEndpoint(api);
    assert.equal((await api.post(`${PATH}/${other.id}/deliveries/${delivery.id}/retry`)).status, 404);
    for (const query of ['status=lost', 'after=pos_1', 'limit=0', 'limit=101', 'page=1']) {
      assert.equal((await api.get(`${path}?${query}`)).status, 400, query);
    }
    const retry = `deliveries/${delivery.id}/retry`;
    for (const what of [retry, 'test', 'rotate-secret', 'replay']) {
      const { status, body } = await api.post(`${PATH}/${endpoint.id}/${what}`, {
        after: since,
        nonsense: 1,
      });
      assert.deepEqual([status, body.errors.at(-1)?.path], [400, '/nonsense'], what);
    }
    assert.equal((await api.post(`${path}/none/retry`, { nonsense: 1 })).status, 404, 'before the body');
    ok(await api.patch(`${PATH}/${endpoint.id}`, { enabled: false }));
    for (const what of [retry, 'test', 'replay']) {
      for (const body of [what === 'replay' ? { after: since } : undefined, { nonsense: 1 }]) {
        const refused = await api.post(`${PATH}/${endpoint.id}/${what}`, body);
        assert.deepEqual([refused.status, refused.body.code], [409, 'endpoint_disabled'], what);
      }
    }
    ok(await api.patch(`${PATH}/${endpoint.id}`, { enabled: true }));
    await service().db.write((tx) =>
      tx.run("UPDATE webhook_deliveries SET state = 'failed' WHERE account_id = ?", api.accountId),
    );
    await service().db.write((tx) => tx.run('DELETE FROM feed WHERE account_id = ?', api.accountId));
    const gone = await api.post(`${path}/${delivery.id}/retry`);
    assert.deepEqual([gone.status, gone.body.code], [410, 'events_gone']);
  });

  test('past events are delivered again, after an event or a time', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    await createQuote(api);
    clock.advance(HOUR);
    const since = new Date(clock()).toISOString();
    await createQuote(api);
    ok(await api.put('/customers/other', { name: 'Other' }));
    await createQuote(api);
    const events = await eventsOf(api);
    const endpoint = await newEndpoint(api, { types: ['quote.created'] });
    const replay = (after: Json, key?: string) =>
      api.post(
        `${PATH}/${endpoint.id}/replay`,
        { after },
        key ? { headers: { 'Idempotency-Key': key } } : {},
      );
    const told = async () => (await deliveriesOf(api, endpoint)).map(({ eventId }) => eventId);
    const [customer, first, second, , third] = events.map(({ id }) => id);
    const started = await replay(since, 'one');
    assert.deepEqual([started.status, started.body], [202, { events: 3 }]);
    assert.deepEqual((await replay(since, 'one')).body, started.body);
    assert.deepEqual(await told(), [second, third]);
    assert.deepEqual(ok(await replay(customer)), { events: 4 });
    assert.deepEqual(ok(await replay(second)), { events: 2 }, 'the earlier replay continues');
    const all = await told();
    assert.deepEqual(all.slice(0, 5), [second, third, first, second, third]);
    // One more delivery if the first replay had already finished.
    assert.ok(all.length === 5 || (all.length === 6 && all[5] === third), all.join());
    assert.deepEqual(ok(await replay(third)), { events: 0 });
    assert.deepEqual(ok(await replay('2100-01-01T00:00:00Z')), { events: 0 });
    assert.deepEqual(ok(await replay('2020-01-01')), { events: 5 });
    assert.equal((await told()).length, all.length + 3);
    const elsewhere = (await eventsOf(await service().newAccount()))[0].id;
    for (const bad of ['', 'yesterday', 'pos_1', 'latest', 7, null, `evt_${'z'.repeat(26)}`, elsewhere]) {
      const reply = await replay(bad);
      assert.deepEqual([reply.status, reply.body.errors[0].path], [400, '/after'], String(bad));
    }
    clock.advance(91 * DAY);
    await service().runJob('clean-up');
    for (const gone of [first, since, '2020-01-01']) {
      const reply = await replay(gone);
      assert.deepEqual([reply.status, reply.body.code], [410, 'events_gone'], gone);
    }
    assert.deepEqual(ok(await replay(new Date(clock() - HOUR).toISOString())), { events: 0 });
  });

  test('deliveries are kept for 30 days, and pending ones keep their payload', async () => {
    const { clock } = service();
    const api = await service().newAccount();
    const endpoint = await newEndpoint(api);
    await createQuote(api);
    const [old] = await deliveriesOf(api, endpoint);
    clock.advance(29 * DAY);
    await createQuote(api);
    await service().runJob('clean-up');
    assert.equal((await deliveriesOf(api, endpoint)).length, 2);
    clock.advance(2 * DAY);
    await service().runJob('clean-up');
    const [kept, ...others] = await deliveriesOf(api, endpoint);
    assert.equal(others.length, 0);
    assert.notEqual(kept.id, old.id);

    // The event leaves the feed while its delivery waits, as after a replay or with a small EVENTS_DAYS.
    clock.advance(20 * DAY);
    await service().db.write((tx) =>
      tx.run('UPDATE feed SET recorded_at = 0 WHERE account_id = ?', api.accountId),
    );
    await service().db.write((tx) =>
      tx.run('UPDATE feed_heads SET oldest_at = 0 WHERE account_id = ?', api.accountId),
    );
    await service().db.write((tx) =>
      tx.run(
        "UPDATE webhook_deliveries SET state = 'waiting', due_at = ? WHERE account_id = ?",
        ...[clock() + DAY, api.accountId],
      ),
    );
    await service().runJob('clean-up');
    assert.deepEqual(await eventsOf(api), []);
    const row = await service().db.read.get<{ body: string }>(
      'SELECT body FROM webhook_deliveries WHERE account_id = ?',
      api.accountId,
    );
    assert.deepEqual([JSON.parse(row?.body ?? '{}').id], [kept.eventId]);

    assert.equal((await api.delete(`${PATH}/${endpoint.id}`)).status, 204);
    await service().runJob('clean-up');
    for (const table of ['webhook_endpoints', 'webhook_deliveries']) {
      const rows = await service().db.read.all(`SELECT id FROM ${table} WHERE account_id = ?`, api.accountId);
      assert.deepEqual(rows, [], table);
    }
  });

  test('access is by key scope, for owners only among users, and never for another account', async () => {
    const api = await service().newAccount();
    const { accountId } = api;
    const endpoint = await newEndpoint(api, { description: 'walrus' });
    const { body: ping } = await api.post(`${PATH}/${endpoint.id}/test`);
    const other = await service().newAccount();
    const { secret } = await service().newKey(accountId, 'read');
    const person = (role: 'owner' | 'member' | 'reader') => signIn(service(), { accountId, role });
    const callers = {
      owner: await person('owner'),
      member: await person('member'),
      reader: await person('reader'),
      'reading key': service().client(secret),
      key: api,
      stranger: service().client(),
      'key of another account': other,
      'owner of another account': await signIn(service(), { accountId: other.accountId }),
    };
    const own = `${PATH}/${endpoint.id}`;
    const requests: [method: string, path: string, body: Json, allowed: number][] = [
      ['GET', own, undefined, 200],
      ['GET', `${own}/deliveries`, undefined, 200],
      ['PATCH', own, { description: 'walrus' }, 200],
      ['POST', `${own}/rotate-secret`, undefined, 200],
      ['POST', `${own}/test`, undefined, 202],
      ['POST', `${own}/deliveries/${ping.id}/retry`, undefined, 202],
      ['POST', `${own}/replay`, { after: '2026-01-01' }, 202],
    ];
    for (const [method, path, body, allowed] of requests) {
      const statuses: Record<string, number> = {};
      for (const [who, { request }] of Object.entries(callers)) {
        const reply = await request(method, path, body);
        statuses[who] = reply.status;
        if (/another|stranger|member|reader/.test(who)) assert.doesNotMatch(reply.text, /walrus|whsec_/);
      }
      assert.deepEqual(
        statuses,
        {
          owner: allowed,
          member: 403,
          reader: 403,
          'reading key': method === 'GET' ? allowed : 403,
          key: allowed,
          stranger: 401,
          'key of another account': 404,
          'owner of another account': 404,
        },
        `${method} ${path}`,
      );
    }
    for (const who of [callers['key of another account'], callers['owner of another account']]) {
      assert.deepEqual((await who.get(PATH)).body.data, []);
      assert.equal((await who.delete(own)).status, 404);
    }
    for (const who of ['member', 'reader', 'reading key', 'stranger'] as const) {
      const { status } = await callers[who].post(PATH, { url: URL_OF_RECEIVER });
      assert.equal(status, who === 'stranger' ? 401 : 403);
      assert.equal((await callers[who].delete(own)).status, who === 'stranger' ? 401 : 403);
    }
    assert.equal((await callers.owner.delete(own)).status, 204);
  });

  test('every event type can be subscribed to by its name and its prefix', async () => {
    const api = await service().newAccount();
    const kinds = [...new Set(FEED_TYPES.map((type) => `${type.split('.')[0]}.*`))];
    const types = ['*', ...kinds, ...FEED_TYPES];
    assert.deepEqual((await newEndpoint(api, { types })).types, types);
  });
}, PRIVATE);
