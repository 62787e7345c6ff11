import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import {
  appOf,
  authorizeQuery,
  connectApp,
  consent,
  newVerifier,
  REDIRECT,
  register,
  requestToken,
} from '../support/apps/connect.ts';
import { RobotProvider } from '../support/apps/robot-provider.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { selfSigned } from '../support/mail/self-signed.ts';
import { connectTools } from '../support/mcp/tools.ts';
import { DAY, HOUR, MINUTE } from '../support/service/clock.ts';
import { exchange } from '../support/service/exchange.ts';
import { describeOnOneEngine, startTestService, type TestService } from '../support/service/service.ts';

const { challenge } = newVerifier();

describeOnOneEngine((service) => {
  const newPerson = async () => signIn(service(), { accountId: (await service().newAccount()).accountId });
  const ask = async (person: TestPerson, more: Record<string, string | undefined> = {}) =>
    person.page(`/oauth/authorize?${authorizeQuery(await appOf(service()), challenge, more)}`);

  test('the documents say how to connect, one per resource, and a 401 names its own', async () => {
    const { url } = service();
    const server = await exchange(`${url}/.well-known/oauth-authorization-server`);
    assert.equal(server.headers.get('Access-Control-Allow-Origin'), '*');
    const metadata = JSON.parse(server.text);
    assert.equal(metadata.issuer, url);
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(metadata.token_endpoint_auth_methods_supported, ['none']);
    assert.equal(metadata.authorization_response_iss_parameter_supported, true);
    assert.equal(metadata.client_id_metadata_document_supported, true);
    for (const path of ['/api/v1', '/mcp']) {
      const where = `${url}/.well-known/oauth-protected-resource${path}`;
      const document = JSON.parse((await exchange(where)).text);
      assert.deepEqual([document.resource, document.authorization_servers], [url + path, [url]]);
      const method = path === '/mcp' ? 'POST' : 'GET';
      const refused = await exchange(`${url}${path}${path === '/mcp' ? '' : '/quotes'}`, { method });
      assert.equal(refused.status, 401);
      assert.equal(refused.headers.get('WWW-Authenticate'), `Bearer resource_metadata="${where}"`);
    }
    for (const path of ['', '/', '/api', '/mcp/', '/api/v1/quotes']) {
      assert.equal((await exchange(`${url}/.well-known/oauth-protected-resource${path}`)).status, 404, path);
    }
    assert.equal((await exchange(`${url}/.well-known/oauth-authorization-server/x`)).status, 404);
  });

  test('without PUBLIC_URL the documents name the host that the app has used', async () => {
    const here = service().url.replace('127.0.0.1', 'localhost');
    const refused = await exchange(`${here}/api/v1/quotes`);
    const where = `${here}/.well-known/oauth-protected-resource/api/v1`;
    assert.equal(refused.headers.get('WWW-Authenticate'), `Bearer resource_metadata="${where}"`);
    const { resource, authorization_servers: servers } = JSON.parse((await exchange(where)).text);
    assert.deepEqual([resource, servers], [`${here}/api/v1`, [here]]);
    const server = JSON.parse((await exchange(`${here}/.well-known/oauth-authorization-server`)).text);
    assert.deepEqual([server.issuer, server.token_endpoint], [here, `${here}/oauth/token`]);
  });

  test('the page names the app, where it returns to and who is signed in, and chooses nothing beforehand', async () => {
    const person = await newPerson();
    const { status, text, headers } = await ask(person);
    assert.equal(status, 200);
    expectValidHtml(text, 'consent');
    assert.match(text, /Ledger Robot/);
    assert.match(text, /app\.example/);
    assert.ok(text.includes(person.email));
    assert.doesNotMatch(text, /" checked/);
    assert.match(headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'none'/);
    assert.equal(headers.get('X-Frame-Options'), 'DENY');
    assert.equal(headers.get('Cache-Control'), 'no-store');
  });

  test('a person must be signed in, and recently; then the sign-in leads back to the page', async () => {
    const path = `/oauth/authorize?${authorizeQuery(await appOf(service()), challenge)}`;
    const to = `to=${encodeURIComponent(path)}`;
    const stranger = await exchange(service().url + path);
    assert.deepEqual([stranger.status, stranger.headers.get('Location')], [303, `/sign-in?${to}`]);
    const person = await newPerson();
    const query = path.split('?')[1] ?? '';
    service().clock.advance(15 * MINUTE);
    assert.equal((await person.page(path)).location, `/sign-in?again=1&${to}`);
    const late = await person.page('/oauth/authorize', {
      ...{ request: query, user: person.userId, account: person.accountId },
      ...{ access: 'write', decision: 'allow' },
    });
    assert.deepEqual([late.status, late.location], [303, `/sign-in?again=1&${to}`]);
  });

  test('only a form of this page counts: of this site, of this person, with a choice', async () => {
    const person = await newPerson();
    const request = authorizeQuery(await appOf(service()), challenge);
    const form = {
      request,
      user: person.userId,
      account: person.accountId,
      access: 'write',
      decision: 'allow',
    };
    const isAllowed = async (change: Record<string, string>, headers?: Record<string, string>) =>
      (await person.page('/oauth/authorize', { ...form, ...change }, headers)).headers.has('Refresh');
    assert.equal(await isAllowed({}, { Origin: 'https://evil.example' }), false);
    assert.equal(await isAllowed({}, { 'Sec-Fetch-Site': 'cross-site' }), false);
    assert.equal(await isAllowed({}, { 'Sec-Fetch-Site': 'same-site' }), false);
    assert.equal(await isAllowed({ user: 'usr_00000000000000000000000000' }), false);
    assert.equal(await isAllowed({ access: '' }), false);
    assert.equal(await isAllowed({ access: 'owner' }), false);
    assert.equal(await isAllowed({ decision: '' }), false);
    const other = await service().newAccount();
    assert.equal(await isAllowed({ account: other.accountId }), false);
    assert.equal(await isAllowed({}), true);
  });

  test('a refusal returns to the app with the error, and a reader can give reading only', async () => {
    const query = authorizeQuery(await appOf(service()), challenge);
    const callback = await consent(await newPerson(), query, { decision: 'deny' });
    assert.deepEqual(Object.fromEntries(callback.searchParams), {
      ...{ error: 'access_denied', state: 'xyz', iss: service().url },
    });
    const { accountId } = await service().newAccount();
    const reader = await signIn(service(), { accountId, role: 'reader' });
    assert.doesNotMatch((await reader.page(`/oauth/authorize?${query}`)).text, /value="(draft|write)"/);
    await assert.rejects(consent(reader, query, { access: 'draft' }), /400/);
    assert.ok((await consent(reader, query, { access: 'read' })).searchParams.has('code'));
  });

  test('the app gets no more than it asked for', async () => {
    const person = await newPerson();
    const { text } = await ask(person, { scope: 'read draft' });
    assert.match(text, /value="draft"/);
    assert.doesNotMatch(text, /value="write"/);
    const query = authorizeQuery(await appOf(service()), challenge, { scope: 'read offline_access' });
    await assert.rejects(consent(person, query, { access: 'write' }), /400/);
  });

  test('PKCE cannot be left out or weakened, and other wrong requests lead nowhere by themselves', async () => {
    const person = await newPerson();
    const wrong: [string, Record<string, string | undefined>][] = [
      ['invalid_request', { code_challenge: undefined }],
      ['invalid_request', { code_challenge_method: undefined }],
      ['invalid_request', { code_challenge_method: 'plain' }],
      ['invalid_request', { code_challenge: 'short' }],
      ['invalid_request', { response_mode: 'fragment' }],
      ['invalid_request', { response_type: undefined }],
      ['unsupported_response_type', { response_type: 'token' }],
      ['unsupported_response_type', { response_type: 'code token' }],
      ['invalid_scope', { scope: 'admin' }],
      ['invalid_target', { resource: 'https://elsewhere.example/mcp' }],
      ['invalid_target', { resource: `${service().url}/mcp/` }],
    ];
    for (const [error, more] of wrong) {
      const { status, text, headers } = await ask(person, more);
      assert.equal(status, 400, JSON.stringify(more));
      expectValidHtml(text, 'rejected');
      assert.equal(headers.has('Location') || headers.has('Refresh'), false);
      assert.ok(text.includes(`${REDIRECT}?error=${error}&amp;`), text);
      assert.ok(text.includes(`iss=${encodeURIComponent(service().url)}`));
    }
    for (const name of ['state', 'scope', 'code_challenge', 'resource', 'other=x&other']) {
      const query = `${authorizeQuery(await appOf(service()), challenge, { scope: 'read', resource: `${service().url}/mcp` })}&${name}=again`;
      assert.equal((await person.page(`/oauth/authorize?${query}`)).status, 400, name);
    }
  });

  test('a parameter without a value counts as left out, and a question mark ends nothing', async () => {
    const person = await newPerson();
    const blank = { scope: '', resource: '', response_mode: '', state: '' };
    assert.equal((await ask(person, blank)).status, 200);
    const query = `${authorizeQuery(await appOf(service()), challenge, blank)}&state=a?b`;
    const { text } = await person.page(`/oauth/authorize?${query}`);
    const request = fieldIn(text, 'request');
    assert.match(request, /&state=a\?b$/);
    const callback = await consent(person, request);
    assert.deepEqual(callback.searchParams.getAll('state'), ['a?b']);
  });

  test('tricks with the address lead to an error page without any link to it', async () => {
    const person = await newPerson();
    const evil = [
      `${REDIRECT}/`,
      `${REDIRECT}/../evil`,
      `${REDIRECT}?a=b`,
      `${REDIRECT}#`,
      `${REDIRECT}#fragment`,
      'https://app.example/Callback',
      'https://APP.example/callback',
      'https://app.example:443/callback',
      'https://app.example:8443/callback',
      'https://app.example.evil.example/callback',
      'https://app.example@evil.example/callback',
      'https://evil.example/callback',
      'https://evil.example\\@app.example/callback',
      'http://app.example/callback',
      'http://localhost/callback',
      '//app.example/callback',
      ' https://app.example/callback',
      'https://app.example/callback\n',
      'https://app.example/%63allback',
      'javascript:alert(1)',
      '',
    ];
    for (const redirect_uri of evil) {
      const { status, text, headers } = await ask(person, { redirect_uri });
      assert.equal(status, 400, redirect_uri);
      assert.equal(headers.has('Location') || headers.has('Refresh'), false, redirect_uri);
      assert.doesNotMatch(text, /evil|app\.example|javascript:/, redirect_uri);
    }
    const twice = `${authorizeQuery(await appOf(service()), challenge)}&redirect_uri=https://evil.example`;
    assert.equal((await person.page(`/oauth/authorize?${twice}`)).status, 400);
    assert.equal((await ask(person, { client_id: 'app_00000000000000000000000000' })).status, 400);
    assert.equal((await ask(person, { state: 'x'.repeat(2000) })).status, 400);
  });

  test('a program on the computer of the person may listen on any port', async () => {
    service().clock.advance(HOUR);
    const uris = ['http://127.0.0.1/cb', 'http://localhost:1234/cb', 'http://[::1]/cb?x=1'];
    const { body } = await register(service(), { redirect_uris: uris });
    const person = await newPerson();
    const open = (redirect_uri: string) => ask(person, { client_id: body.client_id, redirect_uri });
    for (const uri of ['http://127.0.0.1:50123/cb', 'http://localhost/cb', 'http://[::1]:9/cb?x=1']) {
      const { status, text } = await open(uri);
      assert.equal(status, 200, uri);
      assert.match(text, /a program on this computer/);
    }
    const wrong = [
      'http://127.0.0.1:1/cb2',
      'http://127.0.0.2/cb',
      'http://[::1]/cb',
      'https://127.0.0.1/cb',
    ];
    for (const uri of [
      ...wrong,
      'http://127.0.0.1:x/cb',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1@evil.example/cb',
    ]) {
      assert.equal((await open(uri)).status, 400, uri);
    }
  });

  test('registration takes public apps with safe addresses, ten an hour per network, and forgets unused ones', async () => {
    service().clock.advance(HOUR);
    const wrong: [string, unknown][] = [
      ['invalid_client_metadata', []],
      ['invalid_client_metadata', {}],
      ['invalid_client_metadata', { redirect_uris: [] }],
      ['invalid_client_metadata', { redirect_uris: REDIRECT }],
      ['invalid_client_metadata', { redirect_uris: [1] }],
      ['invalid_client_metadata', { redirect_uris: Array(21).fill(REDIRECT) }],
      ['invalid_client_metadata', { redirect_uris: [REDIRECT], client_name: 1 }],
      ...[
        ...[
          'http://app.example/cb',
          'cursor://callback',
          'javascript:alert(1)',
          `${REDIRECT}#x`,
          'https://',
          '',
        ],
        ...['https://a@app.example/cb', 'https://app.example/cb?code=x', 'https://app.example/cb?iss=x'],
      ].map((uri): [string, unknown] => ['invalid_redirect_uri', { redirect_uris: [REDIRECT, uri] }]),
    ];
    for (const [error, metadata] of wrong) {
      const { status, body } = await register(service(), metadata);
      assert.deepEqual([status, body.error], [400, error], JSON.stringify(metadata));
    }
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) {
      const metadata = {
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: 'client_secret_basic',
        other: 1,
      };
      const { status, body } = await register(service(), metadata);
      assert.deepEqual([status, body.token_endpoint_auth_method], [201, 'none']);
      assert.equal(body.client_secret, undefined);
      ids.push(body.client_id);
    }
    const over = await register(service(), { redirect_uris: [REDIRECT] });
    assert.deepEqual([over.status, over.body.error], [429, 'temporarily_unavailable']);
    assert.equal(over.headers.get('Retry-After'), '3600');
    service().clock.advance(HOUR);
    assert.equal((await register(service(), { redirect_uris: [REDIRECT] })).status, 201);
    const [used = '', unused = ''] = ids;
    const person = await newPerson();
    await consent(person, authorizeQuery(used, challenge));
    service().clock.advance(DAY + MINUTE);
    await service().runJob('clean-up');
    const again = await signIn(service(), { accountId: person.accountId });
    assert.equal((await again.page(`/oauth/authorize?${authorizeQuery(used, challenge)}`)).status, 200);
    assert.equal((await again.page(`/oauth/authorize?${authorizeQuery(unused, challenge)}`)).status, 400);
  });

  test('persons see and end their own apps, owners all of the account', async () => {
    const { accountId } = await service().newAccount();
    const [owner, member] = [
      await signIn(service(), { accountId }),
      await signIn(service(), { accountId, role: 'member', name: 'Mia Member' }),
    ];
    const [own, first, second] = [
      await connectApp(service(), owner),
      await connectApp(service(), member),
      await connectApp(service(), member),
    ];
    const path = `/${accountId}/settings/apps`;
    const all = (await owner.page(path)).text;
    expectValidHtml(all, 'apps of the account');
    assert.match(all, /Connected by <bdi>Mia Member/);
    assert.equal(all.match(/\/end"/g)?.length, 3);
    assert.equal((await member.page(path)).status, 403);
    const mine = (await member.page(`/${accountId}/settings/you`)).text;
    expectValidHtml(mine, 'apps of a person');
    const ends = [...mine.matchAll(/action="([^"]*\/apps\/[^"]*\/end)"/g)].map(([, at]) => at ?? '');
    assert.equal(ends.length, 2);
    const [, ownersApp = ''] =
      /\/apps\/acc_\w+\/(grt_\w+)\/end/.exec((await owner.page(`/${accountId}/settings/you`)).text) ?? [];
    const stolen = await member.page(`/${accountId}/settings/you/apps/${accountId}/${ownersApp}/end`, {});
    assert.match(stolen.location ?? '', /notice=app-gone/);
    assert.equal((await own.api.get('/quotes')).status, 200);
    assert.match((await member.page(ends[0] ?? '', {})).location ?? '', /notice=app-ended/);
    assert.equal((await second.api.get('/quotes')).status, 401, 'the latest is first');
    assert.equal((await first.api.get('/quotes')).status, 200);
    const [, left = ''] = /\/settings\/apps\/(grt_\w+)\/end/.exec((await owner.page(path)).text) ?? [];
    assert.match((await owner.page(`${path}/${left}/end`, {})).location ?? '', /notice=ended/);
    assert.equal((await first.api.get('/quotes')).status, 401);
    assert.match((await owner.page(`${path}/${left}/end`, {})).location ?? '', /notice=gone/);
  });
});

describe('an app with a document of its own', () => {
  const { key, cert } = selfSigned({ host: 'robots.example' });
  const pages = new Map<
    string,
    { status?: number; type?: string; body: string; headers?: Record<string, string> }
  >();
  let requests = 0;
  const server = createServer({ key, cert }, ({ url = '' }, response) => {
    requests++;
    const {
      status = 200,
      type = 'application/json',
      body,
      headers,
    } = pages.get(url) ?? { status: 404, body: '' };
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
  });
  let service: TestService;
  let origin: string;

  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `https://robots.example:${(server.address() as AddressInfo).port}`;
    const appDocuments = { ca: cert, find: async () => ['127.0.0.1'], privateHosts: ['127.0.0.1'] };
    service = await startTestService({ appDocuments });
  });
  after(async () => {
    server.close();
    await service?.close();
  });

  const put = (path: string, document: object, more = {}) =>
    pages.set(path, { body: JSON.stringify(document), ...more });
  const describeApp = (path: string, more = {}) => ({
    ...{ client_id: origin + path, client_name: 'Robot', redirect_uris: [REDIRECT, 'robot://callback'] },
    ...more,
  });
  const openFor = (person: TestPerson, clientId: string) =>
    person.page(`/oauth/authorize?${authorizeQuery(clientId, challenge)}`);

  test('is shown with the host of its document, fetched once in five minutes, and gets tokens', async () => {
    const person = await signIn(service);
    put('/app.json', describeApp('/app.json', { logo_uri: 'https://evil.example/logo.png' }));
    const before = requests;
    const { text, status } = await openFor(person, `${origin}/app.json`);
    assert.equal(status, 200, text);
    assert.match(text, /robots\.example/);
    assert.doesNotMatch(text, /logo\.png/);
    const { verifier, challenge: own } = newVerifier();
    const callback = await consent(person, authorizeQuery(`${origin}/app.json`, own), { access: 'read' });
    assert.equal(requests - before, 1);
    const { status: granted, body } = await requestToken(service, {
      ...{ grant_type: 'authorization_code', code: callback.searchParams.get('code') ?? '' },
      ...{ client_id: `${origin}/app.json`, redirect_uri: REDIRECT, code_verifier: verifier },
    });
    assert.equal(granted, 200, JSON.stringify(body));
    service.clock.advance(5 * MINUTE);
    await openFor(person, `${origin}/app.json`);
    assert.equal(requests - before, 2);
  });

  test('is what the official client prefers to a registration', async () => {
    const person = await signIn(service);
    put('/official.json', describeApp('/official.json'));
    const provider = new RobotProvider(REDIRECT, `${origin}/official.json`);
    const url = new URL(`${service.url}/mcp`);
    const transport = new StreamableHTTPClientTransport(url, { authProvider: provider });
    await assert.rejects(connectTools(transport), UnauthorizedError);
    const query = provider.opened?.searchParams ?? new URLSearchParams();
    assert.equal(query.get('client_id'), `${origin}/official.json`);
    assert.deepEqual(await service.db.read.all('SELECT * FROM apps'), []);
    await transport.finishAuth((await consent(person, query.toString())).searchParams);
    const tools = await connectTools(new StreamableHTTPClientTransport(url, { authProvider: provider }));
    assert.ok((await tools.names()).includes('send_quote'));
    await tools.close();
  });

  test('is rejected unless the document is valid and names itself', async () => {
    const big = describeApp('/big', { client_name: 'x'.repeat(10_000) });
    put('/other', describeApp('/app.json'));
    put('/secret', describeApp('/secret', { token_endpoint_auth_method: 'client_secret_post' }));
    put('/none', describeApp('/none', { redirect_uris: ['robot://callback'] }));
    put('/big', big);
    put('/moved', {}, { status: 302, headers: { Location: `${origin}/app.json` } });
    put('/type', describeApp('/type'), { type: 'text/html' });
    pages.set('/broken', { body: '{' });
    pages.set('/list', { body: '[]' });
    service.clock.advance(MINUTE);
    const person = await signIn(service);
    for (const path of [
      '/other',
      '/secret',
      '/none',
      '/big',
      '/moved',
      '/type',
      '/broken',
      '/list',
      '/missing',
    ]) {
      const { status, text } = await openFor(person, origin + path);
      assert.equal(status, 400, path);
      assert.doesNotMatch(text, /Robot|app\.example/, path);
    }
    const before = requests;
    const odd = ['http://robots.example/a', `${origin}/`, origin, `${origin}/a#b`, `${origin}/a/../b`];
    for (const id of [
      ...odd,
      `https://u:p@robots.example/a`,
      `${origin.toUpperCase()}/a`,
      `${origin}/${'a'.repeat(500)}`,
    ]) {
      assert.equal((await openFor(person, id)).status, 400, id);
    }
    assert.equal(requests, before, 'none of these was requested');
  });

  test('a person makes this service fetch ten documents a minute at most', async () => {
    service.clock.advance(MINUTE);
    const person = await signIn(service);
    for (let count = 0; count < 10; count++) await openFor(person, `${origin}/many/${count}`);
    const before = requests;
    assert.equal((await openFor(person, `${origin}/many/11`)).status, 429);
    assert.equal(requests, before);
  });
});

