import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  endSession,
  findSession,
  isRecent,
  RECENT_SIGN_IN_MS,
  recordAccountUse,
  SESSION_IDLE_MS,
  SESSION_MS,
  startSession,
} from '../../src/actions/people/sessions.ts';
import { createLog } from '../../src/app/telemetry/log.ts';
import { DAY_MS } from '../../src/domain/calendar.ts';
import { newId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/database.ts';
import {
  deleteAccountSessions,
  deleteSessionAccountsBefore,
  endAccountSession,
  listAccountSessions,
  listLastSeen,
} from '../../src/store/tables/person/session-accounts.ts';
import { renewUserSessions } from '../../src/store/tables/person/sessions.ts';
import { insertUser, putMembership } from '../../src/store/tables/person/users.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

const MINUTE = 60_000;
const TOUCH_MS = 10 * MINUTE;
const { log } = createLog({ logLevel: 'silent' });

onEveryEngine('Sessions', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  const newPerson = async (...accountIds: string[]): Promise<string> => {
    const id = newId('usr', NOW);
    await db.write(async (tx) => {
      const plain = { name: 'Ada', locale: 'de', password: null, created_at: NOW };
      await insertUser(tx, { id, email: `${id}@example.test`, ...plain });
      for (const accountId of accountIds) await putMembership(tx, id, { accountId, role: 'member' }, NOW);
    });
    return id;
  };
  const start = (userId: string, more: { agent?: string; isTwoStep?: boolean; signedInAt?: number } = {}) =>
    db.write((tx) => startSession(tx, userId, { agent: undefined, isTwoStep: false, ...more }, NOW));
  const find = (token: string, now = NOW) => findSession({ db, log }, token, now);
  const readRow = (userId: string) =>
    db.read.get<{ seen_at: number; agent: string; two_step: number; signed_in_at: number }>(
      'SELECT * FROM sessions WHERE user_id = ?',
      userId,
    );

  it('are found by their token, with the person and the accounts', async () => {
    const { id: accountId } = await sampleAccount(db);
    const userId = await newPerson(accountId);
    const { token, userId: told } = await start(userId);
    await start(await newPerson(accountId));
    assert.equal(told, userId);
    const found = await find(token);
    const { id: _, ...user } = found?.user ?? assert.fail();
    assert.deepEqual(user, { name: 'Ada', email: `${userId}@example.test`, locale: 'de' });
    assert.deepEqual([found?.user.id, found?.signedInAt, found?.newToken], [userId, NOW, undefined]);
    assert.deepEqual(
      found?.roles.map((role) => [role.accountId, role.role, role.access, role.seenAt]),
      [[accountId, 'member', 'open', null]],
    );
    assert.equal(await find(`${token}x`), undefined);
    await endSession({ db }, found?.sessionId ?? '');
    assert.equal(await find(token), undefined);
  });

  it('record how the person signed in', async () => {
    const [plain, strong] = [await newPerson(), await newPerson()];
    await start(plain);
    await start(strong, { agent: 'x'.repeat(400), isTwoStep: true, signedInAt: NOW - 1 });
    const [one, two] = [await readRow(plain), await readRow(strong)];
    assert.deepEqual([one?.agent, one?.two_step, one?.signed_in_at], [null, 0, NOW]);
    assert.deepEqual([two?.agent, two?.two_step, two?.signed_in_at], ['x'.repeat(300), 1, NOW - 1]);
  });

  it('end 14 days after the last use and 90 days after they began', async () => {
    assert.deepEqual([SESSION_IDLE_MS, SESSION_MS], [14 * DAY_MS, 90 * DAY_MS]);
    const idle = await start(await newPerson());
    assert.equal(await find(idle.token, NOW + SESSION_IDLE_MS), undefined);
    assert.ok(await find(idle.token, NOW + SESSION_IDLE_MS - 1), 'which is a use');
    const used = await start(await newPerson());
    for (let days = 13; days < 90; days += 13)
      assert.ok(await find(used.token, NOW + days * DAY_MS), `${days}`);
    assert.ok(await find(used.token, NOW + SESSION_MS - 1));
    assert.equal(await find(used.token, NOW + SESSION_MS), undefined);
  });

  it('record their use every ten minutes, and need no write for that', async () => {
    const userId = await newPerson();
    const { token } = await start(userId);
    const seenAfter = async (ms: number) => {
      await find(token, NOW + ms);
      return (await readRow(userId))?.seen_at;
    };
    assert.equal(await seenAfter(TOUCH_MS - 1), NOW);
    assert.equal(await seenAfter(TOUCH_MS), NOW + TOUCH_MS);
    const broken = { ...db, write: () => Promise.reject(new Error('read-only')) };
    assert.ok(await findSession({ db: broken, log }, token, NOW + 3 * TOUCH_MS));
  });

  it('get another token once after a change of rights, and the old one stays valid for a minute', async () => {
    const userId = await newPerson();
    const { token } = await start(userId);
    await db.write((tx) => renewUserSessions(tx, userId));
    const newToken = (await find(token))?.newToken ?? assert.fail();
    assert.notEqual(newToken, token);
    assert.deepEqual(
      [(await find(token))?.newToken, (await find(newToken))?.newToken],
      [undefined, undefined],
    );
    assert.ok(await find(token, NOW + MINUTE - 1));
    assert.equal(await find(token, NOW + MINUTE), undefined);
    assert.ok(await find(newToken, NOW + MINUTE));
  });

  it('count as recent for 15 minutes', () => {
    assert.equal(RECENT_SIGN_IN_MS, 15 * MINUTE);
    assert.equal(isRecent({ signedInAt: NOW }, NOW + RECENT_SIGN_IN_MS - 1), true);
    assert.equal(isRecent({ signedInAt: NOW }, NOW + RECENT_SIGN_IN_MS), false);
  });

  it('are listed and ended in one account, by person and latest use', async () => {
    const [here, there] = [await sampleAccount(db), await sampleAccount(db)];
    const people = [await newPerson(here.id, there.id), await newPerson(here.id)].sort();
    const use = async (userId: string, accountId: string, now: number) => {
      const { token } = await start(userId);
      const session = (await find(token)) ?? assert.fail();
      await recordAccountUse({ db, log }, session, { accountId, seenAt: null }, now);
      return { ...session, token };
    };
    const [first = '', second = ''] = people;
    const early = await use(first, here.id, NOW);
    const late = await use(first, here.id, NOW + 1);
    const other = await use(second, here.id, NOW);
    const elsewhere = await use(first, there.id, NOW + 9);
    const list = async (accountId: string) =>
      (await listAccountSessions(db.read, accountId)).map(({ id, account_seen_at }) => [id, account_seen_at]);
    assert.deepEqual(await list(here.id), [
      [late.sessionId, NOW + 1],
      [early.sessionId, NOW],
      [other.sessionId, NOW],
    ]);
    assert.deepEqual(
      await listLastSeen(db.read, here.id),
      new Map([
        [first, NOW + 1],
        [second, NOW],
      ]),
    );

    await recordAccountUse({ db, log }, early, { accountId: here.id, seenAt: NOW }, NOW + TOUCH_MS - 1);
    assert.deepEqual((await list(here.id))[1], [early.sessionId, NOW], 'too early to record it again');
    await recordAccountUse({ db, log }, early, { accountId: here.id, seenAt: NOW }, NOW + TOUCH_MS);
    assert.deepEqual((await list(here.id))[0], [early.sessionId, NOW + TOUCH_MS]);

    const end = (accountId: string, { sessionId }: { sessionId: string }) =>
      db.write((tx) => endAccountSession(tx, accountId, sessionId));
    assert.equal(await end(there.id, early), false);
    assert.equal(await end(here.id, early), true);
    assert.equal(await end(here.id, early), false);
    assert.deepEqual(await list(here.id), [
      [late.sessionId, NOW + 1],
      [other.sessionId, NOW],
    ]);
    await recordAccountUse({ db, log }, early, { accountId: here.id, seenAt: null }, NOW + 5);
    assert.equal((await list(here.id)).length, 2, 'an ended one stays ended');
    const access = async ({ token }: { token: string }, accountId: string) =>
      (await find(token))?.roles.find((role) => role.accountId === accountId)?.access;
    assert.deepEqual([await access(early, here.id), await access(early, there.id)], ['ended', 'open']);

    await db.write((tx) => deleteAccountSessions(tx, here.id, first));
    assert.deepEqual(await list(here.id), [[other.sessionId, NOW]]);
    assert.deepEqual(await list(there.id), [[elsewhere.sessionId, NOW + 9]]);
    await db.write((tx) => deleteSessionAccountsBefore(tx, NOW));
    assert.deepEqual([await list(here.id), await list(there.id)], [[], [[elsewhere.sessionId, NOW + 9]]]);
    await db.write((tx) => deleteSessionAccountsBefore(tx, NOW + 9));
    assert.deepEqual(await list(there.id), []);
  });

  it('without two-step verification do not open an account that requires it', async () => {
    const { id: accountId } = await sampleAccount(db);
    await db.write((tx) => tx.run('UPDATE accounts SET require_two_step = 1 WHERE id = ?', accountId));
    const accessOf = async (isTwoStep: boolean) => {
      const { token } = await start(await newPerson(accountId), { isTwoStep });
      return (await find(token))?.roles.map(({ access }) => access);
    };
    assert.deepEqual([await accessOf(true), await accessOf(false)], [['open'], ['two-step']]);
  });
});
