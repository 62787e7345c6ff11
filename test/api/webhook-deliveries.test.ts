import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { listMailbox, openCapturedMail } from '../../src/actions/mail/captured-mails.ts';
import { expireLeases } from '../../src/store/tables/webhook/due.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { selfSigned } from '../support/mail/self-signed.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY, HOUR, MINUTE } from '../support/service/clock.ts';
import { describeService, startTestService, type TestAccount } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { type Receiver, startReceiver, verified } from '../support/webhooks/receiver.ts';

const PATH = '/webhook-endpoints';
const identity = selfSigned();
const SETTING = {
  env: { WEBHOOKS_PRIVATE: 'on' },
  webhooks: { ca: identity.cert, find: async () => ['127.0.0.1'] },
};

describeService((service) => {
  let receiver: Receiver;
  let paths = 0;
  before(async () => {
    receiver = await startReceiver({ identity });
    // Receivers verify the timestamp of signatures by the real clock.
    service().clock.set(Date.now());
  });
  after(() => receiver?.close());

  const newPath = () => `/hook-${++paths}`;
  const newEndpoint = async (api: Client, path: string, more: Json = {}): Promise<Json> =>
    ok(await api.post(PATH, { url: receiver.url + path, ...more }));
  const deliveriesOf = async (api: Client, { id }: Json): Promise<Json[]> =>
    ok(await api.get(`${PATH}/${id}/deliveries?limit=100`)).data.reverse();

  /** Polls until the condition holds while the service continues. */
  const untilSent = <T>(look: () => Promise<T | undefined | false>) =>
    until(
      async () => {
        await service().runJob('fan-out');
        return look();
      },
      { pollMs: 1 },
    );
  const settled = (api: Client, endpoint: Json, attempts = 1) =>
    untilSent(async () => {
      const deliveries = await deliveriesOf(api, endpoint);
      const isSettled = deliveries.length > 0 && deliveries.every((one) => one.attempts.length >= attempts);
      return isSettled && deliveries;
    });

  /** Moves the time of the next attempt to now. */
  async function makeDue({ id }: Json): Promise<void> {
    const now = service().clock();
    await service().db.write(async (tx) => {
      await tx.run(
        `UPDATE webhook_deliveries SET due_at = ? WHERE endpoint_id = ? AND state = 'waiting'`,
        now,
        id,
      );
      await tx.run('UPDATE webhook_endpoints SET due_at = ? WHERE id = ?', now, id);
    });
  }

  /** Sets how long the endpoint has been failing. */
  async function failingFor({ id }: Json, ms: number): Promise<void> {
    await service().db.write((tx) =>
      tx.run('UPDATE webhook_endpoints SET failing_since = ? WHERE id = ?', service().clock() - ms, id),
    );
  }

  test('an event is delivered again to all endpoints of its type, or to one', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const [event] = ok(await api.get(`/events?quoteId=${id}`)).data;
    const [path, other] = [newPath(), newPath()];
    for (const each of [path, other]) receiver.behave(each, (response) => response.writeHead(200).end());
    const endpoint = await newEndpoint(api, path, { types: ['quote.*'] });
    const invoices = await newEndpoint(api, other, { types: ['invoice.*'] });
    const resend = (body?: object, key = 'a') =>
      api.post(`/events/${event.id}/resend`, body, { headers: { 'Idempotency-Key': key } });

    const { deliveries } = ok(await resend());
    assert.deepEqual(
      deliveries.map((each: Json) => each.endpointId),
      [endpoint.id],
    );
    assert.deepEqual(ok(await resend()).deliveries, deliveries);
    const [delivery] = await settled(api, endpoint);
    assert.deepEqual([delivery?.id, delivery?.eventId], [deliveries[0].deliveryId, event.id]);
    assert.deepEqual(JSON.parse(receiver.at(path)[0]?.body ?? ''), event);
    assert.equal(ok(await resend({ endpointId: invoices.id }, 'b')).deliveries[0].endpointId, invoices.id);
    await settled(api, invoices);

    ok(await api.patch(`${PATH}/${endpoint.id}`, { enabled: false }));
    assert.deepEqual(ok(await resend({}, 'c')).deliveries, []);
    assert.equal((await resend({ endpointId: endpoint.id }, 'd')).body.code, 'endpoint_disabled');
    const unknown = await resend({ endpointId: 'whe_x' }, 'e');
    assert.deepEqual([unknown.status, unknown.body.errors[0].path], [400, '/endpointId']);
    const stranger = await service().newAccount();
    assert.equal((await stranger.post(`/events/${event.id}/resend`, { bad: 1 })).status, 404);
  });

  test('each event is delivered once, signed, as in the feed', async () => {
    const api = await service().newAccount();
    const path = newPath();
    const endpoint = await newEndpoint(api, path, { types: ['quote.*'] });
    receiver.behave(path, (response) => response.writeHead(200).end('Thanks'));
    const start = ok(await api.get('/events?after=latest')).next;
    const { id } = await createQuote(api);
    ok(await api.patch(`/quotes/${id}`, { title: 'Grüße 🌍' }));
    ok(await api.put('/customers/other', { name: 'Not wanted' }));
    await receiver.until(() => receiver.at(path).length === 2);
    const feed: Json[] = ok(await api.get(`/events?after=${start}`)).data;
    const wanted = new Map(feed.slice(0, 2).map((event) => [event.id, event]));
    for (const got of receiver.at(path)) {
      assert.deepEqual(verified(endpoint.secret, got), wanted.get(got.headers['webhook-id'] ?? ''));
    }
    const deliveries = await settled(api, endpoint);
    assert.deepEqual(
      deliveries.map(({ eventId, status, nextAttemptAt, attempts }) => [
        ...[eventId, status, nextAttemptAt],
        ...attempts.map(({ status, response, error }: Json) => [status, response, error]),
      ]),
      [...wanted.keys()].map((eventId) => [eventId, 'delivered', null, [200, 'Thanks', null]]),
    );
    assert.equal(receiver.at(path).length, 2, 'once');

    ok(await api.post(`${PATH}/${endpoint.id}/test`));
    await receiver.until(() => receiver.at(path).length === 3);
    assert.equal(receiver.at(path)[2]?.event.type, 'ping');
    ok(await api.post(`${PATH}/${endpoint.id}/deliveries/${deliveries[0]?.id}/retry`));
    await receiver.until(() => receiver.at(path).length === 4);
    assert.equal(receiver.at(path)[3]?.headers['webhook-id'], deliveries[0]?.eventId, 'the same id');
  });

  test('a failed delivery is attempted ten times, at growing intervals', async () => {
    const api = await service().newAccount();
    const path = newPath();
    const endpoint = await newEndpoint(api, path);
    receiver.behave(path, (response) => response.writeHead(500).end('Broken'));
    await createQuote(api);
    const delays = [
      5000,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ];
    for (const [index, wait] of delays.entries()) {
      const [delivery] = await settled(api, endpoint, index + 1);
      assert.equal(delivery?.attempts.length, index + 1);
      assert.equal(delivery?.status, 'waiting');
      const actual = Date.parse(delivery?.nextAttemptAt ?? '') - service().clock();
      assert.ok(actual >= wait && actual <= wait * 1.2, `${actual} ms after try ${index + 1}`);
      await makeDue(endpoint);
    }
    const [last] = await settled(api, endpoint, 10);
    assert.deepEqual([last?.status, last?.nextAttemptAt], ['failed', null]);
    assert.deepEqual([last?.attempts.at(-1).status, last?.attempts.at(-1).response], [500, 'Broken']);
    const ids = new Set(receiver.at(path).map(({ headers }) => headers['webhook-id']));
    assert.deepEqual([receiver.at(path).length, ids.size], [10, 1]);
    assert.equal(ok(await api.get(`${PATH}/${endpoint.id}`)).enabled, true);
  });

  test('a retry during an attempt starts no concurrent attempt and resets the attempts', async () => {
    const api = await service().newAccount();
    const path = newPath();
    const endpoint = await newEndpoint(api, path);
    receiver.behave(path, (response) => response.writeHead(500).end());
    await createQuote(api);
    const [delivery] = await settled(api, endpoint);
    const retry = async () => ok(await api.post(`${PATH}/${endpoint.id}/deliveries/${delivery?.id}/retry`));
    const hanging: ServerResponse[] = [];
    receiver.behave(path, (response) => void hanging.push(response));
    await makeDue(endpoint);
    await untilSent(async () => hanging.length > 0);
    const { status, nextAttemptAt } = await retry();
    assert.equal(status, 'waiting');
    assert.ok(Date.parse(nextAttemptAt) <= service().clock(), 'it is in progress, whatever its lease');
    hanging[0]?.writeHead(500).end();
    const [tried] = await settled(api, endpoint, 2);
    assert.deepEqual([tried?.status, tried?.attempts.length], ['waiting', 2]);
    assert.equal(receiver.at(path).length, 2, 'one more attempt');
    const wait = Date.parse(tried?.nextAttemptAt ?? '') - service().clock();
    assert.ok(wait >= 5000 && wait <= 6000, `${wait} ms after the first of the new tries`);

    receiver.behave(path, (response) => response.writeHead(200).end());
    await retry();
    assert.equal((await settled(api, endpoint, 3))[0]?.status, 'delivered');
  });

  test('a retry is on time while the endpoint is busy with another delivery', async () => {
    const api = await service().newAccount();
    const path = newPath();
    const endpoint = await newEndpoint(api, path, { types: ['quote.created'] });
    const hanging: ServerResponse[] = [];
    receiver.behave(path, (response) => void hanging.push(response));
    await Promise.all([createQuote(api), createQuote(api)]);
    await until(async () => hanging.length === 1);
    for (const { nextAttemptAt } of await deliveriesOf(api, endpoint)) {
      assert.ok(Date.parse(nextAttemptAt) <= service().clock(), 'no lease is shown');
    }
    hanging[0]?.writeHead(500).end();
    // The other delivery hangs now.
    await until(async () => hanging.length === 2);
    const failed = (await deliveriesOf(api, endpoint)).find(({ attempts }) => attempts.length === 1);
    const wait = Date.parse(failed?.nextAttemptAt) - service().clock();
    assert.ok(wait >= 5000 && wait <= 6000, `${wait} ms`);
    service().clock.advance(wait);
    await until(async () => hanging.length === 3);
    assert.equal(receiver.at(path)[2]?.headers['webhook-id'], failed?.eventId);
    for (const response of hanging.slice(1)) response.writeHead(200).end();
    const done = await until(async () => {
      const all = await deliveriesOf(api, endpoint);
      return all.every(({ status }) => status === 'delivered') && all;
    });
    assert.deepEqual(done.map(({ attempts }) => attempts.length).sort(), [1, 2]);
  });

  test('deliveries queued or attempted while the clock was ahead are sent after it is set back', async () => {
    const api = await service().newAccount();
    const [failing, fresh, inHand] = [newPath(), newPath(), newPath()];
    receiver.behave(failing, (response) => response.writeHead(500).end());
    const hanging: ServerResponse[] = [];
    receiver.behave(inHand, (response) => void hanging.push(response));
    const right = service().clock();
    service().clock.set(right + 60 * DAY);
    const endpoint = await newEndpoint(api, failing);
    const leased = await newEndpoint(api, inHand);
    await createQuote(api);
    await settled(api, endpoint);
    await until(async () => hanging.length === 1);
    const idle = await newEndpoint(api, fresh);
    const before = ok(await api.post(`${PATH}/${idle.id}/test`));
    // Simulates a delivery that no process has claimed.
    const later = service().clock() + 1;
    await service().db.write(async (tx) => {
      await tx.run(
        `UPDATE webhook_deliveries SET state = 'waiting', tries = 0, in_hand = 0, due_at = ? WHERE id = ?`,
        later,
        before.id,
      );
      await tx.run('UPDATE webhook_endpoints SET due_at = ? WHERE id = ?', later, idle.id);
    });
    const sent = receiver.at(fresh).length;
    service().clock.set(right);
    receiver.behave(failing, undefined);
    receiver.behave(inHand, undefined);
    await service().runJob('due times');
    for (const one of [endpoint, idle, leased]) {
      await until(async () =>
        (await deliveriesOf(api, one)).every(({ nextAttemptAt }) => nextAttemptAt === null),
      );
    }
    assert.deepEqual([receiver.at(failing).length, receiver.at(inHand).length], [2, 2]);
    assert.ok(receiver.at(fresh).length > sent);
    hanging[0]?.writeHead(200).end();
  });

  test('every kind of error is recorded, and none is a success', async () => {
    const api = await service().newAccount();
    const stranger = await startReceiver();
    const { port } = new URL(receiver.url);
    const secret = newPath();
    const faults: [string, RegExp, (() => Promise<Json>)?][] = [
      ['reset', /closed before/],
      ['redirect', /Redirects are not followed/],
      ['flood', /headers/],
      ['later', /503/],
      ['tls', /TLS/, async () => ok(await api.post(PATH, { url: `${stranger.url}/tls` }))],
      ['name', /another name/, async () => ok(await api.post(PATH, { url: `https://a.example:${port}/` }))],
    ];
    receiver.behave('/reset', (response) => response.socket?.destroy());
    receiver.behave('/redirect', (response) =>
      response.writeHead(302, { Location: receiver.url + secret }).end(),
    );
    receiver.behave('/flood', (response) =>
      response.socket?.end(`HTTP/1.1 200 OK\r\n${'x-flood: yes\r\n'.repeat(10_000)}\r\n`),
    );
    receiver.behave('/later', (response) => response.writeHead(503, { 'Retry-After': '3600' }).end());
    const endless = newPath();
    receiver.behave(endless, (response) => {
      const { socket } = response;
      const more = () => !socket?.destroyed && response.write('z'.repeat(65_536), () => setImmediate(more));
      response.writeHead(200);
      more();
    });
    const endpoints = new Map<string, Json>();
    for (const [name, , make] of faults) {
      endpoints.set(name, await (make?.() ?? newEndpoint(api, `/${name}`)));
    }
    const patient = await newEndpoint(api, endless);
    await createQuote(api);
    for (const [name, error] of faults) {
      const [delivery] = await settled(api, endpoints.get(name));
      assert.equal(delivery?.status, 'waiting', name);
      assert.match(delivery?.attempts[0].error, error, name);
      const wait = Date.parse(delivery?.nextAttemptAt) - service().clock();
      if (name === 'later') assert.ok(wait >= HOUR && wait <= 1.2 * HOUR, 'Retry-After');
      else assert.ok(wait <= 6000, name);
    }
    const [taken] = await settled(api, patient);
    assert.deepEqual([taken?.status, taken?.attempts[0].response], ['delivered', 'z'.repeat(1024)]);
    assert.deepEqual([receiver.at(secret).length, stranger.received.length], [0, 0]);
    await stranger.close();
  });

  test('endpoints that hang do not delay others', async () => {
    const [slow, quick] = [await service().newAccount(), await service().newAccount()];
    const [hanging, path] = [newPath(), newPath()];
    const held: ServerResponse[] = [];
    receiver.behave(hanging, (response) => held.push(response));
    for (let n = 0; n < 20; n++) await newEndpoint(slow, hanging, { types: ['quote.created'] });
    await newEndpoint(quick, path, { types: ['quote.created'] });
    await createQuote(slow);
    await receiver.until(() => held.length === 20);
    for (let n = 1; n <= 3; n++) {
      await createQuote(slow);
      await createQuote(quick);
      await receiver.until(() => receiver.at(path).length === n);
    }
    assert.ok(
      held.every(({ socket }) => socket && !socket.destroyed),
      'all of them still hang',
    );
    receiver.behave(hanging, undefined);
    for (const response of held) response.writeHead(204).end();
  });

  test('an endpoint whose URL changes during a batch gets the rest at the new URL', async () => {
    const api = await service().newAccount();
    const [path, moved] = [newPath(), newPath()];
    const held: ServerResponse[] = [];
    receiver.behave(path, (response) => held.push(response));
    const endpoint = await newEndpoint(api, path, { types: ['customer.updated'] });
    const name = (n: number) => api.put('/customers/cus_moved', { name: `Customer ${n}` });
    for (let n = 0; n < 4; n++) ok(await name(n));
    await untilSent(async () => held.length === 1 && (await deliveriesOf(api, endpoint)).length === 3);
    ok(await api.patch(`${PATH}/${endpoint.id}`, { url: receiver.url + moved }));
    // On a busy machine, a second request may have begun in the meantime.
    const sent = receiver.at(path).length;
    receiver.behave(path, undefined);
    for (const response of held) response.writeHead(204).end();
    await untilSent(async () => receiver.at(moved).length === 3 - sent);
    assert.equal(receiver.at(path).length, sent);
    assert.ok(sent < 3);
  });

  test('a 410 from a former URL of the endpoint does not disable it', async () => {
    const api = await service().newAccount();
    const path = newPath();
    const held: ServerResponse[] = [];
    receiver.behave(path, (response) => held.push(response));
    const endpoint = await newEndpoint(api, path, { types: ['quote.created'] });
    await createQuote(api);
    await untilSent(async () => held.length === 1);
    ok(await api.patch(`${PATH}/${endpoint.id}`, { url: receiver.url + newPath() }));
    held[0]?.writeHead(410).end();
    await settled(api, endpoint);
    assert.equal(ok(await api.get(`${PATH}/${endpoint.id}`)).enabled, true);
  });

  test('a failing endpoint gets one request at a time, a slow one more', async () => {
    const api = await service().newAccount();
    const [failing, slow] = [newPath(), newPath()];
    const held = { [failing]: [] as ServerResponse[], [slow]: [] as ServerResponse[] };
    for (const path of [failing, slow]) receiver.behave(path, (response) => held[path]?.push(response));
    const endpoints = [];
    for (const path of [failing, slow])
      endpoints.push(await newEndpoint(api, path, { types: ['quote.created'] }));
    await failingFor(endpoints[0], HOUR);
    await Promise.all(Array.from({ length: 40 }, () => createQuote(api)));
    await untilSent(async () => held[slow]?.length === 3 && held[failing]?.length);
    assert.equal(held[failing]?.length, 1);
    for (const path of [failing, slow]) {
      receiver.behave(path, undefined);
      for (const response of held[path] ?? []) response.writeHead(204).end();
    }
  });

  test('a 410 disables the endpoint immediately, and the owner gets an email', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { email: 'owner@seller.example' }));
    const path = newPath();
    const endpoint = await newEndpoint(api, path, { description: 'The old CRM' });
    receiver.behave(path, (response) => response.writeHead(410).end('We have moved out'));
    await createQuote(api);
    const read = async () => ok(await api.get(`${PATH}/${endpoint.id}`));
    await untilSent(async () => !(await read()).enabled);
    assert.equal((await read()).disabledReason, 'gone');
    const [delivery] = await deliveriesOf(api, endpoint);
    assert.deepEqual([delivery?.status, delivery?.nextAttemptAt], ['failed', null]);
    await createQuote(api);
    const mail = await mailTo(api);
    assert.equal(mail.to[0]?.address, 'owner@seller.example');
    assert.equal(mail.subject, `Webhook endpoint disabled: ${new URL(receiver.url).host}`);
    for (const part of [
      receiver.url + path,
      'The old CRM',
      'The response was 410',
      'We have moved out',
      `/api/v1/webhook-endpoints/${endpoint.id}`,
      '90 days',
    ]) {
      assert.ok(mail.text.includes(part), `${part} in ${mail.text}`);
    }
    receiver.behave(path, undefined);
    ok(await api.patch(`${PATH}/${endpoint.id}`, { enabled: true }));
    const { id } = await createQuote(api);
    await receiver.until(() => receiver.at(path).length === 2);
    assert.equal(receiver.at(path)[1]?.event.data.quote.id, id, 'no events from the disabled period');
  });

  test('five days of failures disable the endpoint at the next failed attempt, and a success resets them', async () => {
    const api = await service().newAccount();
    ok(await api.patch('/account', { email: 'owner@seller.example', locale: 'de' }));
    const path = newPath();
    const endpoint = await newEndpoint(api, path);
    const read = async () => ok(await api.get(`${PATH}/${endpoint.id}`));
    const fail = () => receiver.behave(path, (response) => response.writeHead(500).end());
    fail();
    await createQuote(api);
    await settled(api, endpoint);
    await failingFor(endpoint, 6 * DAY);
    receiver.behave(path, undefined);
    await makeDue(endpoint);
    await settled(api, endpoint, 2);
    fail();
    await createQuote(api);
    await settled(api, endpoint);
    await failingFor(endpoint, 5 * DAY - MINUTE);
    await makeDue(endpoint);
    await untilSent(async () => (await deliveriesOf(api, endpoint)).at(-1)?.attempts.length === 2);
    assert.equal((await read()).enabled, true, 'not yet');
    await failingFor(endpoint, 5 * DAY);
    await makeDue(endpoint);
    await untilSent(async () => !(await read()).enabled);
    assert.equal((await read()).disabledReason, 'failing');
    const mail = await mailTo(api);
    assert.match(mail.subject, /^Webhook-Endpunkt deaktiviert/);
    assert.match(mail.text, /fünf Tagen/);
  });

  test('the old and the new secret both sign after a rotation', async () => {
    const api = await service().newAccount();
    const path = newPath();
    const { id, secret: old } = await newEndpoint(api, path);
    receiver.behave(path, (response) => response.writeHead(500).end());
    await createQuote(api);
    await settled(api, { id });
    receiver.behave(path, undefined);
    const { secret } = ok(await api.post(`${PATH}/${id}/rotate-secret`));
    await makeDue({ id });
    await createQuote(api);
    await receiver.until(() => receiver.at(path).length === 3);
    const [before, ...later] = receiver.at(path);
    assert.ok(before);
    verified(old, before);
    assert.throws(() => verified(secret, before));
    for (const got of later) for (const each of [old, secret]) verified(each, got);
  });

  test('an unreadable secret signs nothing until it is rotated', async () => {
    const api = await service().newAccount();
    const path = newPath();
    const { id } = await newEndpoint(api, path);
    await service().db.write((tx) => tx.run(`UPDATE webhook_endpoints SET secret = 'x' WHERE id = ?`, id));
    await createQuote(api);
    const [delivery] = await settled(api, { id });
    assert.match(delivery?.attempts[0].error, /Rotate the secret/);
    const { secret } = ok(await api.post(`${PATH}/${id}/rotate-secret`));
    await makeDue({ id });
    await receiver.until(() => receiver.at(path).length === 1);
    for (const got of receiver.at(path)) verified(secret, got);
  });

  test('private IP addresses are allowed for test accounts only', async () => {
    const [live, trying] = [await service().newAccount({ kind: 'live' }), await service().newAccount()];
    const path = newPath();
    assert.equal((await live.post(PATH, { url: receiver.url + path })).status, 400);
    const { port } = new URL(receiver.url);
    const named = { url: `https://a.example:${port}${path}` };
    const before = receiver.connections();
    const endpoint = ok(await live.post(PATH, named));
    await createQuote(live);
    const [delivery] = await settled(live, endpoint);
    assert.match(delivery?.attempts[0].error, /private or reserved address/);
    assert.equal(receiver.connections(), before);
    await newEndpoint(trying, path);
    await createQuote(trying);
    await receiver.until(() => receiver.at(path).length === 1);
  });

  test('several processes share due deliveries, and none is attempted twice', async () => {
    const { databaseUrl, dataDir } = service().config;
    const place = { env: { DATABASE_URL: databaseUrl ?? '' }, dataDir, remove: async () => {} };
    const startOther = () => startTestService({ ...SETTING, engine: 'postgres', place });
    // SQLite supports one process only.
    const services = databaseUrl === null ? [] : [await startOther(), await startOther()];
    for (const other of services) other.clock.set(service().clock());
    const accounts: TestAccount[] = [await service().newAccount(), await service().newAccount()];
    const ways = accounts.map(() => newPath());
    for (const [index, api] of accounts.entries()) {
      for (let n = 0; n < 3; n++) await newEndpoint(api, `${ways[index]}-${n}`, { types: ['quote.created'] });
    }
    try {
      await Promise.all(
        accounts.map((api) => Promise.all(Array.from({ length: 25 }, () => createQuote(api)))),
      );
      for (const way of ways) {
        for (let n = 0; n < 3; n++) await receiver.until(() => receiver.at(`${way}-${n}`).length >= 25);
      }
      for (const api of accounts) {
        for (const { id } of ok(await api.get(PATH)).data) {
          const done = await untilSent(async () => {
            const all = await deliveriesOf(api, { id });
            return all.every(({ status }) => status === 'delivered') && all;
          });
          assert.deepEqual([done.length, new Set(done.map(({ eventId }) => eventId)).size], [25, 25]);
          assert.ok(done.every(({ attempts }) => attempts.length === 1));
        }
      }
      for (const way of ways) {
        for (let n = 0; n < 3; n++) assert.equal(receiver.at(`${way}-${n}`).length, 25, 'no duplicates');
      }
    } finally {
      for (const other of services) await other.close();
    }
  });

  test('deliveries of a process that died are due at the next start, whatever else is due', async () => {
    const api = await service().newAccount();
    const path = newPath();
    receiver.behave(path, (response) => response.writeHead(500).end());
    const endpoint = await newEndpoint(api, path, { types: ['quote.created'] });
    await Promise.all([createQuote(api), createQuote(api)]);
    const deliveries = await untilSent(async () => {
      const all = await deliveriesOf(api, endpoint);
      return all.length === 2 && all.every(({ attempts }) => attempts.length === 1) && all;
    });
    const now = service().clock();
    const setDue = 'UPDATE webhook_deliveries SET due_at = ?, in_hand = ? WHERE endpoint_id = ? AND id = ?';
    // One transaction, so that no other process claims the due deliveries.
    const due = await service().db.write(async (tx) => {
      await tx.run(setDue, now + 30_000, 1, endpoint.id, deliveries[0]?.id);
      await tx.run(setDue, now - 1, 0, endpoint.id, deliveries[1]?.id);
      await tx.run('UPDATE webhook_endpoints SET due_at = ? WHERE id = ?', now - 1, endpoint.id);
      await expireLeases(tx, now, 35_000);
      return tx.all<Json>(
        'SELECT due_at, in_hand FROM webhook_deliveries WHERE endpoint_id = ? ORDER BY id',
        endpoint.id,
      );
    });
    assert.deepEqual(
      due.map(({ due_at, in_hand }) => [due_at <= now, in_hand]),
      [
        [true, 0],
        [true, 0],
      ],
    );
  });

  /** Finds the email to the owner. */
  const mailTo = ({ accountId }: TestAccount) =>
    untilSent(async () => {
      await service().runJob('outbox');
      const [mail] = await listMailbox(service(), accountId, { limit: 1, offset: 0 });
      return mail && (await openCapturedMail(service(), accountId, mail.id)).message;
    });
}, SETTING);
