import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createKey } from '../../src/actions/account/accounts.ts';
import type { Database } from '../../src/store/database.ts';
import { findKeyByHash, listKeys, revokeKey, touchKey } from '../../src/store/tables/account/keys.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

onEveryEngine('API keys', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  const newKey = async (name: string, account = sampleAccount(db)) => {
    const { id, kind } = await account;
    const key = await db.write((tx) => createKey(tx, { id, kind }, { name, access: 'read' }, NOW));
    return { ...key, accountId: id };
  };

  it('are listed for one account or for all', async () => {
    const account = sampleAccount(db);
    const [one, two, other] = [await newKey('a', account), await newKey('b', account), await newKey('c')];
    const ids = async (accountId?: string) => (await listKeys(db.read, accountId)).map(({ id }) => id);
    assert.deepEqual(await ids(one.accountId), [one.id, two.id].sort());
    assert.deepEqual(await ids(other.accountId), [other.id]);
    assert.deepEqual(new Set(await ids()), new Set([one.id, two.id, other.id]));
  });

  it('are revoked once, one by one', async () => {
    const [key, other] = [await newKey('revoked'), await newKey('open')];
    const hash = (await listKeys(db.read, key.accountId))[0]?.hash ?? '';
    assert.equal((await findKeyByHash(db.read, hash))?.id, key.id);
    assert.equal((await findKeyByHash(db.read, hash, key.accountId))?.id, key.id);
    assert.equal(await findKeyByHash(db.read, hash, other.accountId), undefined);
    assert.equal(await db.write((tx) => revokeKey(tx, key.id, NOW)), true);
    assert.equal(await findKeyByHash(db.read, hash), undefined);
    assert.equal(await findKeyByHash(db.read, hash, key.accountId), undefined);
    assert.equal(await db.write((tx) => revokeKey(tx, key.id, NOW + 1)), false);
    assert.equal(await db.write((tx) => revokeKey(tx, 'key_nobody', NOW)), false);
    assert.equal((await listKeys(db.read, key.accountId))[0]?.revoked_at, NOW);
    assert.equal((await listKeys(db.read, other.accountId))[0]?.revoked_at, null);
  });

  it('are revoked by their account only, if one is named', async () => {
    const account = sampleAccount(db);
    const [key, sibling, other] = [await newKey('a', account), await newKey('b', account), await newKey('c')];
    const revoke = (accountId: string, now = NOW) => db.write((tx) => revokeKey(tx, key.id, now, accountId));
    assert.equal(await revoke(other.accountId), false);
    assert.deepEqual([await revoke(key.accountId), await revoke(key.accountId, NOW + 1)], [true, false]);
    const revoked = (await listKeys(db.read)).map(({ id, revoked_at }) => [id, revoked_at]);
    const own = revoked.filter(([id]) => [key.id, sibling.id, other.id].includes(String(id)));
    assert.deepEqual(Object.fromEntries(own), { [key.id]: NOW, [sibling.id]: null, [other.id]: null });
  });

  it('record when each was last used', async () => {
    const account = sampleAccount(db);
    const [one, two, three] = [await newKey('1', account), await newKey('2'), await newKey('3', account)];
    await db.write(async (tx) => {
      await touchKey(tx, { account_id: one.accountId, id: one.id }, NOW + 1);
      await touchKey(tx, { account_id: two.accountId, id: two.id }, NOW + 2);
    });
    const used = async ({ id }: typeof one) =>
      (await listKeys(db.read)).find((key) => key.id === id)?.last_used_at;
    assert.deepEqual([await used(one), await used(two), await used(three)], [NOW + 1, NOW + 2, null]);
  });
});
