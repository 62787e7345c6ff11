import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAccount, createKey } from '../src/actions/account/accounts.ts';
import { openPostgres } from '../src/store/postgres/postgres.ts';
import { findFirstAccount } from '../src/store/tables/account/accounts.ts';
import { revokeKey } from '../src/store/tables/account/keys.ts';
import { startStallingProxy } from './support/postgres/stalling-proxy.ts';
import { isEngineEnabled } from './support/service/engines.ts';
import { makeDatabase, TEST_KEY } from './support/service/service.ts';
import { spawnTestService } from './support/service/spawn-service.ts';
import { until } from './support/until.ts';

describe('/metrics while the database is down', {
  skip: !isEngineEnabled('postgres'),
  concurrency: 2,
}, () => {
  it('accepts keys that have read it before', async () => {
    const place = await makeDatabase('postgres', { withTables: true });
    const url = place.env.DATABASE_URL ?? '';
    const network = await startStallingProxy(new URL(url));
    const service = await spawnTestService({ DATABASE_URL: network.url });
    const db = await openPostgres(url);
    try {
      const account = await findFirstAccount(db.read);
      assert.ok(account);
      const newKey = (name: string) =>
        db.write((tx) => createKey(tx, account, { name, access: 'write' }, Date.now()));
      const [seen, revoked, unseen] = [await newKey('seen'), await newKey('revoked'), await newKey('unseen')];
      const elsewhere = await db.write(async (tx) => {
        const other = await createAccount(tx, { kind: 'test', name: 'Other' }, Date.now());
        return createKey(tx, other, { name: 'other', access: 'write' }, Date.now());
      });
      const ask = async (path: string, key: string) =>
        (await fetch(service.url + path, { headers: key ? { Authorization: `Bearer ${key}` } : {} })).status;
      assert.equal(await ask('/metrics', seen.secret), 200);
      assert.equal(await ask('/metrics', revoked.secret), 200);
      assert.equal(await ask('/api/v1/quotes', elsewhere.secret), 200);
      assert.equal(await ask('/metrics', elsewhere.secret), 403);
      await db.write((tx) => revokeKey(tx, revoked.id, Date.now()));
      // On PostgreSQL a revoked key may be cached for half a second longer.
      await until(async () => (await ask('/api/v1/quotes', revoked.secret)) !== 200);

      await network.close();
      assert.equal(await ask('/readyz', ''), 503);
      assert.equal(await ask('/metrics', seen.secret), 200);
      assert.equal(await ask('/metrics', TEST_KEY), 200);
      assert.equal(await ask('/metrics', unseen.secret), 503, 'the key cannot be checked');
      assert.equal(await ask('/metrics', revoked.secret), 503);
      assert.equal(await ask('/metrics', elsewhere.secret), 503);
      assert.equal(await ask('/metrics', ''), 401);
    } finally {
      await db.close();
      await service.stop('SIGKILL');
      await place.remove();
    }
  });
});
