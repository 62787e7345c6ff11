import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { createQuote, ITEM, quoteBody } from '../support/api/quotes.ts';
import { describeService, startTestService, TEST_KEY, type TestService } from '../support/service/service.ts';

const PATHS = [...new Set(ENDPOINTS.map(({ path }) => path))];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

/** Sends raw bytes and returns the whole response. */
async function exchange(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  socket.write(request);
  await once(socket, 'close');
  return answer;
}

describeService((service, isFirstEngine) => {
  test('/healthz and /readyz need no key, /metrics needs a write key of the first account', async () => {
    const { url, newAccount, newKey, automation } = service();
    assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), { status: 'ok' });
    assert.deepEqual(await (await fetch(`${url}/readyz`)).json(), { status: 'ready' });
    await service().automation.get('/quotes/secret-identifier');
    for (const headers of [{}, { Authorization: 'Bearer prf_live_unknown' }] as Record<string, string>[]) {
      const refused = await fetch(`${url}/metrics`, { headers });
      assert.deepEqual([refused.status, refused.headers.get('WWW-Authenticate')], [401, 'Bearer']);
      assert.equal((await refused.text()).includes('process_cpu'), false);
    }
    const ask = (key: string) => fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${key}` } });
    const first = (await automation.get('/account')).body.id;
    for (const key of [(await newAccount()).key, (await newKey(first, 'read')).secret]) {
      for (let times = 0; times < 2; times++) {
        const refused = await ask(key);
        assert.equal(refused.status, 403);
        assert.match(
          await refused.text(),
          /key of the first account with the \\"write\\" scope.*METRICS_PORT/,
        );
      }
    }
    assert.equal((await ask(TEST_KEY)).status, 200);
    const metrics = await ask((await newKey(first, 'read,write')).secret);
    assert.equal(metrics.status, 200);
    assert.match(metrics.headers.get('Content-Type') ?? '', /^text\/plain/);
    const text = await metrics.text();
    assert.match(text, /proffer_http_request_seconds_count\{.*route="\/api\/v1\/quotes\/:id".*\} \d+/);
    assert.equal(text.includes('secret-identifier'), false, 'labels are routes, not paths');
    assert.match(text, /process_cpu_seconds_total/);
    assert.match(text, /^proffer_outbox_waiting 0$/m);
    assert.match(text, /^proffer_outbox_oldest_seconds 0$/m);
  });

  test('keys other than the environment key are limited to 600 writes and 6,000 reads per minute', async () => {
    const api = await service().newAccount();
    const read = await api.get('/account');
    assert.equal(read.headers.get('RateLimit-Policy'), '"read";q=6000;w=60');
    assert.equal(read.headers.get('RateLimit'), '"read";r=5999;t=60');
    const write = await api.post('/quotes', quoteBody());
    assert.equal(write.headers.get('RateLimit-Policy'), '"write";q=600;w=60');
    assert.equal(write.headers.get('RateLimit'), '"write";r=598;t=60', 'one write created the test customer');
    const { headers } = await service().automation.get('/account');
    assert.equal(headers.get('RateLimit'), null);
  });

  // The rest is decided before a database is used.
  if (!isFirstEngine) return;
  for (const path of PATHS) {
    test(`other methods on ${path} are a 405 with Allow`, async () => {
      const allowed = ENDPOINTS.filter((endpoint) => endpoint.path === path).map(
        ({ method }) => method as string,
      );
      const url = path.replace('/api/v1', '').replace(':id', 'x');
      for (const method of METHODS.filter((method) => !allowed.includes(method))) {
        const { status, headers, body } = await service().automation.request(method, url);
        assert.equal(status, 405, method);
        assert.equal(body.code, 'method_not_allowed');
        const allow = headers.get('Allow')?.split(', ').sort();
        assert.deepEqual(allow, [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].sort());
      }
    });
  }

  test('an unknown path is a 404, also if it cannot be decoded', async () => {
    const { automation } = service();
    for (const path of [
      '/',
      '/quote',
      '/quotes/',
      '/quotes/x/y',
      '/quotes/%',
      '/quotes/%zz',
      '/quotes/%ff',
    ]) {
      const { status, body } = await automation.get(path);
      assert.deepEqual([status, body.code], [404, 'not_found'], path);
    }
  });

  test('HEAD returns the headers of GET without the body', async () => {
    const { automation } = service();
    const quote = await createQuote(automation, { customerId: 'cus_demo' });
    for (const path of [`/quotes/${quote.id}`, '/quotes', '/account']) {
      const get = await automation.get(path);
      const head = await automation.request('HEAD', path);
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal(head.headers.get('ETag'), get.headers.get('ETag'));
      assert.equal(head.headers.get('Content-Length'), String(Buffer.byteLength(get.text)));
    }
  });

  test('a safe X-Request-Id of the caller is kept, any other is replaced', async () => {
    const { automation } = service();
    const ask = async (id: string) =>
      (await automation.get('/account', { headers: { 'X-Request-Id': id } })).headers.get('X-Request-Id');
    assert.equal(await ask('order-42_a.b'), 'order-42_a.b');
    for (const id of ['x'.repeat(65), 'a b', '<script>', 'caf\u00e9', '']) assert.notEqual(await ask(id), id);
    const first = await automation.get('/account');
    const second = await automation.get('/account');
    assert.notEqual(first.headers.get('X-Request-Id'), second.headers.get('X-Request-Id'));
  });

  test('API responses are not cached', async () => {
    const { automation } = service();
    for (const path of ['/account', '/quotes', '/quotes/x']) {
      assert.equal((await automation.get(path)).headers.get('Cache-Control'), 'no-store', path);
    }
  });

  test('a request that is not HTTP, or of an unusual kind, gets a problem response', async () => {
    const { url } = service();
    for (const request of [
      'nonsense\r\n\r\n',
      'GET /api/v1/quotes HTTP/9.9\r\n\r\n',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      'POST /api/v1/quotes HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
      'POST /api/v1/quotes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'TRACE /api/v1/quotes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET /api/v1/quotes HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    ]) {
      const answer = await exchange(url, request);
      assert.match(answer, /^HTTP\/1\.1 4\d\d /, request.slice(0, 40));
      assert.match(answer, /application\/problem\+json/);
      assert.match(answer, /X-Request-Id: /i);
      assert.match(answer, /X-Content-Type-Options: nosniff/i);
      assert.match(answer, /Content-Security-Policy: default-src 'none'; frame-ancestors 'none'/i);
    }
  });

  test('a truncated body affects no other request', async () => {
    const { url, automation } = service();
    const { hostname, port } = new URL(url);
    const head = `POST /api/v1/quotes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\n`;
    const socket = connect(Number(port), hostname);
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"title":`);
    await once(socket, 'connect');
    socket.destroy();
    assert.equal((await automation.get('/account')).status, 200);
  });

  test('a request with two Host headers is rejected on every route, whatever their case', async () => {
    const { url } = service();
    for (const path of ['/healthz', '/api/v1/quotes', '/sign-in', '/nothing']) {
      const two = `GET ${path} HTTP/1.1\r\nHost: ours.test\r\nhOST: evil.test\r\nConnection: close\r\n\r\n`;
      const answer = await exchange(url, two);
      assert.match(answer, /^HTTP\/1\.1 400 /, path);
    }
    const problem = await exchange(
      url,
      'GET /api/v1/quotes HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    assert.match(problem, /more than one Host header/);
  });

  test('CORS is off: no origin is allowed', async () => {
    const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
    for (const method of ['GET', 'OPTIONS']) {
      const { headers: answered } = await service().automation.request(method, '/quotes', undefined, {
        headers,
      });
      for (const name of answered.keys()) assert.equal(name.startsWith('access-control'), false, name);
    }
  });
});

