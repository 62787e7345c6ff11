import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Account } from '../../src/domain/account/account.ts';
import { Problem } from '../../src/domain/errors.ts';
import { DatabaseUnavailable } from '../../src/domain/outage.ts';
import type { Database } from '../../src/store/database.ts';
import { readList } from '../../src/store/lists/read-list.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { createReaders, type Readers, type ReadersOptions } from '../../src/store/sqlite/readers/readers.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { isEngineEnabled, sqliteEngine } from '../support/service/engines.ts';
import { sampleAccount, sampleQuote } from '../support/store/store-samples.ts';
import { until } from '../support/until.ts';

const PAGE = { sort: '-createdAt', limit: 5, offset: 0, now: 0 } as const;
/** Examines all quotes, which are sorted without an index. */
const SLOW = { ...PAGE, sort: 'margin' } as const;

describe('Threads that read lists', { skip: !isEngineEnabled('sqlite') }, () => {
  const engine = sqliteEngine();
  let place: string;
  let db: Database;
  let account: Account;
  let workers: Worker[];
  const open = async (options: ReadersOptions = {}) => {
    workers = [];
    db = await openSqlite(place, { readers: options });
    account ??= await sampleAccount(db);
  };
  beforeEach(async () => {
    place = await engine.newDatabase();
    account = undefined as unknown as Account;
  });
  afterEach(() => db.close());

  it('see every write that was acknowledged, while others write and list', async () => {
    await open();
    let isOver = false;
    const load = Array.from({ length: 4 }, async (_, n) => {
      for (let times = 0; !isOver; times++) {
        await db.write((tx) => insertQuotes(tx, account.id, [sampleQuote(`L-${n}-${times}`)]));
        await readList(db, 'quotes', account.id, { search: 'l-' }, PAGE);
      }
    });
    for (let times = 0; times < 50; times++) {
      const quote = sampleQuote(`W-${times}`, { reference: `PO ${times}` });
      await db.write((tx) => insertQuotes(tx, account.id, [quote]));
      const { docs, total } = await readList(db, 'quotes', account.id, { reference: `PO ${times}` }, PAGE);
      assert.deepEqual([JSON.parse(`${Buffer.from(docs)}`).id, total], [quote.id, 1]);
    }
    isOver = true;
    await Promise.all(load);
  });

  it('start when a list needs them, at most two, and end when they are idle', async () => {
    await open({ idleMs: 30 });
    const readers = db.readers as Readers;
    await readList(db, 'quotes', account.id, {}, PAGE);
    assert.equal(readers.size, 0, 'an index yields the page');
    const lists = Array.from({ length: 9 }, () => readList(db, 'quotes', account.id, { q: 'x' }, PAGE));
    assert.equal(readers.size, 2);
    await Promise.all(lists);
    await until(() => readers.size === 0);
    assert.equal((await readList(db, 'quotes', account.id, { q: 'x' }, PAGE)).total, 0);
  });

  it('leave the event loop to others', async () => {
    await open();
    await fill(100_000);
    let turns = 0;
    const list = readList(db, 'quotes', account.id, {}, SLOW);
    let isOver = false;
    list.finally(() => (isOver = true));
    while (!isOver) {
      await new Promise(setImmediate);
      turns += 1;
    }
    assert.equal((await list).total, 100_000);
    assert.ok(turns > 10, `${turns}`);
  });

  it('end a page that takes too long, and a count that does with what it counted', async () => {
    await open({ pageMs: 1 });
    await fill(100_000);
    await assert.rejects(readList(db, 'quotes', account.id, {}, SLOW), (error: Problem) => {
      assert.ok(error instanceof Problem);
      assert.deepEqual([error.code, error.status], ['list_too_slow', 503]);
      return true;
    });
    await db.close();
    await open({ countMs: 0 });
    // The last thousand match.
    const filter = { currency: 'EUR', totalFrom: 99_001 };
    const found = await readList(db, 'quotes', account.id, filter, { ...PAGE, sort: '-total' });
    assert.equal(found.isExact, false);
    assert.ok(found.total >= 6 && found.total < 1000, `${found.total}`);
    assert.equal(found.hasMore, true);
    // A page that is complete tells what counting did not.
    for (const [totalFrom, total] of [
      [1_000_000, 0],
      [99_998, 3],
    ] as const) {
      const whole = await readList(
        db,
        'quotes',
        account.id,
        { currency: 'EUR', totalFrom },
        { ...PAGE, sort: '-total' },
      );
      assert.deepEqual([whole.total, whole.isExact, whole.hasMore], [total, true, false], `${totalFrom}`);
    }
  });

  it('end a list when nobody waits for it anymore', async () => {
    await open();
    await fill(300_000);
    await readList(db, 'quotes', account.id, { q: 'warm' }, PAGE);
    let isLeft = false;
    const isGone = () => isLeft;
    const running = [1, 2].map(() => readList(db, 'quotes', account.id, {}, { ...SLOW, isGone }));
    const waiting = readList(db, 'quotes', account.id, {}, { ...SLOW, isGone });
    isLeft = true;
    const results = await Promise.allSettled([...running, waiting]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
  });

  it('may end: the list is read again in another thread', async () => {
    await open({
      startWorker(workerData) {
        const worker = new Worker(
          new URL('../../src/store/sqlite/readers/reader-thread.ts', import.meta.url),
          {
            workerData,
          },
        );
        workers.push(worker);
        return worker;
      },
    });
    await fill(100_000);
    await readList(db, 'quotes', account.id, { q: 'warm' }, PAGE);
    const list = readList(db, 'quotes', account.id, {}, SLOW);
    await workers[0]?.terminate();
    assert.equal((await list).total, 100_000);
    assert.equal(workers.length, 2);
  });

  it('are waited for by the erasure of traces and by the end of the process', async () => {
    await open();
    await fill(100_000);
    const list = () => readList(db, 'quotes', account.id, {}, SLOW);
    let isOver = false;
    // One list or another is always read.
    const load = [1, 2, 3, 4].map(async () => {
      while (!isOver) await list();
    });
    assert.equal(await db.scrub?.(), true);
    isOver = true;
    await Promise.all(load);
    const order: string[] = [];
    const last = list().then(() => order.push('list'));
    await db.close().then(() => order.push('closed'));
    await last;
    assert.deepEqual(order, ['list', 'closed']);
    await open();
  });

  it('are of a service: a command reads lists itself', async () => {
    db = await openDatabase({ dataDir: place, databaseUrl: null, databasePooler: 'none' });
    account = await sampleAccount(db);
    assert.equal(db.readers, undefined);
    assert.equal((await readList(db, 'quotes', account.id, { q: 'x' }, PAGE)).total, 0);
  });

  /** Stores columns of quotes alone: lists of this size are about how they are found. */
  async function fill(count: number): Promise<void> {
    await db.write(async (tx) => {
      await tx.run(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
         INSERT INTO quote_facts (account_id, id, status, customer_id, created_at, updated_at, valid_until, currency, total,
           search, last_event_at, margin)
         SELECT ?, printf('quo_%026d', n), 'DRAFT', (SELECT id FROM customers WHERE account_id = ? LIMIT 1), n, n, n, 'EUR', n,
           'text', n, n FROM numbers`,
        ...[count, account.id, account.id],
      );
      await tx.run(
        `INSERT INTO quote_counts (account_id, customer_id, status, n) VALUES (?, '', 'DRAFT', ?)`,
        ...[account.id, count],
      );
    });
  }
});

describe('Turns of lists', { skip: !isEngineEnabled('sqlite') }, () => {
  const given: unknown[] = [];
  const readers = createReaders('', {
    startWorker() {
      const worker = new Worker(new URL('../support/store/obedient-reader.ts', import.meta.url));
      const postMessage = worker.postMessage.bind(worker);
      worker.postMessage = (message) => {
        given.push(message.args);
        postMessage(message);
      };
      return worker;
    },
  });
  after(() => readers.close());

  it('go to one account after the other', async () => {
    const run = (account: string) => readers.run(account, [account], { account });
    await Promise.all([...Array.from({ length: 20 }, () => run('busy')), run('other'), run('third')]);
    // Two were running, one in each thread.
    assert.deepEqual(given.slice(0, 6).flat(), ['busy', 'busy', 'busy', 'other', 'third', 'busy']);
  });

  it('go on after a list that ends every thread', async () => {
    const crash = readers.run('crash', [], { account: 'one' });
    const next = readers.run('echo', ['value'], { account: 'other' });
    await assert.rejects(crash, DatabaseUnavailable);
    assert.deepEqual(await next, ['value']);
    assert.deepEqual(await readers.run('echo', [1], { account: 'one' }), [1]);
  });

  it('wait while work needs the file to itself', async () => {
    const order: string[] = [];
    let resume = () => {};
    const paused = readers.pause(() => new Promise<void>((resolve) => (resume = resolve)));
    const list = readers.run('echo', [], { account: 'one' }).then(() => order.push('list'));
    await new Promise(setImmediate);
    order.push('work');
    resume();
    await Promise.all([paused, list]);
    assert.deepEqual(order, ['work', 'list']);
  });
});
