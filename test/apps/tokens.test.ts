import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appOf,
  authorizeQuery,
  connectApp,
  consent,
  newVerifier,
  obtainCode,
  REDIRECT,
  refresh,
  requestToken,
  toApp,
} from '../support/apps/connect.ts';
import { signIn } from '../support/console/sign-in.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';
import { exchange } from '../support/service/exchange.ts';
import { describeService } from '../support/service/service.ts';

describeService((service) => {
  const newPerson = async () => {
    const { accountId } = await service().newAccount();
    return signIn(service(), { accountId });
  };

  test('a code brings an opaque token of 60 minutes for the API, which is stored as a hash', async () => {
    const person = await newPerson();
    const { clientId, callback, fields } = await obtainCode(service(), person, { access: 'draft' });
    assert.equal(callback.origin + callback.pathname, REDIRECT);
    assert.deepEqual([...callback.searchParams.keys()], ['code', 'state', 'iss']);
    assert.deepEqual(
      [callback.searchParams.get('state'), callback.searchParams.get('iss')],
      ['xyz', service().url],
    );
    const { status, headers, body } = await requestToken(service(), fields);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(headers.get('Cache-Control'), 'no-store');
    assert.match(body.access_token, /^prf_app_[\w-]{43}$/);
    assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3600, 'read draft']);
    const app = toApp(service(), clientId, body);
    assert.equal((await app.api.get('/quotes')).status, 200);
    for (const table of ['app_grants', 'app_tokens']) {
      const stored = JSON.stringify(await service().db.read.all(`SELECT * FROM ${table}`));
      for (const secret of [app.access, app.refresh, fields.code ?? '']) assert.ok(!stored.includes(secret));
    }
    service().clock.advance(60 * MINUTE);
    const late = await app.api.get('/quotes');
    assert.deepEqual([late.status, late.body.code], [401, 'unauthorized']);
    assert.match(
      late.headers.get('WWW-Authenticate') ?? '',
      /^Bearer error="invalid_token", resource_metadata="http.*\/\.well-known\/oauth-protected-resource\/api\/v1"$/,
    );
  });

  test('a code works once: a second use ends what the first one brought', async () => {
    const { clientId, fields } = await obtainCode(service(), await newPerson());
    const first = await requestToken(service(), fields);
    const app = toApp(service(), clientId, first.body);
    assert.equal((await app.api.get('/quotes')).status, 200);
    const again = await requestToken(service(), fields);
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
    assert.equal((await app.api.get('/quotes')).status, 401);
    assert.equal((await refresh(service(), app)).body.error, 'invalid_grant');
  });

  test('of two simultaneous uses of a code at most one succeeds', async () => {
    const { fields } = await obtainCode(service(), await newPerson());
    const replies = await Promise.all([1, 2, 3].map(() => requestToken(service(), fields)));
    assert.ok(replies.filter(({ status }) => status === 200).length <= 1);
    assert.equal((await requestToken(service(), fields)).status, 400);
  });

  test('a code is bound to its secret, app, address and resource, ends after 60 seconds, and is used up by a wrong try', async () => {
    const person = await newPerson();
    const other = newVerifier().verifier;
    const wrong: [string, Record<string, string>][] = [
      ['invalid_grant', { code_verifier: other }],
      ['invalid_grant', { code_verifier: '' }],
      ['invalid_grant', { code_verifier: other.slice(0, 42) }],
      ['invalid_grant', { client_id: 'app_00000000000000000000000000' }],
      ['invalid_grant', { redirect_uri: `${REDIRECT}/` }],
      ['invalid_target', { resource: `${service().url}/mcp` }],
      ['invalid_target', { resource: 'https://elsewhere.example/api' }],
    ];
    for (const [error, change] of wrong) {
      const { fields } = await obtainCode(service(), person);
      const tried = await requestToken(service(), { ...fields, ...change });
      assert.deepEqual([tried.status, tried.body.error], [400, error], JSON.stringify(change));
      assert.equal(
        (await requestToken(service(), fields)).body.error,
        'invalid_grant',
        JSON.stringify(change),
      );
    }
    const late = await obtainCode(service(), person);
    service().clock.advance(MINUTE);
    assert.equal((await requestToken(service(), late.fields)).body.error, 'invalid_grant');
  });

  test('refresh tokens rotate; a used one brings the same at first, and later ends the grant', async () => {
    const app = await connectApp(service(), await newPerson());
    const { status, body } = await refresh(service(), app);
    assert.equal(status, 200, JSON.stringify(body));
    const next = toApp(service(), app.clientId, body);
    assert.notEqual(next.refresh, app.refresh);
    service().clock.advance(9_999);
    const again = await refresh(service(), app);
    assert.deepEqual([again.status, again.body], [200, body], 'the response was lost');
    assert.equal((await next.api.get('/quotes')).status, 200);
    const third = toApp(service(), app.clientId, (await refresh(service(), next)).body);
    assert.equal((await third.api.get('/quotes')).status, 200);
    service().clock.advance(10_000);
    assert.equal((await refresh(service(), next)).body.error, 'invalid_grant');
    assert.equal((await third.api.get('/quotes')).status, 401, 'ended by the reuse');
    assert.equal((await refresh(service(), third)).body.error, 'invalid_grant');
  });

  test('an older refresh token is refused for as long, and one of another app only fails', async () => {
    const app = await connectApp(service(), await newPerson());
    const second = toApp(service(), app.clientId, (await refresh(service(), app)).body);
    const stranger = { ...second, clientId: 'app_00000000000000000000000000' };
    assert.equal((await refresh(service(), stranger)).body.error, 'invalid_grant');
    service().clock.advance(9_000);
    const third = toApp(service(), app.clientId, (await refresh(service(), second)).body);
    for (const [ms, status] of [
      [999, 200],
      [1, 401],
    ] as const) {
      service().clock.advance(ms);
      assert.equal((await refresh(service(), app)).body.error, 'invalid_grant');
      assert.equal((await third.api.get('/quotes')).status, status, '10 seconds after its use');
    }
  });

  test('a refresh may ask for less than was agreed, and not for more', async () => {
    const app = await connectApp(service(), await newPerson(), { access: 'write' });
    const narrow = await requestToken(service(), {
      ...{ grant_type: 'refresh_token', refresh_token: app.refresh, client_id: app.clientId, scope: 'read' },
    });
    assert.deepEqual([narrow.status, narrow.body.scope], [200, 'read'], JSON.stringify(narrow.body));
    const reading = toApp(service(), app.clientId, narrow.body);
    assert.equal((await reading.api.get('/quotes')).status, 200);
    const denied = await reading.api.put('/customers/cus_1', { name: 'Ada' });
    assert.deepEqual([denied.status, denied.body.code], [403, 'forbidden']);
    const all = toApp(service(), app.clientId, (await refresh(service(), reading)).body);
    assert.equal((await all.api.put('/customers/cus_1', { name: 'Ada' })).status, 201);
    const odd = await requestToken(service(), {
      ...{ grant_type: 'refresh_token', refresh_token: all.refresh, client_id: app.clientId, scope: 'admin' },
    });
    assert.deepEqual([odd.status, odd.body.error], [400, 'invalid_scope']);
  });

  test('a refresh token that is not used for 90 days ends, and one that is used does not', async () => {
    const app = await connectApp(service(), await newPerson());
    service().clock.advance(90 * DAY - MINUTE);
    const next = await refresh(service(), app);
    assert.equal(next.status, 200);
    service().clock.advance(90 * DAY);
    const late = await refresh(service(), toApp(service(), app.clientId, next.body));
    assert.equal(late.body.error, 'invalid_grant');
    service().clock.advance(2 * DAY);
    await service().runJob('clean-up');
    for (const table of ['app_grants', 'app_tokens']) {
      assert.deepEqual(await service().db.read.all(`SELECT * FROM ${table}`), [], table);
    }
  });

  test('an app can end its own grant by either token, and nobody else can', async () => {
    const person = await newPerson();
    const [app, other] = [await connectApp(service(), person), await connectApp(service(), person)];
    const revoke = (fields: Record<string, string>) =>
      exchange(`${service().url}/oauth/revoke`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
    const stranger = { client_id: 'app_00000000000000000000000000' };
    for (const token of [app.refresh, app.access, 'unknown']) {
      assert.equal((await revoke({ token, ...stranger })).status, 200);
    }
    for (const fields of [{ token: app.refresh }, { token: '', client_id: app.clientId }]) {
      const { status, text } = await revoke(fields as Record<string, string>);
      assert.deepEqual([status, JSON.parse(text).error], [400, 'invalid_request']);
    }
    assert.equal((await app.api.get('/quotes')).status, 200);
    assert.equal((await revoke({ token: app.refresh, client_id: app.clientId })).status, 200);
    assert.equal((await app.api.get('/quotes')).status, 401);
    assert.equal((await other.api.get('/quotes')).status, 200);
    assert.equal((await revoke({ token: other.access, client_id: other.clientId })).status, 200);
    assert.equal((await other.api.get('/quotes')).status, 401);
    assert.equal((await refresh(service(), other)).body.error, 'invalid_grant');
  });

  test('an app that requests tokens without end is slowed down, and its grant stays', async () => {
    const app = await connectApp(service(), await newPerson());
    service().clock.advance(MINUTE);
    let latest = app;
    for (let count = 0; count < 30; count++) {
      const { status, body } = await refresh(service(), latest);
      assert.equal(status, 200, String(count));
      latest = toApp(service(), app.clientId, body);
    }
    const { status, body, headers } = await refresh(service(), latest);
    assert.deepEqual(
      [status, body.error, headers.get('Retry-After')],
      [429, 'temporarily_unavailable', '60'],
    );
    service().clock.advance(MINUTE);
    assert.equal((await refresh(service(), latest)).status, 200);
  });

  test('the token endpoint takes forms only, each field once, and two kinds of grants', async () => {
    const { fields } = await obtainCode(service(), await newPerson());
    const twice = new URLSearchParams(fields);
    twice.append('code', 'other');
    assert.equal((await requestToken(service(), twice)).body.error, 'invalid_request');
    const json = await exchange(`${service().url}/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    assert.deepEqual([json.status, JSON.parse(json.text).error], [400, 'invalid_request']);
    for (const grant_type of ['password', 'client_credentials', 'implicit', 'constructor']) {
      const { status, body } = await requestToken(service(), { ...fields, grant_type });
      assert.deepEqual([status, body.error], [400, 'unsupported_grant_type'], grant_type);
    }
    for (const name of ['grant_type', 'client_id', 'code']) {
      const { status, body } = await requestToken(service(), { ...fields, [name]: '' });
      assert.deepEqual(
        [status, body],
        [400, { error: 'invalid_request', error_description: `${name} is missing` }],
      );
    }
    const odd = await requestToken(
      service(),
      new URLSearchParams([
        ['ä"\\', '1'],
        ['ä"\\', '2'],
      ]),
    );
    assert.equal(odd.body.error_description, "A field comes twice: '''");
    const opened = await exchange(`${service().url}/oauth/token`);
    assert.deepEqual([opened.status, opened.headers.get('Allow')], [405, 'POST']);
    assert.equal(
      (await requestToken(service(), { ...fields, resource: '' })).status,
      200,
      'the code was not touched',
    );
  });

  test('a token opens one resource only, and never the metrics', async () => {
    const person = await newPerson();
    const mcp = `${service().url}/mcp`;
    const callMcp = (token: string) =>
      exchange(mcp, {
        method: 'POST',
        headers: {
          ...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
          Authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    const forApi = await connectApp(service(), person, { resource: `${service().url}/api/v1` });
    const forMcp = await connectApp(service(), person, { resource: mcp });
    assert.deepEqual(
      [(await forApi.api.get('/quotes')).status, (await callMcp(forMcp.access)).status],
      [200, 200],
    );
    const crossed = await callMcp(forApi.access);
    assert.equal(crossed.status, 401);
    assert.match(crossed.headers.get('WWW-Authenticate') ?? '', /oauth-protected-resource\/mcp"$/);
    assert.equal((await forMcp.api.get('/quotes')).status, 401);
    for (const { access } of [forApi, forMcp]) {
      const metrics = await exchange(`${service().url}/metrics`, {
        headers: { Authorization: `Bearer ${access}` },
      });
      assert.equal(metrics.status, 401);
    }
    const { verifier, challenge } = newVerifier();
    const clientId = await appOf(service());
    const callback = await consent(person, authorizeQuery(clientId, challenge, { resource: mcp }));
    const { status } = await requestToken(service(), {
      ...{ grant_type: 'authorization_code', code: callback.searchParams.get('code') ?? '' },
      ...{ client_id: clientId, redirect_uri: REDIRECT, code_verifier: verifier, resource: mcp },
    });
    assert.equal(status, 200);
  });
});