describeService(
  (service) => {
    test('reads and writes above their limits are a 429 with Retry-After until the minute ends', async () => {
      const api = await service().newAccount();
      service().clock.advance(60_000);
      for (let left = 4; left >= 0; left--) {
        const { status, headers } = await api.get('/account');
        assert.equal(status, 200);
        assert.equal(headers.get('RateLimit'), `"read";r=${left};t=60`);
      }
      service().clock.advance(20_500);
      const refused = await api.get('/quotes');
      assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
      assert.equal(refused.headers.get('Retry-After'), '40');
      assert.equal(refused.headers.get('RateLimit'), '"read";r=0;t=40');
      for (const title of ['a', 'b', 'c']) {
        assert.equal((await api.post('/quotes', quoteBody({ title }))).status, 201);
      }
      const refusedWrite = await api.post('/quotes', quoteBody());
      assert.equal(refusedWrite.status, 429);
      const other = await service().newKey(api.accountId, 'read');
      assert.equal((await service().client(other.secret).get('/account')).status, 200, 'another key');
      service().clock.advance(40_000);
      assert.equal((await api.get('/account')).status, 200);
      assert.equal((await api.get('/quotes')).body.pagination.total, 3, 'a rejected request has no effect');
    });

    test('a long body counts for the writes after it, and is not rejected itself', async () => {
      const api = await service().newAccount();
      service().clock.advance(60_000);
      const items = (count: number) =>
        Array.from({ length: count }, () => ({ ...ITEM, description: 'x'.repeat(500) }));
      assert.equal((await api.post('/quotes', quoteBody({ items: items(500) }))).status, 201);
      assert.equal((await api.post('/quotes', quoteBody())).status, 429);
      service().clock.advance(60_000);
      assert.equal((await api.post('/quotes', quoteBody({ items: items(100) }))).status, 201);
      assert.equal((await api.post('/quotes', quoteBody())).status, 201, 'a usual one');
    });

    test('the environment key is limited if that is configured', async () => {
      service().clock.advance(60_000);
      const statuses: number[] = [];
      for (let index = 0; index < 6; index++)
        statuses.push((await service().automation.get('/account')).status);
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
    });
  },
  { env: { RATE_LIMIT_READS: '5', RATE_LIMIT_WRITES: '3', RATE_LIMIT_AUTOMATION: 'on' } },
);

