import assert from 'node:assert/strict';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DatabaseUnavailable } from '../../src/domain/outage.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { selfSigned } from '../support/mail/self-signed.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/postgres.ts';
import type { TestServer } from '../support/postgres/server.ts';
import { proffer } from '../support/service/cli.ts';
import { isEngineEnabled } from '../support/service/engines.ts';

// An external server may be configured in any way.
const skip = !isEngineEnabled('postgres') || process.env.TEST_DATABASE_URL !== undefined;

describe('DATABASE_URL', { skip }, () => {
  let postgres: TestPostgres;
  let server: TestServer;
  let folder: string;
  let database: URL;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proffer-urls-'));
    postgres = await startPostgres();
    assert.ok(postgres.server);
    server = postgres.server;
    database = new URL(await postgres.createDatabase());
  });
  after(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (url: string) => {
    const db = await openPostgres(url, { startMs: 0 });
    await db.close();
  };
  const refused = (url: string, words: RegExp) =>
    assert.rejects(
      open(url),
      (error: Error) => error instanceof DatabaseUnavailable && words.test(error.message),
    );

  it('accepts a Unix socket', async () => {
    const { username, password, pathname, port } = database;
    await open(`postgres://${username}:${password}@${pathname}?host=${server.folder}&port=${port}`);
    await open(
      `postgres://${pathname}?host=${server.folder}&port=${port}&user=${username}&password=${password}`,
    );
    await refused(
      `postgres://${username}@${pathname}?host=${folder}&port=${port}`,
      /cannot be reached: connect ENOENT .*\.s\.PGSQL\.\d+$/m,
    );
  });

  it('accepts TLS with a private certificate authority', async () => {
    const { key, cert } = selfSigned();
    const files = { key: join(server.folder, 'own.key'), cert: join(server.folder, 'own.pem') };
    await writeFile(files.key, key, { mode: 0o600 });
    await writeFile(files.cert, cert);
    const { uid, gid } = await stat(server.folder);
    await Promise.all(Object.values(files).map((file) => chown(file, uid, gid)));
    const url = (host: string, authority: string) =>
      Object.assign(new URL(database), {
        hostname: host,
        search: `?sslmode=verify-full&sslrootcert=${authority}`,
      }).href;

    await refused(url('localhost', files.cert), /server does not support SSL/);
    await postgres.query(`ALTER SYSTEM SET ssl_cert_file = '${files.cert}'`);
    await postgres.query(`ALTER SYSTEM SET ssl_key_file = '${files.key}'`);
    await postgres.query('ALTER SYSTEM SET ssl = on');
    await postgres.query('SELECT pg_reload_conf()');
    const other = join(folder, 'other.pem');
    await writeFile(other, selfSigned().cert);
    const isOn = async () => (await postgres.query('SHOW ssl')).rows[0].ssl === 'on';
    for (let tries = 0; tries < 1000 && !(await isOn()); tries++);
    await open(url('localhost', files.cert));
    await refused(url('127.0.0.1', files.cert), /does not match certificate's altnames/);
    await refused(url('localhost', other), /self-signed certificate/);
    await refused(url('localhost', join(folder, 'none.pem')), /no such file .*none\.pem/);
  });

  it('leads to an error with the fix when its user may not create tables', async () => {
    await postgres.query(`CREATE ROLE visitor LOGIN PASSWORD 'visitor'`);
    const empty = new URL(await postgres.createDatabase());
    const url = Object.assign(new URL(empty), { username: 'visitor', password: 'visitor' }).href;
    const name = empty.pathname.slice(1);
    const { code, stdout, stderr } = await proffer(['serve'], { DATABASE_URL: url, PORT: '0' });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^proffer: DATABASE_URL: .*denied for schema public\. .*OWNER TO .*GRANT USAGE, CREATE ON SCHEMA public[^\n]*\n$/,
    );
    await postgres.query(`ALTER DATABASE ${name} OWNER TO visitor`);
    await open(url);
  });
});
