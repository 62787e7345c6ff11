import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Account } from '../../src/domain/account/account.ts';
import { DatabaseUnavailable } from '../../src/domain/outage.ts';
import type { Database } from '../../src/store/database.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { reserveNumber } from '../../src/store/tables/sequences.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/postgres.ts';
import { startRefusingProxy } from '../support/postgres/refusing-proxy.ts';
import { startStallingProxy } from '../support/postgres/stalling-proxy.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { spawnTestService } from '../support/service/spawn-service.ts';
import { NOW, sampleAccount, sampleQuote } from '../support/store/store-samples.ts';
import { until } from '../support/until.ts';

// The tests must not stop a server that they did not start.
const isOwn = isEngineEnabled('postgres') && !process.env.TEST_DATABASE_URL;
describe('A PostgreSQL that is changed or halted', { skip: !isOwn }, () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres({ durable: true });
  });
  after(() => postgres?.stop());

  it('is reported as unavailable if its standby has not received a commit', async (t) => {
    t.after(() => setSetting(postgres, 'RESET synchronous_standby_names'));
    const url = await postgres.createDatabase();
    const db = await openPostgres(url);
    const account = await sampleAccount(db);
    await setSetting(postgres, `SET synchronous_standby_names = 'nobody'`);
    const refused = assert.rejects(create(db, account), DatabaseUnavailable);
    await whenItAnswers(async () => {
      const { rows } = await postgres.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
      );
      assert.equal(rows.length, 1);
    });
    await refused;
    await setSetting(postgres, 'RESET synchronous_standby_names');
    await create(db, account);
    await db.close();
  });

  it('is reported within five seconds while it is down, and used again when it is back', async () => {
    const db = await openPostgres(await postgres.createDatabase());
    const account = await sampleAccount(db);
    await postgres.server?.halt('immediate');
    await refusesEverything(db, account);
    await postgres.server?.start();
    await whenItAnswers(() => db.ping());
    await create(db, account);
    assert.equal((await db.read.all('SELECT id FROM quotes')).length, 1);
    await db.close();
  });
});

