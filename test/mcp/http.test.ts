import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { describe, test } from 'node:test';
import { startService } from '../../src/app/service.ts';
import { createQuote } from '../support/api/quotes.ts';
import { openTools } from '../support/mcp/tools.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { describeOnOneEngine, describeService, startTestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = 'application/json, text/event-stream';

/** Sends a message as the older clients do, which need no handshake with a stateless server. */
function post(url: string, key: string | undefined, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: ACCEPT,
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function codeOf(reply: Response): Promise<[number, string]> {
  return [reply.status, ((await reply.json()) as { code: string }).code];
}

const draftCall = (customerId: string, idempotencyKey: string) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: {
    name: 'draft_quote',
    arguments: {
      ...{ customerId, title: 'Cut off', idempotencyKey },
      items: [{ description: 'Work', quantity: 1, unitPrice: '10.00' }],
    },
  },
});

describeOnOneEngine(
  (service) => {
    test('only a valid key opens it, a cookie does not, and without a console nothing offers OAuth', async () => {
      const { url } = service();
      for (const headers of [{}, { Cookie: 'proffer_session=x' }, { Authorization: 'Bearer prf_test_x' }]) {
        const reply = await post(url, undefined, LIST, headers as Record<string, string>);
        assert.equal(reply.headers.get('WWW-Authenticate'), 'Bearer');
        assert.deepEqual(await codeOf(reply), [401, 'unauthorized']);
      }
      for (const name of ['oauth-protected-resource/mcp', 'oauth-authorization-server']) {
        assert.equal((await fetch(`${url}/.well-known/${name}`)).status, 404);
      }
    });

    test('a page of another site is rejected whatever the key, and there is no CORS', async () => {
      const { url } = service();
      const { key } = await service().newAccount();
      for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
        const reply = await post(url, key, LIST, { Origin: origin });
        assert.equal(reply.headers.get('Access-Control-Allow-Origin'), null);
        assert.deepEqual(await codeOf(reply), [403, 'cross_site'], origin);
      }
      const preflight = await fetch(`${url}/mcp`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
      });
      assert.equal(preflight.status, 403);
      assert.equal((await post(url, key, LIST, { Origin: new URL(url).origin })).status, 200);
    });

    test('other methods are not allowed, because there is no session', async () => {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const reply = await fetch(`${service().url}/mcp`, { method, headers: { Accept: ACCEPT } });
        assert.equal(reply.headers.get('Allow'), 'POST');
        assert.equal(reply.status, 405, method);
      }
    });

    test('limits of the key apply to each request', async () => {
      const { accountId } = await service().newAccount();
      const { url, clock } = service();
      const short = await service().newKey(accountId, 'read', { expiresAt: clock() + DAY });
      const far = await service().newKey(accountId, 'read', { addresses: ['192.0.2.0/24'] });
      assert.equal((await post(url, short.secret, LIST)).status, 200);
      assert.deepEqual(await codeOf(await post(url, far.secret, LIST)), [403, 'forbidden']);
      clock.advance(DAY);
      assert.deepEqual(await codeOf(await post(url, short.secret, LIST)), [401, 'unauthorized']);
    });

    test('bodies that are no message are rejected', async () => {
      const { key } = await service().newAccount();
      const send = (body: unknown, headers = {}) => post(service().url, key, body, headers);
      assert.deepEqual(await codeOf(await send('{')), [400, 'malformed_json']);
      assert.deepEqual(await codeOf(await send([LIST, LIST])), [400, 'bad_request']);
      assert.deepEqual(await codeOf(await send(' '.repeat(1_100_000))), [413, 'body_too_large']);
      assert.equal((await send(LIST, { 'Content-Type': 'text/plain' })).status, 415);
      assert.equal((await send({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' })).status, 200);
      assert.equal((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202);
    });

    test('a write whose client disconnects is completed once, and a repeat returns it', async () => {
      const api = await service().newAccount();
      const call = draftCall(api.customerId, 'cut-off');
      const cut = httpRequest(`${service().url}/mcp`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${api.key}`, 'Content-Type': 'application/json', Accept: ACCEPT },
      });
      cut.on('error', () => {}).end(JSON.stringify(call), () => cut.destroy());
      const quotes = await until(async () => {
        const { data } = (await api.get('/quotes')).body;
        return data.length > 0 && data;
      });
      const repeated = await (await post(service().url, api.key, call)).text();
      assert.ok(repeated.includes(quotes[0].id), repeated);
      assert.equal((await api.get('/quotes')).body.pagination.total, 1);
    });
  },
  { env: { CORS_ORIGINS: 'https://evil.example', CONSOLE: 'off' } },
);

describeOnOneEngine(
  (service) => {
    test('a call counts as a read, and as a write if it changes something', async () => {
      const api = await service().newAccount();
      const tools = await openTools(service().url, api.key, 'legacy');
      const args = (index: number) => draftCall(api.customerId, `key-${index}`).params.arguments;
      const replies = [];
      for (let index = 0; index < 4; index++) replies.push(await tools.call('draft_quote', args(index)));
      const refused = replies.filter(({ isError }) => isError);
      // The account and its customer took one write.
      assert.equal(refused.length, 2, JSON.stringify(replies));
      assert.equal(refused[0]?.value.code, 'rate_limited');
      assert.match(refused[0]?.value.detail, /3 writes per minute/);
      assert.equal(refused[0]?.value.retryAfterSeconds, 60);
      let reply = await post(service().url, api.key, LIST);
      for (let count = 0; reply.ok && count < 20; count++) reply = await post(service().url, api.key, LIST);
      assert.equal(reply.headers.get('Retry-After'), '60');
      assert.deepEqual(await codeOf(reply), [429, 'rate_limited']);
      service().clock.advance(MINUTE);
      assert.equal((await tools.call('draft_quote', args(9))).isError, false);
    });
  },
  { env: { RATE_LIMIT_READS: '20', RATE_LIMIT_WRITES: '3' } },
);

describeService((service) => {
  test('the tools work on every engine', async () => {
    const api = await service().newAccount();
    const quote = await createQuote(api);
    const tools = await openTools(service().url, api.key);
    const { value } = await tools.call('get_quote', { id: quote.id });
    assert.deepEqual([value.number, value.total], [quote.number, '100.00']);
    const change = { id: quote.id, title: 'Changed', idempotencyKey: 'change' };
    const changed = await tools.call('change_draft', change);
    assert.deepEqual(changed.value.title, { untrustedText: 'Changed' });
    await api.patch(`/quotes/${quote.id}`, { title: 'Changed since' });
    assert.equal((await tools.call('change_draft', change)).text, changed.text);
    assert.equal((await api.get(`/quotes/${quote.id}`)).body.title, 'Changed since');
  });
});

describe('two processes', { skip: !isEngineEnabled('postgres') }, () => {
  test('any process answers, and a call is repeated at the other one', async () => {
    const first = await startTestService({ engine: 'postgres' });
    const second = await startService(first.config, { clock: first.clock, warmUp: false });
    try {
      const api = await first.newAccount();
      const tools = await Promise.all([openTools(first.url, api.key), openTools(second.url, api.key)]);
      const args = draftCall(api.customerId, 'both').params.arguments;
      const ids = [];
      for (const each of tools) ids.push((await each.call('draft_quote', args)).value.id);
      assert.equal(ids[0], ids[1]);
      assert.equal((await tools[1].call('get_quote', { id: ids[0] })).value.id, ids[0]);
      assert.equal((await api.get('/quotes')).body.pagination.total, 1);
    } finally {
      await second.close();
      await first.close();
    }
  });
});