test('CORS allows only the configured origins', async () => {
  const service = await startTestService({
    env: { CORS_ORIGINS: 'https://app.example,http://localhost:5173' },
  });
  try {
    const ask = (method: string, headers: Record<string, string>) =>
      service.automation.request(method, '/quotes', undefined, { headers });
    for (const origin of ['https://app.example', 'http://localhost:5173']) {
      const { status, headers } = await ask('GET', { Origin: origin });
      assert.equal(status, 200);
      assert.equal(headers.get('Access-Control-Allow-Origin'), origin);
      assert.equal(headers.get('Access-Control-Allow-Credentials'), null);
      assert.match(headers.get('Access-Control-Expose-Headers') ?? '', /ETag.*Location.*X-Request-Id/);
      assert.match(headers.get('Vary') ?? '', /Origin/);
      assert.match(headers.get('Vary') ?? '', /Authorization/);
    }
    const preflight = await fetch(`${service.url}/api/v1/quotes`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'PATCH' },
    });
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get('Access-Control-Allow-Methods') ?? '', /PATCH/);
    assert.match(
      preflight.headers.get('Access-Control-Allow-Headers') ?? '',
      /Authorization.*Idempotency-Key/,
    );
    assert.ok(preflight.headers.get('X-Request-Id'));
    const refused = await service.client().get('/quotes', { headers: { Origin: 'https://app.example' } });
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get('Access-Control-Allow-Origin'), 'https://app.example');
    assert.match(refused.headers.get('Access-Control-Expose-Headers') ?? '', /WWW-Authenticate/);
    for (const name of ['token', 'register', 'revoke']) {
      for (const origin of ['https://app.example', 'https://evil.example']) {
        const { headers } = await fetch(`${service.url}/oauth/${name}`, {
          method: 'POST',
          headers: { Origin: origin },
        });
        const allowed = origin === 'https://app.example' ? origin : null;
        assert.equal(headers.get('Access-Control-Allow-Origin'), allowed, `${name} to ${origin}`);
      }
    }
    for (const origin of ['https://evil.example', 'http://app.example', 'https://app.example.evil', 'null']) {
      const { headers } = await ask('GET', { Origin: origin });
      assert.equal(headers.get('Access-Control-Allow-Origin'), null, origin);
    }
  } finally {
    await service.close();
  }
});

test('HSTS is sent if the public URL uses https', async () => {
  for (const [publicUrl, HSTS_SUBDOMAINS, told] of [
    ['https://quotes.example', 'off', 'max-age=31536000'],
    ['https://quotes.example/desk', 'on', 'max-age=31536000; includeSubDomains'],
    ['http://quotes.example', 'on', null],
  ] as const) {
    const service = await startTestService({ env: { PUBLIC_URL: publicUrl, HSTS_SUBDOMAINS } });
    try {
      const { headers } = await service.automation.get('/account');
      assert.equal(headers.get('Strict-Transport-Security'), told);
      for (const path of [
        '/docs',
        '/q/wrong',
        '/q/%zz',
        '/outbox',
        '/nothing',
        '/healthz',
        '/api/v1/quotes',
      ]) {
        const answer = await fetch(service.url + path);
        assert.equal(answer.headers.get('Strict-Transport-Security'), told, path);
      }
      const unreadable = await exchange(service.url, 'nonsense\r\n\r\n');
      assert.equal(/^Strict-Transport-Security: (.*)$/m.exec(unreadable)?.[1]?.trim() ?? null, told);
      await expectMailboxCookie(service, publicUrl.startsWith('https:'));
    } finally {
      await service.close();
    }
  }
});

/** Over https the cookie of `/outbox` has a name that no subdomain can set. */
async function expectMailboxCookie(service: TestService, isSecure: boolean): Promise<void> {
  const login = await fetch(`${service.url}/outbox/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ key: TEST_KEY }),
  });
  const line = login.headers.get('Set-Cookie') ?? '';
  const [pair = '', ...attributes] = line.split('; ');
  const wanted = isSecure ? ['Path=/', 'Secure'] : ['Path=/outbox'];
  assert.deepEqual(attributes.slice(0, -1), [...wanted, 'HttpOnly', 'SameSite=Strict']);
  const statusWith = async (Cookie: string) =>
    (await fetch(`${service.url}/outbox`, { headers: { Cookie } })).status;
  assert.equal(pair.startsWith('__Host-proffer_outbox='), isSecure, line);
  assert.equal(await statusWith(pair), 200);
  if (isSecure)
    assert.equal(await statusWith(pair.replace('__Host-', '')), 401, 'a name that subdomains can set');
}

test('/metrics can be removed from the public port', async () => {
  const service = await startTestService({ env: { METRICS_PORT: '0' } });
  try {
    assert.equal((await fetch(`${service.url}/metrics`)).status, 404);
  } finally {
    await service.close();
  }
});
