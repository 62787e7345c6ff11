import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { describeFailure } from '../../src/cli/failure.ts';
import { MIGRATION_TABLE } from '../../src/store/migrations.ts';
import { prepareDatabase, proffer, temporaryFolder } from '../support/service/cli.ts';
import { command } from '../support/service/command.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { refusedStart } from '../support/service/refused-start.ts';
import { makeDatabase } from '../support/service/service.ts';
import { spawnerOfServices } from '../support/service/spawn-service.ts';

const spawnTestService = spawnerOfServices();

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  folder = await temporaryFolder();
});
after(() => folder.remove());

async function refused(env: Record<string, string>, pattern: RegExp): Promise<void> {
  const line = await refusedStart(env);
  assert.match(line, pattern);
  assert.equal(line.trimEnd().split('\n').length, 1, `one line, not ${line}`);
}

async function refusedAsProcess(env: Record<string, string>, pattern: RegExp, limit?: string): Promise<void> {
  const given = { PORT: '0', LOG_LEVEL: 'silent', ...env };
  const { code, stdout, stderr } = await proffer(['serve'], given, limit === undefined ? {} : { limit });
  assert.equal(code, 1, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, pattern);
  assert.equal(stderr.trimEnd().split('\n').length, 1, `one line, not ${stderr}`);
}

describe('a data folder that cannot be used', { concurrency: 2 }, () => {
  async function withFile(name: string, content: Uint8Array | string): Promise<string> {
    const dataDir = join(folder.path, name);
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'proffer.db'), content);
    return dataDir;
  }

  it('has an empty database file', async () => {
    const DATA_DIR = await withFile('empty', '');
    await refusedAsProcess(
      { DATA_DIR },
      /proffer\.db is empty \(0 bytes\).*: restore a backup.* delete the file/,
    );
    assert.match((await command(['keys', 'list'], { DATA_DIR })).stderr, /proffer\.db is empty/);
    assert.equal((await stat(join(DATA_DIR, 'proffer.db'))).size, 0);
  });

  it('has a damaged list of erasures, which a start and migrate name with the line', async () => {
    const DATA_DIR = join(folder.path, 'erasures');
    await mkdir(DATA_DIR);
    await prepareDatabase(DATA_DIR);
    const line = JSON.stringify({ accountId: 'acc_1', customerSha256: 'ab', erasedAt: 1, documents: [] });
    for (const damaged of ['{"accountId":', 'null', '{"accountId":"acc_1","customerSha256":"ab"}']) {
      await writeFile(join(DATA_DIR, 'erasures.jsonl'), `${line}\n\n${damaged}\n`);
      const expected = /^proffer: DATA_DIR \S+: erasures\.jsonl, line 3, is damaged: restore .*\n$/;
      await refused({ DATA_DIR }, expected);
      const migrated = await command(['migrate'], { DATA_DIR });
      assert.equal(migrated.code, 1);
      assert.match(migrated.stderr, expected);
    }
  });

  it('has a file that is not a database', async () => {
    const content = 'Dear diary, '.repeat(1000);
    const DATA_DIR = await withFile('diary', content);
    await refused({ DATA_DIR }, /proffer\.db is not a Proffer database: restore a backup, or set DATA_DIR/);
    assert.equal(await readFile(join(DATA_DIR, 'proffer.db'), 'utf8'), content);
  });

  it('has the database of another program', async () => {
    const DATA_DIR = join(folder.path, 'other');
    await mkdir(DATA_DIR);
    const file = join(DATA_DIR, 'proffer.db');
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE recipes (id INTEGER PRIMARY KEY)');
    other.close();
    const before = await readFile(file);
    await refused({ DATA_DIR }, /proffer\.db is the database of another program: .* set DATA_DIR/);
    assert.deepEqual(await readFile(file), before);
  });

  it('has the database of a later version', async () => {
    const DATA_DIR = join(folder.path, 'later');
    await prepareDatabase(DATA_DIR);
    const db = new DatabaseSync(join(DATA_DIR, 'proffer.db'));
    db.exec(`INSERT INTO ${MIGRATION_TABLE} (id) VALUES (9999)`);
    db.close();
    await refused(
      { DATA_DIR },
      /a newer version of Proffer has upgraded this database \(to 9999, .*run that/,
    );
  });

  it('is a file', async () => {
    const DATA_DIR = join(folder.path, 'file');
    await writeFile(DATA_DIR, '');
    await refused(
      { DATA_DIR },
      /^proffer: DATA_DIR \S+: this is a file, not a folder: set DATA_DIR to a folder$/m,
    );
  });

  it('has no space for a database, and stays unchanged', async () => {
    const DATA_DIR = join(folder.path, 'full');
    const words = /DATA_DIR \S+: (no space left|the database cannot be .*is the disk full)/;
    // The limits fail at the first page, and while tables are created.
    for (const blocks of [4, 64]) await refusedAsProcess({ DATA_DIR }, words, `ulimit -f ${blocks}`);
    assert.deepEqual(await readdir(DATA_DIR), ['proffer.lock']);
    const service = await spawnTestService({ DATA_DIR, PROFFER_API_KEY: '' });
    assert.match(service.output().stderr, /API key/);
    await service.stop();
  });

  it('is not accessible to this user', () => {
    // Only the messages are tested, because the tests may run as root.
    for (const code of ['EACCES', 'EPERM', 'EROFS']) {
      const failure = Object.assign(new Error('x'), { code, path: '/var/lib/proffer' });
      assert.match(
        describeFailure(failure),
        /^\/var\/lib\/proffer: (permission denied|not permitted|.* read-only)/,
      );
    }
  });
});

