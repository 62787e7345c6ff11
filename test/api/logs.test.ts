import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { computeTotpCode } from '../../src/actions/people/second-factor/totp.ts';
import { createQuote, ITEM } from '../support/api/quotes.ts';
import { startOidcProvider } from '../support/console/oidc-provider.ts';
import { openPage, type PageAnswer } from '../support/console/sign-in.ts';
import { createClient } from '../support/service/client.ts';
import { command } from '../support/service/command.ts';
import { makeDatabase, TEST_KEY } from '../support/service/service.ts';
import { spawnTestService } from '../support/service/spawn-service.ts';

const LOGIN = 'application/x-www-form-urlencoded';
const SECRET_TITLE = 'secret-title-of-the-quote';
const COST = 7_654_321;
const ADDRESS = 'private.person@example.com';

test('the log has one JSON line per request, without keys, tokens, email addresses or bodies', async () => {
  const place = await makeDatabase('sqlite', { withTables: true });
  const service = await spawnTestService({ ...place.env, LOG_LEVEL: 'trace' }, { documents: 'blank' });
  try {
    const api = createClient({ url: service.url, key: TEST_KEY });
    await api.put('/customers/cus_test', { name: 'Private Person', email: ADDRESS });
    const quote = await createQuote(api, { title: SECRET_TITLE });
    const { body: sent } = await api.post(`/quotes/${quote.id}/send`, {
      email: ADDRESS,
      message: SECRET_TITLE,
    });
    const token = sent.publicUrl.split('/').at(-1);
    await fetch(sent.publicUrl);
    const { body: pdf } = await api.get(`/quotes/${quote.id}/pdf`);
    await fetch(pdf.url);
    await api.get(`/quotes?search=${SECRET_TITLE}`);
    await api.get(`/customers?search=${ADDRESS}`);
    await api.post('/quotes', { title: SECRET_TITLE, email: ADDRESS });
    await api.post('/quotes', undefined, { raw: `{"title":"${SECRET_TITLE}` });
    await createClient({ url: service.url, key: 'prf_live_wrong-but-secret' }).get('/quotes');
    await fetch(`${service.url}/nothing/${SECRET_TITLE}?key=${TEST_KEY}`);
    await fetch(`${service.url}/hooks/mollie/con_of_the_account/${token}`, { method: 'POST', body: ADDRESS });
    await fetch(`${service.url}/pay/${token}`);
    const { stdout: costKey } = await command(['keys', 'create', '--costs'], place.env);
    const seeing = createClient({ url: service.url, key: costKey.trim() });
    const costly = await createQuote(seeing, { items: [{ ...ITEM, cost: COST }] });
    assert.equal(costly.cost, COST);
    await seeing.patch('/account', { approval: { marginBelow: 50 } });
    assert.equal((await seeing.post(`/quotes/${costly.id}/send`)).status, 409);
    await seeing.patch(`/quotes/${costly.id}`, { items: [{ ...ITEM, cost: -COST }] });
    await api.get('/account', { headers: { 'X-Request-Id': 'last-request' } });
    await service.stop();

    const { stdout, stderr } = service.output();
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const requests = lines.filter(({ msg }) => msg === 'request');
    assert.equal(requests.length, 19);
    for (const { requestId, method, route, status, ms, time } of requests) {
      assert.match(requestId, /^[\w.-]+$/);
      assert.ok(['GET', 'POST', 'PUT', 'PATCH'].includes(method));
      assert.equal(typeof route, 'string');
      assert.ok(status >= 200 && status < 500);
      assert.equal(typeof ms, 'number');
      assert.ok(Number.isFinite(Date.parse(time)));
    }
    assert.deepEqual([requests.at(-1).requestId, requests.at(-1).route], ['last-request', '/api/v1/account']);
    const written = stdout + stderr;
    for (const secret of [
      ...[TEST_KEY, 'wrong-but-secret', token, SECRET_TITLE, ADDRESS, 'Private Person', '@example.com'],
      ...[pdf.url.split('/').at(-1), 'Bearer', 'con_of_the_account', String(COST)],
    ]) {
      assert.equal(written.includes(secret), false, `the log holds ${secret}`);
    }
  } finally {
    await service.stop('SIGKILL');
    await place.remove();
  }
});

