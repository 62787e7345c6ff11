import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/database.ts';
import {
  findNotify,
  findNotifyByEmail,
  hasSecondFactor,
  listDueNotify,
  listEventsOfTypes,
  lockFeedHead,
  type NotifyRow,
  replaceNotify,
} from '../../src/store/tables/person/notifications.ts';
import { insertUser, putMembership } from '../../src/store/tables/person/users.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { insertRow } from '../support/store/insert-row.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

onEveryEngine('What people are told of', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  const newMember = async (accountIds: readonly string[], notify: Partial<NotifyRow> = {}) => {
    const id = newId('usr', NOW);
    await db.write(async (tx) => {
      const plain = { name: 'Ada', locale: null, password: null, created_at: NOW };
      await insertUser(tx, { id, email: `${id}@mail.example`, ...plain });
      for (const accountId of accountIds) {
        await putMembership(tx, id, { accountId, role: 'member' }, NOW);
        const row = { notify: null, notify_after: 0, notify_due_at: null, ...notify };
        await tx.run(
          `UPDATE memberships SET notify = ?, notify_after = ?, notify_due_at = ?
           WHERE account_id = ? AND user_id = ?`,
          ...[row.notify, row.notify_after, row.notify_due_at, accountId, id],
        );
      }
    });
    return id;
  };
  const newAccounts = async () => [(await sampleAccount(db)).id, (await sampleAccount(db)).id] as const;
  const setHead = (accountId: string, n: number) =>
    db.write(async (tx) => {
      await tx.run('DELETE FROM feed_heads WHERE account_id = ?', accountId);
      await insertRow(tx, 'feed_heads', { account_id: accountId, n, gone: 0 });
    });

  it('is due by time, or at once if there are new events', async () => {
    const [here, there] = await newAccounts();
    await setHead(here, 7);
    const of = (notify_due_at: number | null, notify_after = 0, account: string = here) =>
      newMember([account], { notify_due_at, notify_after });
    const now = NOW;
    const latest = NOW + 1000;
    const due = [
      ...[await of(now), await of(now - 5), await of(1), await of(now, 7), await of(now, 99)],
      ...[await of(latest + 1), await of(0, 6), await of(now, 0, there)],
    ];
    await of(null);
    await of(now + 1);
    await of(latest);
    await of(0, 7);
    await of(0, 0, there);
    const found = (await listDueNotify(db.read, { now, latest }, 99)).filter(({ account_id }) =>
      [here, there].includes(account_id),
    );
    assert.deepEqual(found.map(({ user_id }) => user_id).sort(), due.sort());
    assert.deepEqual(
      new Set(found.map(({ account_id, head }) => `${account_id} ${head}`)),
      new Set([`${here} 7`, `${there} 0`]),
    );
    const sorted = found.map(({ account_id, user_id }) => `${account_id} ${user_id}`);
    assert.deepEqual(sorted, [...sorted].sort());
    assert.equal((await listDueNotify(db.read, { now, latest }, 2)).length, 2);
  });

  it('is found by member, or by address', async () => {
    const [here, there] = await newAccounts();
    const id = await newMember([here], { notify: '{"kinds":[]}', notify_after: 3, notify_due_at: 5 });
    const silent = await newMember([here]);
    assert.deepEqual(
      { ...(await findNotify(db.read, here, id)) },
      {
        ...{ account_id: here, user_id: id, notify: '{"kinds":[]}', notify_after: 3, notify_due_at: 5 },
      },
    );
    assert.equal(await findNotify(db.read, there, id), undefined);
    const byEmail = (accountId: string, userId: string) =>
      findNotifyByEmail(db.read, accountId, `${userId}@MAIL.example`);
    assert.equal(await byEmail(here, id), '{"kinds":[]}');
    assert.deepEqual(
      [await byEmail(there, id), await byEmail(here, silent), await byEmail(here, 'nobody')],
      [undefined, undefined, undefined],
    );
  });

  it('changes only if nobody else was faster', async () => {
    const [here, there] = await newAccounts();
    for (const before of [
      { notify: 'x', notify_after: 3, notify_due_at: 5 },
      { notify: null, notify_after: 0, notify_due_at: null },
      { notify: 'x', notify_after: 0, notify_due_at: 0 },
    ]) {
      const user_id = await newMember([here, there], before);
      const row = { account_id: here, user_id, ...before };
      const after = { notify: 'y', notify_after: 9, notify_due_at: 11 };
      const replace = (expected: NotifyRow) => db.write((tx) => replaceNotify(tx, expected, after));
      for (const other of [
        { ...row, notify: 'z' },
        { ...row, notify_after: 4 },
        { ...row, notify_due_at: 6 },
        { ...row, notify_due_at: row.notify_due_at === null ? 0 : null },
        { ...row, user_id: 'usr_none' },
      ])
        assert.equal(await replace(other), false, JSON.stringify(other));
      assert.deepEqual([await replace(row), await replace(row)], [true, false]);
      assert.deepEqual({ ...(await findNotify(db.read, here, user_id)) }, { ...row, ...after });
      assert.deepEqual({ ...(await findNotify(db.read, there, user_id)) }, { ...row, account_id: there });
    }
  });

  it('is events of some types, after one up to another', async () => {
    const [here, there] = await newAccounts();
    await setHead(here, 12);
    const heads = await db.write(async (tx) => [await lockFeedHead(tx, here), await lockFeedHead(tx, there)]);
    assert.deepEqual(heads, [12, 0]);
    await db.write(async (tx) => {
      for (const account_id of [here, there]) {
        for (const [n, type] of [
          'quote.sent',
          'quote.viewed',
          'quote.sent',
          'quote.expired',
          'quote.sent',
        ].entries())
          await insertRow(tx, 'feed', {
            ...{ account_id, n, type },
            doc: JSON.stringify({ n: account_id === here ? n : -n, type, data: {} }),
          });
        const derived = { n: 9, type: 'quote.sent', doc: null, customer_name: 'A' };
        await insertRow(tx, 'feed', { account_id, ...derived });
      }
    });
    const list = async (after: number, upTo: number, limit = 9) => {
      const types = ['quote.sent', 'quote.expired'] as const;
      const docs = await listEventsOfTypes(db.read, here, { after, upTo, types, limit });
      return docs.map((doc) => JSON.parse(doc).n);
    };
    assert.deepEqual(
      [await list(-1, 9), await list(0, 3), await list(-1, 9, 2)],
      [
        [0, 2, 3, 4],
        [2, 3],
        [0, 2],
      ],
    );
  });

  it('needs an app, a passkey or a provider where two-step verification is required', async () => {
    const [here] = await newAccounts();
    const people = await Promise.all(['app', 'passkey', 'provider', 'none'].map(() => newMember([here])));
    const [app = '', passkey = '', provider = '', none = ''] = people;
    await db.write(async (tx) => {
      await tx.run(`UPDATE users SET totp = 'sealed' WHERE id = ?`, app);
      const key = { id: 'key', user_id: passkey, name: 'N', public_key: new Uint8Array(1), counter: 0 };
      await insertRow(tx, 'passkeys', { ...key, transports: '[]', created_at: 0 });
      await insertRow(tx, 'identities', { issuer: 'i', subject: 's', user_id: provider, created_at: 0 });
    });
    const has = await Promise.all(people.map((id) => hasSecondFactor(db.read, id)));
    assert.deepEqual(has, [true, true, true, false]);
    assert.ok(none !== '' && !(await hasSecondFactor(db.read, 'usr_none')));
  });
});