describe('A PostgreSQL that fails', { skip: !isEngineEnabled('postgres') }, () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres({ shared: true });
  });
  after(() => postgres?.stop());

  it('is reported within five seconds when the network drops everything', async () => {
    const proxy = await startStallingProxy(new URL(await postgres.createWithTables()));
    const db = await openPostgres(proxy.url);
    const account = await sampleAccount(db);
    await db.ping();
    proxy.stall();
    await refusesEverything(db, account);
    proxy.resume();
    await whenItAnswers(() => db.ping());
    await whenItAnswers(() => create(db, account));
    await db.close();
    await proxy.close();
  });

  it('gets time to recover after the migration too', async (t) => {
    // These connections come after the migration: the first read, the first write and the recovery.
    const refused = new Set([2, 3, 5, 6, 8, 9]);
    const proxy = await startRefusingProxy(new URL(await postgres.createDatabase()), refused, 7);
    t.after(proxy.close);
    const service = await spawnTestService({ DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' });
    t.after(() => service.stop());
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
    assert.deepEqual([...refused], []);
  });

  it('loses and duplicates nothing while its connections are cut at random', async () => {
    const url = await postgres.createWithTables();
    const db = await openPostgres(url);
    const account = await sampleAccount(db);
    const name = new URL(url).pathname.slice(1);
    const acknowledged: string[] = [];
    let unknown = 0;
    let isOver = false;
    const clients = Array.from({ length: 16 }, async () => {
      while (!isOver) {
        await create(db, account).then(
          (id) => acknowledged.push(id),
          (error) => {
            assert.ok(error instanceof DatabaseUnavailable, error);
            unknown++;
          },
        );
      }
    });
    for (let round = 0; round < 6; round++) {
      const goal = acknowledged.length + 10;
      await whenItAnswers(async () => assert.ok(acknowledged.length >= goal));
      await postgres.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND random() < 0.7`,
      );
    }
    isOver = true;
    await Promise.all(clients);

    const rows = await db.read.all<{ id: string; number: string }>('SELECT id, number FROM quotes');
    const stored = new Set(rows.map((row) => row.id));
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    );
    assert.ok(rows.length <= acknowledged.length + unknown);
    assert.deepEqual(
      rows.map((row) => row.number).sort(),
      rows.map((_, index) => `Q-2026-${String(index + 1).padStart(5, '0')}`),
    );
    const counted = await db.read.get<{ n: number }>(`SELECT n FROM quote_counts WHERE customer_id = ''`);
    assert.equal(counted?.n, rows.length);
    await db.close();
  });

  it('hides a deadlock of two processes from the callers', async () => {
    const url = await postgres.createWithTables();
    const replicas = await Promise.all([openPostgres(url), openPostgres(url)]);
    const account = await sampleAccount(replicas[0]);
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const lock = (db: Database, first: string, second: string) =>
      db.write(async (tx) => {
        const touch = (id: string) =>
          tx.run(
            'UPDATE customers SET version = version + 1 WHERE account_id = ? AND id = ?',
            account.id,
            id,
          );
        await touch(first);
        // Each transaction holds the row that the other needs next, so one of them must be rolled back and run again.
        if (++runs === 2) gate.resolve();
        await gate.promise;
        await touch(second);
      });
    await Promise.all([lock(replicas[0], 'cus_a', 'cus_b'), lock(replicas[1], 'cus_b', 'cus_a')]);
    // A transaction may run again more than once if it locks its first row before the other one wakes up.
    assert.ok(runs > 2);
    const rows = await replicas[0].read.all<{ version: number }>('SELECT version FROM customers ORDER BY id');
    assert.deepEqual(
      rows.map(({ version }) => version),
      [3, 3, 1],
    );
    await Promise.all(replicas.map((db) => db.close()));
  });

  it('reports why it cancels a write that waits for a lock, and rolls the write back', async () => {
    const url = await postgres.createWithTables();
    const replicas = await Promise.all([openPostgres(url), openPostgres(url)]);
    const [holder, waiter] = replicas;
    const account = await sampleAccount(holder);
    const held = Promise.withResolvers<void>();
    const holding = holder.write(
      async (tx) => {
        await tx.get('SELECT 1 AS one');
        await held.promise;
      },
      { account: account.id },
    );
    const reading = waiter.write(
      async (tx) => {
        await tx.get('SELECT 1 AS one');
        await reserveNumber(tx, account, 'quote', NOW);
      },
      { account: account.id },
    );
    const refused = assert.rejects(reading, DatabaseUnavailable);
    await whenItAnswers(async () => {
      const { rows } = await postgres.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE datname = '${new URL(url).pathname.slice(1)}' AND wait_event = 'advisory'`,
      );
      assert.equal(rows.length, 1);
    });
    await refused;
    held.resolve();
    await holding;
    await create(waiter, account);
    const rows = await holder.read.all<{ number: string }>('SELECT number FROM quotes');
    assert.deepEqual(
      rows.map(({ number }) => number),
      ['Q-2026-00001'],
    );
    await Promise.all(replicas.map((db) => db.close()));
  });

  it('is rejected at startup with the reason if it is unreachable or unsuitable', async () => {
    const url = new URL(await postgres.createWithTables());
    // A socket would take precedence over the port.
    url.searchParams.delete('host');
    const latin = `proffer_test_latin_${crypto.randomUUID().replaceAll('-', '')}`;
    await postgres.query(`CREATE DATABASE ${latin} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`);
    await assert.rejects(openPostgres(changed(url, { pathname: `/${latin}` })), /UTF8/);
    await postgres.query(`DROP DATABASE ${latin}`);
    await assert.rejects(openPostgres(changed(url, { pathname: '/proffer_nowhere' })), /proffer_nowhere/);
    await assert.rejects(openPostgres(changed(url, { port: '1' }), { startMs: 0 }), /cannot be reached/);
    const lazy = `ALTER DATABASE "${url.pathname.slice(1)}" SET synchronous_commit = off`;
    await postgres.query(lazy);
    await assert.rejects(openPostgres(url.href), /synchronous_commit/);
  });

  it('is looked up again when it no longer accepts writes', async () => {
    const url = await postgres.createWithTables();
    const db = await openPostgres(url, { lanes: 1 });
    const account = await sampleAccount(db);
    await db.write((tx) => tx.run('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY'));
    await assert.rejects(create(db, account), DatabaseUnavailable);
    await create(db, account);
    await db.close();
  });

  it('is backed up with its own tool', async () => {
    const db = await openPostgres(await postgres.createWithTables());
    await assert.rejects(db.backup('/nowhere'), /pg_dump/);
    await db.close();
  });
});

function create(db: Database, account: Account): Promise<string> {
  return db.write(
    async (tx) => {
      const quote = sampleQuote((await reserveNumber(tx, account, 'quote', NOW)).number);
      await insertQuotes(tx, account.id, [quote]);
      return quote.id;
    },
    { account: account.id },
  );
}

async function setSetting(postgres: TestPostgres, setting: string): Promise<void> {
  await postgres.query(`ALTER SYSTEM ${setting}`);
  await postgres.query('SELECT pg_reload_conf()');
}

async function refusesEverything(db: Database, account: Account): Promise<void> {
  const calls = [
    ...Array.from({ length: 10 }, () => () => db.read.get('SELECT id FROM accounts')),
    ...Array.from({ length: 10 }, () => () => create(db, account)),
    () => db.ping(),
  ];
  const start = performance.now();
  await Promise.all(calls.map((call) => assert.rejects(call, DatabaseUnavailable)));
  assert.ok(performance.now() - start < 5000);
}

async function whenItAnswers(action: () => Promise<unknown>): Promise<void> {
  await until(() =>
    action().then(
      () => true,
      () => false,
    ),
  );
}

function changed(url: URL, change: Partial<Pick<URL, 'pathname' | 'port'>>): string {
  return Object.assign(new URL(url), change).href;
}