test('the log has why a response broke off, and nothing of a caller who went', async () => {
  const place = await makeDatabase('sqlite', { withTables: true });
  const service = await spawnTestService(place.env, { documents: 'blank' });
  try {
    const api = createClient({ url: service.url, key: TEST_KEY });
    for (let n = 0; n < 20; n++) {
      await api.put(`/customers/cus_${n}`, { name: 'Ada' });
      await api.post('/catalogue-items', { name: 'Sign', unitPrice: 5000 });
    }
    const list = (path: string, signal?: AbortSignal) =>
      fetch(`${service.url}/api/v1${path}`, {
        headers: { Authorization: `Bearer ${TEST_KEY}`, Accept: 'text/csv', 'X-Request-Id': path.slice(1) },
        signal: signal ?? null,
      });
    const leaving = new AbortController();
    const left = await list('/catalogue-items', leaving.signal);
    leaving.abort();
    await assert.rejects(left.text());

    const file = new DatabaseSync(`${place.env.DATA_DIR}/proffer.db`);
    file.exec(`UPDATE customers SET doc = 'not JSON' WHERE id = 'cus_7'`);
    file.close();
    const code = /setup\?code=([\w-]+)/.exec(service.output().stderr)?.[1] ?? '';
    const person = { code, business: 'Co', name: 'Grace', email: ADDRESS, password: 'correct horse battery' };
    const entered = await openPage(service.url, '/setup', person, { Origin: service.url });
    const Cookie = cookiesOf(entered);
    const { location: home } = await openPage(service.url, '/', undefined, { Cookie });
    const headers = { Cookie, 'X-Request-Id': 'console' };
    const inConsole = await fetch(`${service.url}${home}customers.csv`, { headers });
    for (const broken of [await list('/customers'), inConsole]) {
      assert.equal(broken.status, 200);
      await assert.rejects(broken.text());
    }
    await service.stop();
    const lines = service.output().stdout.trimEnd().split('\n');
    const aborted = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'response aborted');
    assert.deepEqual(aborted.map(({ requestId, err }) => [requestId, err.name]).sort(), [
      ['console', 'StoredDataDamaged'],
      ['customers', 'StoredDataDamaged'],
    ]);
  } finally {
    await service.stop('SIGKILL');
    await place.remove();
  }
});

test('the log has the key id of each request, and the IP of rejected requests only', async () => {
  const place = await makeDatabase('sqlite', { withTables: true });
  const service = await spawnTestService({ ...place.env, TRUST_PROXY: 'true' });
  const ask = async (path: string, key?: string, more: RequestInit & { from?: string } = {}) => {
    const { from = '203.0.113.9', headers, ...rest } = more;
    const authorization = key === undefined ? undefined : { Authorization: `Bearer ${key}` };
    const sent = { 'X-Forwarded-For': from, ...authorization, ...headers };
    return (await fetch(service.url + path, { ...rest, headers: sent, redirect: 'manual' })).status;
  };
  const logIn = (key: string) =>
    ask('/outbox/login', undefined, {
      method: 'POST',
      body: new URLSearchParams({ key }),
      headers: { 'Content-Type': LOGIN },
    });
  try {
    const made = await command(['keys', 'create', '--read-only', '--json'], place.env);
    const { id, secret } = JSON.parse(made.stdout);
    const statuses = [
      await ask('/api/v1/quotes', secret),
      await ask('/api/v1/customers/x', secret, { method: 'DELETE' }),
      await ask('/metrics', TEST_KEY),
      await ask('/outbox', TEST_KEY),
      await ask('/outbox', secret),
      await logIn(TEST_KEY),
      await ask('/api/v1/quotes', 'prf_live_wrong'),
      await ask('/metrics', 'prf_live_wrong', { from: '[2001:DB8::9]:443' }),
      await ask('/outbox', 'prf_live_wrong', { from: 'made up"}' }),
      await logIn('prf_live_wrong'),
      await logIn(secret),
      await ask('/api/v1/quotes'),
      await ask('/outbox'),
      await ask('/docs'),
    ];
    for (let times = 0; times < 21; times++) {
      statuses.push(await ask('/api/v1/quotes', 'prf_live_wrong', { from: '198.51.100.7' }));
    }
    await service.stop();
    const lines = service
      .output()
      .stdout.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const own = { key: 'key_environment', ip: undefined };
    const reader = { key: id, ip: undefined };
    const refused = { key: undefined, ip: '203.0.113.9' };
    const nobody = { key: undefined, ip: undefined };
    const expected = [
      ...[reader, reader, own, own, reader, own],
      ...[refused, { ...refused, ip: '2001:db8::9' }, nobody, refused, refused, nobody, nobody, nobody],
      ...Array.from({ length: 21 }, () => ({ ...refused, ip: '198.51.100.7' })),
    ];
    assert.deepEqual(
      lines.filter(({ msg }) => msg === 'request').map(({ status, key, ip }) => ({ status, key, ip })),
      expected.map((line, index) => ({ status: statuses[index], ...line })),
    );
    assert.deepEqual(
      statuses.slice(0, 14),
      [200, 403, 200, 200, 403, 303, 401, 401, 401, 401, 401, 401, 401, 200],
    );
    assert.equal(statuses.at(-1), 429);
  } finally {
    await service.stop('SIGKILL');
    await place.remove();
  }
});

