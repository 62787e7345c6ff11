import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Account } from '../../src/domain/account/account.ts';
import { DatabaseUnavailable } from '../../src/domain/outage.ts';
import type { Database, Sql } from '../../src/store/database.ts';
import { listQuotes } from '../../src/store/lists/quote-list.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { findQuoteRow, insertQuotes, loadQuote, replaceQuote } from '../../src/store/tables/quote/quotes.ts';
import { reserveNumber } from '../../src/store/tables/sequences.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount, sampleQuote } from '../support/store/store-samples.ts';
import { until } from '../support/until.ts';

const INSERT_ACCOUNT = `INSERT INTO accounts (id, kind, version, expiring_days, require_two_step, doc)
  VALUES (?, ?, 1, 3, 0, ?)`;

onEveryEngine('A write', (engine) => {
  let db: Database;
  let account: Account;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
    account = await sampleAccount(db);
  });
  after(() => db.close());

  const create = async (tx: Sql) => {
    const quote = sampleQuote((await reserveNumber(tx, account, 'quote', NOW)).number);
    await insertQuotes(tx, account.id, [quote]);
    return quote;
  };

  it('assigns consecutive numbers to 200 concurrent writes and none to those that fail', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        db.write(
          async (tx) => {
            const quote = await create(tx);
            if (index % 7 === 3) throw new Error(`refused ${index}`);
            return quote;
          },
          { account: account.id },
        ),
      ),
    );
    const made = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.equal(refused.length, 29);
    for (const { reason } of refused) assert.match(reason.message, /^refused/);
    assert.deepEqual(
      made.map((quote) => quote.number).sort(),
      made.map((_, index) => `Q-2026-${String(index + 1).padStart(5, '0')}`),
    );
    const { total } = await listQuotes(
      db.read,
      account.id,
      {},
      { sort: 'createdAt', limit: 1, offset: 0, now: 0 },
    );
    assert.equal(total, made.length);
  });

  it('is visible to readers once it is acknowledged, with and without a hint', async () => {
    for (const hint of [undefined, { account: account.id }]) {
      const { id } = await db.write(create, hint);
      assert.ok(await findQuoteRow(db.read, account.id, id));
    }
  });

  it('does not affect its neighbours when it violates a constraint', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        db.write(
          async (tx) => {
            if (index % 2 === 0) return create(tx);
            return insertQuotes(tx, account.id, [sampleQuote(`X-${index}`, { customerId: 'cus_nobody' })]);
          },
          { account: account.id },
        ),
      ),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      outcomes.map((_, index) => (index % 2 === 0 ? 'fulfilled' : 'rejected')),
    );
  });

  it('fails if one of its statements fails, even if it swallows the error', async () => {
    const swallowing = db.write(
      async (tx) => {
        const quote = await create(tx);
        await tx.run(INSERT_ACCOUNT, 'x', 'odd', '{}').catch(() => {});
        return quote.id;
      },
      { account: account.id },
    );
    const neighbour = db.write(create, { account: account.id });
    await assert.rejects(swallowing, /CHECK|check/);
    assert.ok(await findQuoteRow(db.read, account.id, (await neighbour).id));
  });

  it('sends independent statements together', async () => {
    const failing = db.write(
      (tx) =>
        Promise.all([create(tx), tx.run('INSERT INTO settings (name, value) VALUES (?, ?)', 'a', null)]),
      { account: account.id },
    );
    const fine = db.write((tx) => Promise.all([create(tx), create(tx)]), { account: account.id });
    await assert.rejects(failing);
    assert.equal((await fine).length, 2);
  });

  it('compares and sets: one of 20 concurrent changes of the same version wins', async () => {
    const quote = await db.write(create);
    const before = await db.write((tx) => loadQuote(tx, account.id, quote.id));
    assert.ok(before);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        db.write((tx) => replaceQuote(tx, account.id, before, { ...quote, title: `Title ${index}` })),
      ),
    );
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.deepEqual(new Set(lost.map(({ reason }) => reason.code)), new Set(['quote_changed']));
    assert.equal(lost.length, 19);
  });

  it('runs concurrently with the writes of other accounts', async () => {
    const accounts = await Promise.all(Array.from({ length: 12 }, () => sampleAccount(db)));
    await Promise.all(
      accounts.flatMap((other) =>
        Array.from({ length: 10 }, () =>
          db.write(
            async (tx) =>
              insertQuotes(tx, other.id, [
                sampleQuote((await reserveNumber(tx, other, 'quote', NOW)).number),
              ]),
            { account: other.id },
          ),
        ),
      ),
    );
    for (const other of accounts) {
      const page = await listQuotes(
        db.read,
        other.id,
        {},
        { sort: 'createdAt', limit: 20, offset: 0, now: 0 },
      );
      assert.equal(page.total, 10);
      const quotes = JSON.parse(`[${Buffer.from(page.docs)}]`) as { number: string }[];
      assert.equal(new Set(quotes.map((quote) => quote.number)).size, 10);
    }
  });

  it('preserves bytes, large numbers, every script and nulls', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const text = 'Ünïcødé \u{1f600} 日本語 \u202eعربي\uffff \\ \' " $1 ?';
    const blob = engine.name === 'sqlite' ? 'BLOB' : 'BYTEA';
    await db.write(async (tx) => {
      await tx.run(
        `CREATE TABLE kept (text TEXT, bytes ${blob}, number BIGINT, nothing_at_all TEXT, mark TEXT)`,
      );
      await tx.run(
        `INSERT INTO kept (text, bytes, number, nothing_at_all, mark) VALUES (?, ?, ?, ?, '?')`,
        ...[text, bytes, Number.MAX_SAFE_INTEGER, null],
      );
    });
    const row = await db.read.get<{ bytes: Uint8Array }>('SELECT * FROM kept');
    assert.deepEqual(
      { ...row, bytes: [...(row?.bytes ?? [])] },
      { text, bytes: [...bytes], number: Number.MAX_SAFE_INTEGER, nothing_at_all: null, mark: '?' },
    );
  });
});