test('without a console no app connects, and nothing offers it', async () => {
  const service = await startTestService({ env: { CONSOLE: 'off' } });
  try {
    const refused = await service.client().get('/quotes');
    assert.equal(refused.headers.get('WWW-Authenticate'), 'Bearer');
    for (const path of [
      '.well-known/oauth-authorization-server',
      '.well-known/oauth-protected-resource/mcp',
      'oauth/authorize',
    ]) {
      assert.equal((await exchange(`${service.url}/${path}`)).status, 404, path);
    }
    const registered = await exchange(`${service.url}/oauth/register`, { method: 'POST' });
    assert.equal(registered.status, 404);
  } finally {
    await service.close();
  }
});

test('below a path of PUBLIC_URL, all addresses have it, and the documents are where the standards put them', async () => {
  const base = 'https://example.com/quotes';
  const service = await startTestService({ env: { PUBLIC_URL: base } });
  try {
    const refused = await service.client().get('/quotes');
    const where = `${base}/.well-known/oauth-protected-resource/api/v1`;
    assert.equal(refused.headers.get('WWW-Authenticate'), `Bearer resource_metadata="${where}"`);
    for (const path of [
      '/quotes/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/quotes',
    ]) {
      const document = JSON.parse((await exchange(`${service.url}${path}/mcp`)).text);
      assert.deepEqual([document.resource, document.authorization_servers], [`${base}/mcp`, [base]], path);
    }
    for (const path of [
      '/quotes/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/quotes',
    ]) {
      const document = JSON.parse((await exchange(service.url + path)).text);
      assert.deepEqual([document.issuer, document.token_endpoint], [base, `${base}/oauth/token`], path);
    }
    const query = authorizeQuery(await appOf(service), challenge);
    const stranger = await exchange(`${service.url}/quotes/oauth/authorize?${query}`);
    const to = encodeURIComponent(`/oauth/authorize?${query}`);
    assert.equal(stranger.headers.get('Location'), `/quotes/sign-in?to=${to}`);
  } finally {
    await service.close();
  }
});
