import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/database.ts';
import {
  deleteGrant,
  deleteGrantsBefore,
  deleteTokensBefore,
  deleteUserGrants,
  insertGrant,
  insertToken,
  listAccountGrants,
  listUserGrants,
  rotateGrant,
  touchGrant,
} from '../../src/store/tables/apps/grants.ts';
import { insertUser } from '../../src/store/tables/person/users.ts';
import { onFirstEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

onFirstEngine('The grant of an app', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  const newUser = async () => {
    const id = newId('usr', NOW);
    const plain = { name: 'Ada', locale: null, password: null, created_at: NOW };
    await db.write((tx) => insertUser(tx, { id, email: `${id}@mail.example`, ...plain }));
    return id;
  };

  it('is listed while it lasts, and ends by account, by person or by time', async () => {
    const [{ id: here }, { id: there }] = [await sampleAccount(db), await sampleAccount(db)];
    const [ada, bea] = [await newUser(), await newUser()];
    const insert = (account_id: string, id: string, user_id: string, expires_at: number, isRedeemed = true) =>
      db.write(async (tx) => {
        const plain = {
          client_id: 'app_1',
          name: 'Robo',
          host: 'h',
          resource: 'api',
          access: 'read',
        } as const;
        const code = { code_hash: id, code_until: 0, challenge: '', redirect_uri: '', created_at: 0 };
        const grant = { account_id, id, user_id, ...plain, sees_costs: 0, two_step: 0, ...code } as const;
        await insertGrant(tx, { ...grant, expires_at });
        const next = {
          family: `family ${id}`,
          refresh: `refresh ${id}`,
          earlier: null,
          expiresAt: expires_at,
        };
        if (isRedeemed) await rotateGrant(tx, { account_id, id }, next, 0);
        await insertToken(tx, { account_id, id }, { hash: `${account_id} ${id}`, expiresAt: expires_at });
      });
    await insert(here, 'g1', ada, 100);
    await insert(here, 'g2', ada, 200);
    await insert(here, 'g3', bea, 300);
    await insert(there, 'g1', ada, 400);
    await insert(here, 'g4', ada, 400, false);
    const ids = (found: { id: string }[]) => found.map(({ id }) => id);
    const ofAccount = async (accountId: string, now: number) =>
      ids(await listAccountGrants(db.read, accountId, now));
    const ofUser = async (userId: string, now: number) => ids(await listUserGrants(db.read, userId, now));
    assert.deepEqual(await ofAccount(here, 99), ['g3', 'g2', 'g1']);
    assert.deepEqual(await ofAccount(here, 100), ['g3', 'g2']);
    assert.deepEqual(await ofUser(ada, 99), ['g2', 'g1', 'g1']);
    assert.deepEqual([await ofUser(bea, 99), await ofUser(bea, 300)], [['g3'], []]);

    await db.write((tx) => touchGrant(tx, { account_id: here, id: 'g1' }, 7));
    const used = await db.read.all<{ account_id: string; id: string }>(
      'SELECT account_id, id FROM app_grants WHERE used_at = 7',
    );
    assert.deepEqual(
      used.map(({ account_id, id }) => [account_id, id]),
      [[here, 'g1']],
    );
    const tokens = async () => {
      const found = await db.read.all<{ hash: string }>(
        `SELECT hash FROM app_tokens WHERE account_id IN (?, ?) AND expires_at < 1000 ORDER BY hash`,
        ...[here, there],
      );
      return found.map(({ hash }) => hash.replace(here, 'here').replace(there, 'there')).sort();
    };
    const end = (id: string, userId?: string, accountId = here) =>
      db.write((tx) => deleteGrant(tx, { account_id: accountId, id }, userId));
    assert.equal(await end('g1', bea), false, 'it is of another person');
    assert.equal((await tokens()).length, 5);
    assert.deepEqual([await end('g1', ada), await end('g1')], [true, false]);
    assert.deepEqual(await tokens(), ['here g2', 'here g3', 'here g4', 'there g1']);
    assert.deepEqual([await ofAccount(here, 0), await ofAccount(there, 0)], [['g3', 'g2'], ['g1']]);

    assert.equal(await db.write((tx) => deleteTokensBefore(tx, 200)), 1);
    assert.equal(await db.write((tx) => deleteGrantsBefore(tx, 200)), 1);
    assert.deepEqual(await ofAccount(here, 0), ['g3']);
    await insert(here, 'g5', ada, 500);
    await db.write((tx) => deleteUserGrants(tx, ada, here));
    assert.deepEqual([await ofAccount(here, 0), await ofUser(ada, 0)], [['g3'], ['g1']]);
    await insert(here, 'g6', ada, 500);
    await db.write((tx) => deleteUserGrants(tx, ada));
    assert.deepEqual([await ofUser(ada, 0), await ofUser(bea, 0)], [[], ['g3']]);
  });
});