test('the log has who signed in, how and from which IP, without secrets or email addresses', async () => {
  const provider = await startOidcProvider();
  const place = await makeDatabase('sqlite', { withTables: true });
  const service = await spawnTestService({
    ...place.env,
    ...{ TRUST_PROXY: 'true', OIDC_ISSUER: provider.issuer, OIDC_DOMAINS: 'acme.test' },
    ...{ OIDC_CLIENT_ID: provider.clientId, OIDC_CLIENT_SECRET: provider.clientSecret },
  });
  const open = (path: string, form?: Record<string, string>, Cookie = '') =>
    openPage(service.url, path, form, { Origin: service.url, Cookie, 'X-Forwarded-For': '203.0.113.9' });
  const owner = {
    business: 'Co',
    name: 'Grace',
    email: 'grace@example.test',
    password: 'correct horse battery',
  };
  try {
    const code = /setup\?code=([\w-]+)/.exec(service.output().stderr)?.[1] ?? '';
    const entered = await open('/setup', { ...owner, code });
    const { location: home } = await open('/', undefined, cookiesOf(entered));
    await open('/sign-in', { ...owner, password: 'wrong' });
    const again = cookiesOf(await open('/sign-in', owner));
    const you = `${home}settings/you/second-factor`;
    const offered = await open(`${you}/start`, {}, again);
    const secret = /<code class="once" dir="ltr">([^<]+)</.exec(offered.text)?.[1]?.replaceAll(' ', '') ?? '';
    const key = /name="key" value="([^"]+)"/.exec(offered.text)?.[1] ?? '';
    const step = Math.floor(Date.now() / 30_000);
    const started = await open(you, { key, code: computeTotpCode(secret, step - 1) }, again);
    const recovery = /[0-9a-f]{4}(-[0-9a-f]{4}){3}/.exec(started.text)?.[0] ?? '';
    for (const second of [computeTotpCode(secret, step), recovery]) {
      const half = cookiesOf(await open('/sign-in', owner));
      assert.equal((await open('/second-factor', { code: second }, half)).status, 303);
    }
    provider.person = { sub: 'dora', email: 'dora@acme.test', email_verified: true };
    const away = await open('/oidc/start');
    const there = await fetch(away.location ?? '', { redirect: 'manual' });
    const back = new URL(there.headers.get('Location') ?? '');
    assert.equal((await open(back.pathname + back.search, undefined, cookiesOf(away))).status, 303);
    await open('/sign-in', { ...owner, email: 'nobody@example.test' });
    const half = cookiesOf(await open('/sign-in', owner));
    assert.equal((await open('/second-factor', { code: 'no code' }, half)).status, 401);
    assert.equal((await open('/passkey', { credential: '{}' })).status, 401);
    const reset = { email: owner.email, code: 'AAAA-AAAA', password: 'a new long password' };
    assert.equal((await open('/reset/password', reset)).status, 401);
    assert.equal((await open('/sign-out', {}, again)).status, 303);
    await service.stop();

    const { stdout } = service.output();
    const all = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const lines = all.filter(({ msg }) => msg === 'signed in');
    const methods = ['setup', 'password', 'totp', 'recovery_code', 'oidc'];
    assert.deepEqual(
      lines.map(({ method, ip, level }) => [method, ip, level]),
      methods.map((method) => [method, '203.0.113.9', 30]),
    );
    const users = lines.map(({ user }) => user);
    assert.match(users[0], /^usr_\w+$/);
    assert.equal(new Set(users.slice(0, 4)).size, 1);
    assert.notEqual(users[4], users[0]);
    assert.deepEqual(
      all
        .filter(({ msg }) => msg === 'sign-in rejected')
        .map(({ method, user, ip, level }) => [method, user, ip, level]),
      [
        ['password', users[0]],
        ['password', undefined],
        ['second_step', users[0]],
        ['passkey', undefined],
        ['reset_code', users[0]],
      ].map((rejected) => [...rejected, '203.0.113.9', 40]),
    );
    const pages = all.filter(({ msg, route }) => msg === 'request' && /you\/second-factor|out$/.test(route));
    assert.deepEqual(
      pages.map(({ route, user }) => [route, user]),
      [
        '/acc_:account/settings/you/second-factor/start',
        '/acc_:account/settings/you/second-factor',
        '/sign-out',
      ].map((route) => [route, users[0]]),
    );
    for (const secret of ['@example.test', '@acme.test', 'Grace', owner.password, recovery, code]) {
      assert.equal(stdout.includes(secret), false, secret);
    }
  } finally {
    await service.stop('SIGKILL');
    await place.remove();
    provider.close();
  }
});

function cookiesOf({ headers }: PageAnswer): string {
  const cookies = headers.getSetCookie().map((line) => line.split(';')[0]);
  return cookies.join('; ');
}
