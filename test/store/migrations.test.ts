import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { Database } from '../../src/store/database.ts';
import { DOCUMENTS_BY_ID } from '../../src/store/migrations/documents-by-id.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { ROW_WORDS_SQL } from '../../src/store/postgres/search.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { testAll } from '../support/run/all.ts';
import { onEveryEngine, sqliteEngine } from '../support/service/engines.ts';
import { runMigration } from '../support/store/run-migration.ts';
import { sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

onEveryEngine('Opening a database', (engine) => {
  it('creates the tables once, although eight processes start concurrently', async () => {
    const place = await engine.emptyDatabase();
    const opened = await Promise.all(Array.from({ length: 8 }, () => engine.open(place)));
    const [first, second] = opened;
    assert.ok(first && second);
    const done = await first.read.all<{ id: number }>('SELECT id FROM migrations ORDER BY id');
    assert.deepEqual(
      done.map(({ id }) => id),
      MIGRATIONS.map((_, index) => index + 1),
    );
    const account = await sampleAccount(first);
    const seen = await second.read.get<{ id: string }>('SELECT id FROM accounts');
    assert.equal(seen?.id, account.id);
    await Promise.all(opened.map((db) => db.close()));
  });

  it('changes nothing the second time', async () => {
    const place = await engine.emptyDatabase();
    const db = await engine.open(place);
    const account = await sampleAccount(db);
    await db.close();
    const again = await engine.open(place);
    const rows = await again.read.all<{ id: string }>('SELECT id FROM accounts');
    assert.deepEqual(
      rows.map(({ id }) => id),
      [account.id],
    );
    await again.ping();
    await again.close();
  });

  if (engine.name === 'postgres') {
    it('indexes old quotes for the same searches as new ones', async () => {
      const db = await engine.open(await engine.newDatabase());
      const account = await sampleAccount(db);
      const titles = [
        'a',
        'ab',
        'Küche & Bad',
        '設計 の 見積',
        'Κήπος ΣΑΣ',
        '\u{1f600}\u{1f600}\u{1f600}x',
        "it's: *|!()",
      ];
      const quotes = titles.map((title, index) => sampleQuote(`Q-${index}`, { title }));
      await db.write((tx) => insertQuotes(tx, account.id, quotes));
      const same = await db.read.get<{ n: number }>(
        `SELECT count(*) AS n FROM quotes JOIN quote_grams AS words USING (account_id)
         WHERE words.quote_id = quotes.id AND words.grams = ${ROW_WORDS_SQL}`,
      );
      assert.equal(same?.n, titles.length);
      await db.close();
    });
  }

  it('leaves one open send per document, and names the document of a queued email', async () => {
    const db = await engine.open(await engine.newDatabase());
    const { id: account } = await sampleAccount(db);
    const sending = `INSERT INTO sendings (account_id, quote_id, id, message_id, recipient, link_id, content_sha256,
      state, created_at, running_until) VALUES (?, ?, ?, '', '', '', '', 'pending', 0, 1)`;
    const mail = `INSERT INTO outbox (account_id, id, kind, doc, state, attempts, next_at, created_at)
      VALUES (?, 'mail_1', 'question', ?, 'waiting', 0, 0, 0)`;
    await db.write(async (tx) => {
      await tx.run('DROP INDEX sendings_open');
      for (const table of ['sendings', 'links', 'events']) {
        await tx.run(`ALTER TABLE ${table} RENAME COLUMN document_id TO quote_id`);
      }
      for (const id of ['snd_1', 'snd_2']) await tx.run(sending, account, 'quo_1', id);
      await tx.run(sending, account, 'quo_2', 'snd_3');
      await tx.run(mail, account, '{"quoteId":"quo_1","message":{"text":"{\\"quoteId\\":\\"quo_2"}}');
    });
    await runMigration(db, DOCUMENTS_BY_ID[0]);
    assert.deepEqual(
      (
        await db.read.all<object>('SELECT document_id, id, state, running_until FROM sendings ORDER BY id')
      ).map((row) => ({ ...row })),
      [
        { document_id: 'quo_1', id: 'snd_1', state: 'unknown', running_until: null },
        { document_id: 'quo_1', id: 'snd_2', state: 'pending', running_until: 1 },
        { document_id: 'quo_2', id: 'snd_3', state: 'pending', running_until: 1 },
      ],
    );
    const queued = await db.read.get<{ doc: string }>('SELECT doc FROM outbox');
    assert.deepEqual(JSON.parse(queued?.doc ?? ''), {
      documentId: 'quo_1',
      message: { text: '{"quoteId":"quo_2' },
    });
    await db.close();
  });

  it('gives every table an account column', async () => {
    const db = await engine.open(await engine.newDatabase());
    const withoutAccount = ['accounts', 'migrations', 'settings', ...OF_PEOPLE];
    const tables = await tableNames(db);
    assert.ok(tables.length > withoutAccount.length);
    for (const table of tables.filter((name) => !withoutAccount.includes(name))) {
      await db.read.get(`SELECT account_id FROM ${table} LIMIT 1`);
    }
    await db.close();
  });
});

/** These tables belong to the installation; people have a role in each account. */
const OF_PEOPLE = [
  ...[
    'users',
    'sessions',
    'passkeys',
    'recovery_codes',
    'reset_codes',
    'wrong_codes',
    'identities',
    'spent_codes',
  ],
  'user_mails',
];

async function tableNames(db: Database): Promise<string[]> {
  const rows = await db.read.all<{ name: string }>(
    db.engine === 'sqlite'
      ? `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%grams%'`
      : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  return rows.map(({ name }) => name);
}

describe('A SQLite file', () => {
  const engine = sqliteEngine();

  testAll('is intact after its first start was killed at any moment', async () => {
    const store = join(import.meta.dirname, '../../src/store/sqlite/sqlite.ts');
    for (const delay of [0, 1, 2, 4, 8, 16, 32]) {
      const folder = await engine.emptyDatabase();
      const script = `
        const { openSqlite } = await import(${JSON.stringify(store)});
        process.stdout.write('go');
        await openSqlite(${JSON.stringify(folder)});
        setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
      await once(child.stdout, 'data');
      // The test varies the moment of the kill; it does not wait for a condition.
      setTimeout(() => child.kill('SIGKILL'), delay);
      await once(child, 'exit');
      const db = await engine.open(folder);
      await sampleAccount(db);
      await db.close();
      const file = new DatabaseSync(join(folder, 'proffer.db'));
      assert.equal(file.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
      file.close();
    }
  });

  it('is written with a full fsync in WAL mode', async () => {
    const folder = await engine.emptyDatabase();
    const db = await engine.open(folder);
    const { synchronous, journal_mode, foreign_keys } = await db.write(async (tx) => ({
      ...(await tx.get<{ synchronous: number }>('PRAGMA synchronous')),
      ...(await tx.get<{ journal_mode: string }>('PRAGMA journal_mode')),
      ...(await tx.get<{ foreign_keys: number }>('PRAGMA foreign_keys')),
    }));
    assert.deepEqual(
      { synchronous, journal_mode, foreign_keys },
      { synchronous: 2, journal_mode: 'wal', foreign_keys: 1 },
    );
    await db.close();
  });
});