describe('a PostgreSQL of a later version', { skip: !isEngineEnabled('postgres') && 'not wanted' }, () => {
  it('is not changed', async () => {
    const place = await makeDatabase('postgres', { withTables: true });
    const client = new pg.Client({ connectionString: place.env.DATABASE_URL });
    await client.connect();
    await client.query(`INSERT INTO ${MIGRATION_TABLE} (id) VALUES (9999)`);
    await client.end();
    await refused(place.env, /^proffer: DATABASE_URL: a newer version of Proffer has upgraded this database/);
    await place.remove();
  });
});

describe('a database of a version before 1.0.0', () => {
  const SCHEMA = `CREATE TABLE migrations (id INTEGER PRIMARY KEY); INSERT INTO migrations VALUES (1), (2), (83);
    CREATE TABLE accounts (id TEXT PRIMARY KEY, doc TEXT NOT NULL); INSERT INTO accounts VALUES ('acc_1', '{}');
    CREATE TABLE sendings (account_id TEXT NOT NULL, quote_id TEXT NOT NULL);`;
  const sentence =
    /^proffer: (DATA_DIR \S+|DATABASE_URL|--from|--to): a version of Proffer before 1\.0\.0 created this database.*: give this version another folder \(DATA_DIR\) or database, or run the version that created it\n$/;
  const commands = [
    ...[['migrate'], ['backup', 'copy.db'], ['verify', 'package.json'], ['secrets', 'reseal']],
    ...[
      ['keys', 'list'],
      ['keys', 'create'],
      ['accounts', 'create'],
      ['users', 'list'],
      ['quotes', 'list'],
    ],
    ...[
      ['erasures', 'export'],
      ['customers', 'list'],
    ],
  ];

  async function refuseAll(env: Record<string, string>, place: string): Promise<void> {
    assert.match(await refusedStart(env), sentence);
    const elsewhere = `sqlite:${join(folder.path, 'moved')}`;
    const moves = [
      ['move', '--from', place, '--to', elsewhere],
      ['move', '--from', `sqlite:${join(folder.path, 'source')}`, '--to', place],
    ];
    for (const args of [...commands, ...moves]) {
      const { code, stdout, stderr } = await command(args, env);
      assert.deepEqual([code, stdout], [1, ''], args.join(' '));
      assert.match(stderr, sentence, args.join(' '));
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    }
  }

  before(async () => {
    const source = join(folder.path, 'source');
    await mkdir(source);
    await prepareDatabase(source);
  });

  it('is rejected by every command on SQLite, and stays as it is', async () => {
    const DATA_DIR = join(folder.path, 'before');
    await mkdir(DATA_DIR);
    const path = join(DATA_DIR, 'proffer.db');
    const file = new DatabaseSync(path);
    file.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}`);
    file.close();
    const content = await readFile(path);
    await refuseAll({ DATA_DIR }, `sqlite:${DATA_DIR}`);
    assert.deepEqual(await readFile(path), content);
    assert.deepEqual((await readdir(DATA_DIR)).sort(), ['proffer.db', 'proffer.lock']);
  });

  it('is rejected by every command on PostgreSQL, and stays as it is', {
    skip: !isEngineEnabled('postgres') && 'not wanted',
  }, async () => {
    const place = await makeDatabase('postgres');
    const url = place.env.DATABASE_URL ?? '';
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(SCHEMA);
      await refuseAll(place.env, url);
      const { rows } = await client.query(
        `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
      );
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['accounts', 'migrations', 'sendings'],
      );
    } finally {
      await client.end();
    }
    await place.remove();
  });
});

describe('the database files', () => {
  const NAMES = [
    'places.jsonl',
    'proffer.db',
    'proffer.db-shm',
    'proffer.db-wal',
    'proffer.lock',
    'proffer.secret',
  ];
  const rights = async (dataDir: string) =>
    Promise.all(
      (await readdir(dataDir))
        .sort()
        .map(async (name) => [name, (await stat(join(dataDir, name))).mode & 0o777]),
    );

  it('are accessible to their owner only, whatever the folder and the umask', async () => {
    const DATA_DIR = join(folder.path, 'wide');
    await mkdir(DATA_DIR);
    await chmod(DATA_DIR, 0o777);
    const service = await spawnTestService({ DATA_DIR }, { limit: 'umask 000' });
    assert.deepEqual(
      await rights(DATA_DIR),
      NAMES.map((name) => [name, 0o600]),
    );
    const copies = join(folder.path, 'copies');
    await mkdir(copies);
    const backup = await proffer(['backup', join(copies, 'copy.db')], { DATA_DIR }, { limit: 'umask 000' });
    assert.equal(backup.code, 0, backup.stderr);
    assert.deepEqual(await rights(copies), [['copy.db', 0o600]]);
    await service.stop('SIGKILL');

    for (const name of NAMES) await chmod(join(DATA_DIR, name), 0o666);
    const again = await spawnTestService({ DATA_DIR }, { limit: 'umask 000' });
    assert.deepEqual(
      await rights(DATA_DIR),
      NAMES.map((name) => [name, 0o600]),
    );
    await again.stop();
  });

  it('are so after a restore of a backup too', async () => {
    const DATA_DIR = join(folder.path, 'restored');
    await mkdir(DATA_DIR);
    await copyFile(join(folder.path, 'copies', 'copy.db'), join(DATA_DIR, 'proffer.db'));
    await chmod(join(DATA_DIR, 'proffer.db'), 0o644);
    assert.equal((await command(['keys', 'list'], { DATA_DIR })).code, 0);
    assert.equal((await stat(join(DATA_DIR, 'proffer.db'))).mode & 0o777, 0o600);
  });
});
