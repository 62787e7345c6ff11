import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deleteAccount, findDeleteObstacle } from '../../src/actions/account/delete-account.ts';
import { listTables } from '../../src/store/catalog.ts';
import type { Database } from '../../src/store/database.ts';
import { listAccountTables } from '../../src/store/tables/account/delete-account.ts';
import { putMembership } from '../../src/store/tables/person/users.ts';
import { accept, ok, submit } from '../support/api/customer.ts';
import { convertedQuote, createQuote, issuedInvoice, sentQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

/** Tables that the index of a search or a counter keeps, and the one that is deleted last. */
const OF_OTHERS = /^(rate_windows|closed_accounts|\w+_grams)$/;

describeService((service) => {
  async function fill(name: string): Promise<TestAccount> {
    const account = await service().newAccount({ name });
    for (let n = 0; n < 5; n++) await createQuote(account, { title: `Wardrobe ${n}` });
    const { publicUrl } = await sentQuote(account);
    await submit(publicUrl, 'question', { question: 'Why?' });
    await accept(publicUrl);
    await convertedQuote(account);
    await issuedInvoice(account);
    ok(await account.post('/webhook-endpoints', { url: 'https://hooks.example.com/', enabled: false }));
    ok(await account.post('/catalogue-items', { description: 'Walrus', unitPrice: 100 }));
    ok(await account.post('/templates', { name: 'T', title: 'T' }));
    await service().runJob('outbox');
    return account;
  }

  async function listTablesWithAccount(db: Database): Promise<string[]> {
    const names = await db.read.all<{ name: string }>(
      db.engine === 'sqlite'
        ? `SELECT m.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
           WHERE m.type = 'table' AND c.name = 'account_id'`
        : `SELECT table_name AS name FROM information_schema.columns
           WHERE column_name = 'account_id' AND table_schema = current_schema()`,
    );
    return names.map(({ name }) => name).sort();
  }

  /** Rows of an account by table. */
  async function countRows(accountId: string): Promise<Record<string, number>> {
    const { db } = service();
    const counts: Record<string, number> = {};
    for (const table of await listTablesWithAccount(db)) {
      const row = await db.read.get<{ n: number }>(
        `SELECT count(*) AS n FROM ${table} WHERE account_id = ?`,
        accountId,
      );
      if (row && row.n > 0) counts[table] = row.n;
    }
    return counts;
  }

  /** A database whose process is killed before a write: it is never committed, and nothing follows. */
  function killedAfter(writes: number): Database {
    const { db } = service();
    let left = writes;
    return {
      ...db,
      write: (work, hint) => (left-- > 0 ? db.write(work, hint) : Promise.reject(new Error('killed'))),
    };
  }

  it('covers every table with an account', async () => {
    const { db } = service();
    const covered = listAccountTables(await listTables(db)).map(({ name }) => name);
    const left = (await listTablesWithAccount(db)).filter((name) => !covered.includes(name));
    assert.ok(covered.length > 50);
    assert.deepEqual(
      left.filter((name) => !OF_OTHERS.test(name)),
      [],
    );
  });

  it('deletes a closed account, however often it is killed, and nothing of another', async () => {
    const { db } = service();
    // The first account is that of the operator.
    const [account, other] = [await fill('Gone & Co'), await fill('Other & Co')];
    const { accountId } = account;
    const alone = await signIn(service(), { accountId });
    const both = await signIn(service(), { accountId });
    await db.write((tx) =>
      putMembership(tx, both.userId, { accountId: other.accountId, role: 'owner' }, service().clock()),
    );
    const obstacle = (name = 'Gone & Co', id = accountId) => findDeleteObstacle({ db }, id, name);
    assert.equal(await obstacle(), 'open');
    ok(await alone.post('/account/close', { name: 'Gone & Co' }));
    assert.equal(await obstacle('gone & co'), 'other_name');
    assert.equal(await obstacle('Gone & Co', 'acc_none'), 'unknown');
    assert.equal(await obstacle(), undefined);
    const before = await countRows(other.accountId);
    assert.ok(Object.keys(await countRows(accountId)).length > 20);

    let kills = 0;
    let people = 0;
    for (let writes = 1; ; writes += 5) {
      try {
        people += (await deleteAccount({ db: killedAfter(writes) }, accountId)).people;
        break;
      } catch (error) {
        assert.equal((error as Error).message, 'killed');
        kills++;
        assert.equal(await obstacle(), undefined, 'it can be deleted again');
      }
    }
    assert.ok(kills > 3);
    assert.equal(people, 0, 'the first run had deleted them');
    assert.deepEqual(await countRows(accountId), {});
    assert.equal(await obstacle(), 'unknown');
    const { account_id: _, ...rest } = { account_id: accountId, ...(await countRows(other.accountId)) };
    assert.deepEqual(rest, before);
    assert.equal((await alone.get('/accounts')).status, 401);
    assert.equal(ok(await both.get('/accounts', { headers: { 'Proffer-Account': '' } })).data.length, 1);
    service().clock.advance(500);
    assert.equal((await account.get('/account')).status, 401);
    assert.equal(ok(await other.get('/quotes?search=wardrobe')).data.length, 5);
    assert.equal((await createQuote(other, { title: 'Wardrobe 6' })).title, 'Wardrobe 6');
    assert.equal(ok(await other.get('/quotes?search=wardrobe')).data.length, 6);
  });

  it('keeps the first account', async () => {
    const { id, name } = ok(await service().automation.get('/account'));
    const owner = await signIn(service(), { accountId: id });
    ok(await owner.post('/account/close', { name }));
    assert.equal(await findDeleteObstacle({ db: service().db }, id, name), 'first');
    ok(await owner.post('/account/reopen'));
  });
});
