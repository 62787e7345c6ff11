import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { applyErasureFile, applyErasures } from '../../../src/actions/customers/erasure/erasure-list.ts';
import {
  formatErasures,
  storeErasureFile,
} from '../../../src/actions/customers/erasure/store-erasure-file.ts';
import { rescheduleDueWork } from '../../../src/actions/reschedule-due-work.ts';
import type { Database } from '../../../src/store/database.ts';
import { findCustomer } from '../../../src/store/tables/customers.ts';
import {
  addErasedDocuments,
  clearUnfinished,
  findErasure,
  hashCustomerId,
  isDocumentErased,
  listCustomerIds,
  listDueErasures,
  listErasures,
  putErasure,
  rescheduleErasure,
} from '../../../src/store/tables/erasure/erasures.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { DAY } from '../../support/service/clock.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { NOW, sampleAccount } from '../../support/store/store-samples.ts';

onFirstEngine('The list of erasures', (engine) => {
  let db: Database;
  let accounts: [here: string, there: string];
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());
  beforeEach(async () => {
    await db.write(async (tx) => {
      await tx.run('DELETE FROM erasures');
      await tx.run('DELETE FROM erased_documents');
    });
    accounts = [(await sampleAccount(db)).id, (await sampleAccount(db)).id].sort() as [string, string];
  });

  const record = (accountId: string, customerId: string, erasedAt: number) => ({
    ...{ accountId, customerSha256: hashCustomerId(accountId, customerId), erasedAt },
  });
  const open = (customerId: string, nextAt: number) => ({ customerId, nextAt, unfinished: 'sealed' });
  const begin = (accountId: string, customerId: string, erasedAt: number, nextAt: number) =>
    db.write((tx) => putErasure(tx, record(accountId, customerId, erasedAt), open(customerId, nextAt)));
  const due = async (now: number, limit = 9, accountId?: string) =>
    (await listDueErasures(db.read, now, limit, accountId)).map(
      ({ account_id: account, customer_id: id }) => `${accounts.indexOf(account)} ${id}`,
    );

  it('has a hash of each customer, which is another in another account', () => {
    const hashes = [hashCustomerId('a', 'b'), hashCustomerId('a', 'c'), hashCustomerId('b', 'b')];
    assert.equal(new Set(hashes).size, 3);
    for (const hash of hashes) assert.match(hash, /^[0-9a-f]{64}$/);
    assert.notEqual(hashCustomerId('a', 'b\nc'), hashCustomerId('a', 'bc'));
  });

  it('says when a customer was erased, and what a job needs until it is done', async () => {
    const [here, there] = accounts;
    await begin(here, 'cus_a', 5, 100);
    await begin(here, 'cus_b', 6, 100);
    await begin(there, 'cus_a', 7, 100);
    const find = async (accountId: string, customerId: string) => {
      const found = await findErasure(db.read, accountId, customerId);
      return found && [found.erased_at, found.unfinished];
    };
    assert.deepEqual(await find(here, 'cus_a'), [5, 'sealed']);
    assert.deepEqual(await find(there, 'cus_a'), [7, 'sealed']);
    assert.equal(await find(there, 'cus_b'), undefined);
    const clear = (accountId: string) => db.write((tx) => clearUnfinished(tx, accountId, 'cus_a'));
    assert.deepEqual([await clear(here), await clear(here)], [true, false], 'once');
    assert.deepEqual(
      [await find(here, 'cus_a'), await find(here, 'cus_b'), await find(there, 'cus_a')],
      [
        [5, null],
        [6, 'sealed'],
        [7, 'sealed'],
      ],
    );
    // A second erasure of the identifier replaces the first.
    await begin(here, 'cus_a', 8, 50);
    assert.deepEqual(await find(here, 'cus_a'), [8, 'sealed']);
    assert.deepEqual(await due(50), ['0 cus_a']);
    await db.write((tx) => putErasure(tx, record(here, 'cus_a', 9)));
    assert.deepEqual([await find(here, 'cus_a'), await due(50)], [[9, null], []]);
  });

  it('has those that are due, the first ones first, of all accounts or of one', async () => {
    const [here, there] = accounts;
    await begin(here, 'cus_a', 1, 300);
    await begin(here, 'cus_b', 1, 100);
    await begin(there, 'cus_c', 1, 200);
    assert.deepEqual(await due(99), []);
    assert.deepEqual(await due(100), ['0 cus_b']);
    assert.deepEqual(await due(300), ['0 cus_b', '1 cus_c', '0 cus_a']);
    assert.deepEqual(await due(300, 2), ['0 cus_b', '1 cus_c']);
    assert.deepEqual(await due(300, 9, here), ['0 cus_b', '0 cus_a']);
    const reschedule = (customerId: string, at: number | null) =>
      db.write((tx) => rescheduleErasure(tx, here, customerId, at));
    await reschedule('cus_b', 400);
    await reschedule('cus_a', null);
    assert.deepEqual([await due(399), await due(400)], [['1 cus_c'], ['1 cus_c', '0 cus_b']]);
    // What has ended forgets the identifier, and can be continued again.
    const ids = await db.read.all<{ id: string | null }>(
      'SELECT customer_id AS id FROM erasures WHERE account_id = ? AND customer_sha256 = ?',
      ...[here, hashCustomerId(here, 'cus_a')],
    );
    assert.deepEqual(
      ids.map(({ id }) => id),
      [null],
    );
    await reschedule('cus_a', 10);
    assert.deepEqual(await due(10), ['0 cus_a']);
  });

  it('makes due what a clock that was ahead has postponed, and not what waits for years', async () => {
    const [here, there] = accounts;
    const now = Date.now();
    const ahead = now + 60 * DAY;
    await begin(here, 'cus_a', now, ahead);
    await begin(here, 'cus_b', ahead, ahead);
    await begin(there, 'cus_c', now, ahead);
    for (const [account, id] of [
      [here, 'cus_b'],
      [there, 'cus_c'],
    ] as const)
      await db.write((tx) => clearUnfinished(tx, account, id));
    await rescheduleDueWork({ db, clock: () => now });
    assert.deepEqual((await due(now)).sort(), ['0 cus_a', '0 cus_b']);
  });

  it('has the hashes of the files that went, each once', async () => {
    const [here, there] = accounts;
    await begin(there, 'cus_a', 5, 1);
    await begin(here, 'cus_b', 7, 1);
    await begin(here, 'cus_a', 5, 1);
    const add = (accountId: string, customerId: string, hashes: string[]) =>
      db.write((tx) => addErasedDocuments(tx, record(accountId, customerId, 0), hashes));
    const many = Array.from({ length: 205 }, (_, index) => `hash ${1000 + index}`);
    await add(here, 'cus_a', [...many, ...many.slice(0, 3)]);
    await add(here, 'cus_a', many.slice(0, 2));
    await add(there, 'cus_a', ['hash 1000', 'else']);
    await add(here, 'cus_b', []);
    const listed = (await listErasures(db.read)).map(({ documents, ...erasure }) => ({
      ...erasure,
      documents: documents.length > 9 ? documents.length : documents,
    }));
    const sameTime = [
      { ...record(here, 'cus_a', 5), documents: 205 },
      { ...record(there, 'cus_a', 5), documents: ['else', 'hash 1000'] },
    ];
    assert.deepEqual(listed, [...sameTime, { ...record(here, 'cus_b', 7), documents: [] }]);
    const isErased = (sha256: string) => isDocumentErased(db.read, sha256);
    assert.deepEqual(
      [await isErased('else'), await isErased('hash 1204'), await isErased('hash 9999')],
      [true, true, false],
    );
  });

  it('is compared with the identifiers of an account', async () => {
    assert.deepEqual((await listCustomerIds(db.read, accounts[0])).sort(), ['cus_a', 'cus_b', 'cus_c']);
    assert.deepEqual(await listCustomerIds(db.read, 'acc_unknown'), []);
  });

  it('is applied where it is missing or older, and never to somebody who came later', async () => {
    const [here] = accounts;
    const store = { db, sealing: {} } as unknown as Parameters<typeof applyErasures>[0];
    const apply = (...records: object[]) =>
      applyErasures(store, records.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const line = (accountId: string, customerId: string, erasedAt: number, documents: string[] = []) => ({
      ...record(accountId, customerId, erasedAt),
      documents,
    });
    await db.erasureFile?.write('');
    // The customers of the sample were made after that time.
    assert.equal(await apply(line(here, 'cus_a', 5, ['x']), line('acc_unknown', 'cus_a', 5, ['y'])), 1);
    assert.deepEqual(await listErasures(db.read), [line(here, 'cus_a', 5, ['x'])]);
    assert.equal((await listCustomerIds(db.read, here)).length, 3);
    if (db.erasureFile) assert.equal(await db.erasureFile.read(), await formatErasures({ db }));
    assert.equal(await apply(line(here, 'cus_a', 5)), 0);
    assert.equal(await apply(line(here, 'cus_a', 4)), 0);
    assert.equal(await apply(line(here, 'cus_a', 6), line(here, 'cus_gone', 6)), 2);
    const times = (await listErasures(db.read)).map(({ erasedAt }) => erasedAt);
    assert.deepEqual([times, await due(1e15)], [[6, 6], []]);
    assert.equal(await apply(), 0);
  });

  it('erases the customers of a restored database again, as nobody in particular', async () => {
    const [here, there] = accounts;
    const sealing = { current: 'c'.repeat(40), previous: [], stored: 's'.repeat(40) };
    const store = { db, sealing } as unknown as Parameters<typeof applyErasures>[0];
    await db.erasureFile?.write('');
    // The sample was made in the same millisecond: only a later customer is another one.
    const at = NOW;
    const records = ['cus_a', 'cus_gone'].map((id) => ({ ...record(here, id, at), documents: [id] }));
    const text = records.map((each) => `${JSON.stringify(each)}\n`).join('');
    assert.equal(await applyErasures(store, text), 2);
    const names = await Promise.all(
      [here, there].map(async (accountId) => (await findCustomer(db.read, accountId, 'cus_a'))?.name),
    );
    assert.deepEqual(names, [undefined, CUSTOMER.name]);
    assert.ok(await findCustomer(db.read, here, 'cus_b'));
    const listed = (await listErasures(db.read)).map(({ erasedAt, documents }) => [erasedAt, documents]);
    assert.deepEqual(listed.sort(), [
      [at, ['cus_a']],
      [at, ['cus_gone']],
    ]);
    const events = await db.read.all<{ doc: string }>(
      `SELECT doc FROM feed WHERE account_id = ? AND type = 'customer.erased' AND quote_id IS NULL`,
      here,
    );
    assert.deepEqual(
      events.map(({ doc }) => [JSON.parse(doc).actor, JSON.parse(doc).data.customerId]),
      [[{ type: 'system' }, 'cus_a']],
    );
    assert.equal(await applyErasures(store, text), 0, 'once');
    if (db.erasureFile) assert.equal(await db.erasureFile.read(), await formatErasures({ db }));
  });

  it('is in a file next to an embedded database, with what only the file knows', async () => {
    const { erasureFile } = db;
    if (!erasureFile) return storeErasureFile({ db });
    const [here, there] = accounts;
    const line = (erasure: object, ...documents: string[]) =>
      `${JSON.stringify({ ...erasure, documents })}\n`;
    await erasureFile.write('');
    await begin(here, 'cus_a', 5, 1);
    await begin(there, 'cus_b', 3, 1);
    await db.write((tx) => addErasedDocuments(tx, record(here, 'cus_a', 5), ['y', 'x']));
    const known = [line(record(there, 'cus_b', 3)), line(record(here, 'cus_a', 5), 'x', 'y')];
    assert.equal(await formatErasures({ db }), known.join(''));
    let writes = 0;
    const counted = {
      ...erasureFile,
      write(text: string) {
        writes++;
        return erasureFile.write(text);
      },
    };
    const store = () => storeErasureFile({ db: { ...db, erasureFile: counted } });
    await store();
    assert.deepEqual([await erasureFile.read(), writes], [known.join(''), 1]);
    await store();
    assert.equal(writes, 1, 'nothing is new');

    // The file may know more files of a customer, a later erasure, and customers of another database.
    const later = line({ ...record(here, 'cus_a', 9) }, 'z', 'x');
    const foreign = ['b', 'a'].map((customerSha256) =>
      line({ accountId: 'acc_0', customerSha256, erasedAt: 5 }),
    );
    await erasureFile.write([later, ...foreign].join(''));
    await store();
    const merged = line(record(here, 'cus_a', 9), 'x', 'y', 'z');
    const all = [known[0], foreign[1], foreign[0], merged];
    assert.equal(await erasureFile.read(), all.join(''));

    // What another process records in the meantime is written too.
    let isFirst = true;
    const late = {
      ...erasureFile,
      async write(text: string) {
        await erasureFile.write(text);
        if (isFirst) await begin(there, 'cus_c', 20, 1);
        isFirst = false;
      },
    };
    await begin(there, 'cus_a', 10, 1);
    await storeErasureFile({ db: { ...db, erasureFile: late } });
    const both = [line(record(there, 'cus_a', 10)), line(record(there, 'cus_c', 20))];
    assert.equal(await erasureFile.read(), [...all, ...both].join(''));
  });

  it('that is damaged stops the start, and says which line', async () => {
    const { erasureFile } = db;
    const store = { db, sealing: {} } as unknown as Parameters<typeof applyErasureFile>[0];
    await applyErasureFile({ ...store, db: { ...db, erasureFile: undefined as never } });
    if (!erasureFile) return;
    const [here] = accounts;
    const line = JSON.stringify({ ...record(here, 'cus_gone', 5), documents: [] });
    await erasureFile.write(`${line}\n{}\n`);
    await assert.rejects(applyErasureFile(store), /erasures\.jsonl, line 2, is damaged/);
    await erasureFile.write(line);
    await applyErasureFile(store);
    assert.equal((await listErasures(db.read)).length, 1);
    // What the file lacks is written at the start, although nothing is applied.
    await begin(here, 'cus_a', 7, 1);
    await applyErasureFile(store);
    assert.equal(await erasureFile.read(), await formatErasures({ db }));
    const broken = { ...erasureFile, read: () => Promise.reject(new Error('no such disk')) };
    await assert.rejects(applyErasureFile({ ...store, db: { ...db, erasureFile: broken } }), /no such disk/);
    await begin(here, 'cus_b', 8, 1);
    const full = { ...erasureFile, write: () => Promise.reject(new Error('disk full')) };
    await assert.rejects(
      applyErasureFile({ ...store, db: { ...db, erasureFile: full } }),
      /^Error: disk full/,
    );
    await erasureFile.write('');
  });
});
