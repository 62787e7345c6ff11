import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { revokeKey } from '../../src/store/tables/account/keys.ts';
import { quoteBody } from '../support/api/quotes.ts';
import { MINUTE } from '../support/service/clock.ts';
import { describeService, TEST_KEY } from '../support/service/service.ts';

/** Longer than a valid key is cached on PostgreSQL. */
const SECOND = 1000;
const UNKNOWN_ID = 'quo_00000000000000000000000000';

const pathOf = (path: string, id: string) => path.replace('/api/v1', '').replace(':id', id);
const bodyFor = (method: string) => (method === 'GET' || method === 'DELETE' ? undefined : {});

describeService((service) => {
  const wrongHeaders: Record<string, string | undefined> = {
    'no header': undefined,
    'an unknown key': 'Bearer prf_test_unknown',
    'a live key that is unknown': 'Bearer prf_live_0123456789abcdefghijklmnopqrstuv',
    'another scheme': `Basic ${TEST_KEY}`,
    'no scheme': TEST_KEY,
    'something before the scheme': `x Bearer ${TEST_KEY}`,
    'no key': 'Bearer',
    'two keys': `Bearer ${TEST_KEY} ${TEST_KEY}`,
    'the key with more behind it': `Bearer ${TEST_KEY}x`,
    'a part of the key': `Bearer ${TEST_KEY.slice(0, -1)}`,
  };
  for (const [name, authorization] of Object.entries(wrongHeaders)) {
    test(`401 with WWW-Authenticate: ${name}`, async () => {
      const headers: Record<string, string> =
        authorization === undefined ? {} : { Authorization: authorization };
      const reply = await service().client().get('/quotes', { headers });
      assert.equal(reply.status, 401);
      assert.equal(reply.body.code, 'unauthorized');
      assert.match(reply.headers.get('WWW-Authenticate') ?? '', /^Bearer .*resource_metadata="http/);
      const metrics = await fetch(`${service().url}/metrics`, { headers });
      assert.deepEqual([metrics.status, metrics.headers.get('WWW-Authenticate')], [401, 'Bearer']);
    });
  }

  test('the scheme may be written in any case', async () => {
    const headers = { Authorization: `bearer ${TEST_KEY}` };
    assert.equal((await service().client().get('/account', { headers })).status, 200);
  });

  for (const { method, path, scope, for: whom } of ENDPOINTS) {
    test(`${method} ${path} needs a key${scope === 'read' ? '' : ` with ${scope} scope`}`, async () => {
      const url = pathOf(path, UNKNOWN_ID);
      const nobody = await service().client().request(method, url, bodyFor(method));
      assert.equal(nobody.status, 401);
      const account = await service().newAccount();
      const { secret } = await service().newKey(account.accountId, 'read');
      const reply = await service().client(secret).request(method, url, bodyFor(method));
      // Operations of sessions are closed to every key.
      if (scope !== 'read' || whom === 'owner' || whom === 'person') {
        assert.equal(reply.status, 403);
        assert.equal(reply.body.code, 'forbidden');
      } else assert.notEqual(reply.status, 403);
    });
  }

  test('a revoked key is rejected immediately, or within half a second if processes share a database', async () => {
    const account = await service().newAccount();
    const { id, secret } = await service().newKey(account.accountId, 'read,write');
    const client = service().client(secret);
    assert.equal((await client.get('/account')).status, 200);
    await service().db.write((tx) => revokeKey(tx, id, service().clock()));
    if (service().engine === 'postgres') service().clock.advance(500);
    assert.equal((await client.get('/account')).status, 401);
    assert.equal((await client.post('/quotes', quoteBody())).status, 401);
    assert.equal((await account.get('/account')).status, 200, 'the other key of the account still works');
  });

  test('a key is stored as a hash only, with its name and a hint', async () => {
    const account = await service().newAccount();
    const row = await service().db.read.get<Record<string, unknown>>(
      'SELECT * FROM keys WHERE id = ?',
      account.keyId,
    );
    assert.ok(row);
    assert.equal(row.hash, createHash('sha256').update(account.key).digest('hex'));
    assert.equal(row.name, 'Test');
    for (const value of Object.values(row)) assert.notEqual(value, account.key);
    assert.ok(account.key.startsWith(String(row.hint).slice(0, -1)));
    assert.match(account.key, /^prf_test_[\w-]{32}$/);
  });

  test('the service records when a key was last used', async () => {
    const account = await service().newAccount();
    service().clock.advance(5 * MINUTE);
    const used = service().clock();
    await account.get('/account');
    await service().runJob('key use');
    const lastUsed = async () =>
      (
        await service().db.read.get<{ at: number }>(
          'SELECT last_used_at AS at FROM keys WHERE id = ?',
          account.keyId,
        )
      )?.at;
    assert.equal(await lastUsed(), used);
    for (const [wait, noted] of [
      [MINUTE - SECOND, used],
      [SECOND, used + MINUTE],
      [MINUTE, used + 2 * MINUTE],
    ] as const) {
      service().clock.advance(wait);
      await account.get('/account');
      await service().runJob('key use');
      assert.equal(await lastUsed(), noted, 'recorded once per minute');
    }
    await service().db.write((tx) =>
      tx.run('UPDATE keys SET last_used_at = NULL WHERE id = ?', account.keyId),
    );
    await service().newAccount();
    await service().runJob('key use');
    assert.equal(await lastUsed(), null, 'not used since');
  });
});