describe('A write of reproducible data to SQLite', () => {
  const REMAKEABLE = { isRecomputable: true };
  let folder: string;
  let db: Database;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proffer-flush-'));
    db = await openSqlite(folder);
  });
  after(async () => {
    await db.close();
    await rm(folder, { recursive: true });
  });

  /** The `synchronous` level: 1 writes the log at commit, 2 also flushes it. */
  const level = async (tx: Sql) => (await tx.get<{ synchronous: number }>('PRAGMA synchronous'))?.synchronous;
  const put = (name: string) => (tx: Sql) =>
    tx.run(`INSERT INTO settings (name, value) VALUES (?, '')`, name);
  const isThere = async (name: string) =>
    (await db.read.get('SELECT 1 FROM settings WHERE name = ?', name)) !== undefined;

  it('does not block the event loop for a flush, unless another write in its transaction needs one', async () => {
    assert.equal(await db.write(level, REMAKEABLE), 1);
    assert.equal(await db.write(level), 2);
    assert.deepEqual(await Promise.all([db.write(level, REMAKEABLE), db.write(level, REMAKEABLE)]), [1, 1]);
    assert.deepEqual(await Promise.all([db.write(level, REMAKEABLE), db.write(level)]), [2, 2]);
    await assert.rejects(db.write(failing, REMAKEABLE), /refused/);
    assert.equal(await db.write(level), 2);
  });

  it('is acknowledged when it is on disk, and no other write waits for that', async (t) => {
    const disk = Promise.withResolvers<void>();
    const flushed = await replaceFlush(t, () => disk.promise);
    let isDone = false;
    const writing = db.write(put('made'), REMAKEABLE).then(() => {
      isDone = true;
    });
    await until(() => isThere('made'), { pollMs: 1 });
    await db.write(put('another'));
    assert.deepEqual([isDone, flushed()], [false, 1]);
    disk.resolve();
    await writing;
  });

  it('fails if the disk rejects it, and a log that may have a gap is abandoned', async (t) => {
    await db.write(put('long'.repeat(50_000)), REMAKEABLE);
    await replaceFlush(t, () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })));
    const isUnwritable = (error: unknown) =>
      error instanceof DatabaseUnavailable && error.reason === 'unwritable';
    await assert.rejects(db.write(put('refused'), REMAKEABLE), isUnwritable);
    const log = () => statSync(join(folder, 'proffer.db-wal')).size;
    const before = log();
    await db.write(put('after'));
    assert.ok(log() < before / 10, `${log()} of ${before} bytes`);
    assert.ok(await isThere('after'));
  });

  async function failing(tx: Sql): Promise<void> {
    await put('taken back')(tx);
    throw new Error('refused');
  }

  /** Replaces the flush until the end of the test. Returns a function that counts its calls. */
  async function replaceFlush(t: TestContext, flush: () => Promise<void>): Promise<() => number> {
    const anyFile = await open(folder);
    const { mock } = t.mock.method(Object.getPrototypeOf(anyFile) as FileHandle, 'datasync', flush);
    await anyFile.close();
    return () => mock.callCount();
  }
});

describe('A long write to SQLite', () => {
  let folder: string;
  let db: Database;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proffer-long-'));
    db = await openSqlite(folder);
  });
  after(async () => {
    await db.close();
    await rm(folder, { recursive: true });
  });

  it('lets others go on between its statements, who see nothing of it', async () => {
    const find = () => db.read.get<object>(`SELECT 1 AS found FROM settings WHERE name = 'long'`);
    let isTurn = false;
    const seen: unknown[] = [];
    await db.write(async (tx) => {
      await tx.run(`INSERT INTO settings (name, value) VALUES ('long', '')`);
      setImmediate(() => {
        isTurn = true;
      });
      const end = performance.now() + 60;
      while (performance.now() < end) await tx.get('SELECT 1 AS one');
      seen.push(isTurn, await find());
    });
    assert.deepEqual(seen, [true, undefined]);
    assert.deepEqual({ ...(await find()) }, { found: 1 });
  });

  it('moves a shorter log into the file if it is one of many', async () => {
    const logPages = async (tx: Sql) =>
      (await tx.get<{ wal_autocheckpoint: number }>('PRAGMA wal_autocheckpoint'))?.wal_autocheckpoint;
    assert.equal(await db.write(logPages), 4000);
    assert.equal(await db.write(logPages, { isBulk: true }), 1000);
    assert.deepEqual(
      await Promise.all([db.write(logPages), db.write(logPages, { isBulk: true })]),
      [1000, 1000],
    );
    assert.equal(await db.write(logPages), 4000);
  });
});
