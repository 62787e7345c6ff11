import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { DatabaseUnavailable } from '../../src/domain/outage.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/postgres.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { sampleAccount } from '../support/store/store-samples.ts';
import { until } from '../support/until.ts';

describe('A PostgreSQL that allows few connections', { skip: !isEngineEnabled('postgres') }, () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres({ shared: true });
  });
  after(() => postgres?.stop());

  /** A database whose owner may open `limit` connections; limits do not apply to administrators. */
  async function createLimited(limit: number): Promise<URL> {
    const url = new URL(await postgres.createDatabase());
    const role = `proffer_${crypto.randomUUID().replaceAll('-', '')}`;
    await postgres.query(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT ${limit}`);
    await postgres.query(`ALTER DATABASE "${url.pathname.slice(1)}" OWNER TO ${role}`);
    url.username = role;
    url.password = 'few';
    return url;
  }

  function cutConnections({ username }: URL, condition = '') {
    return postgres.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${username}' ${condition}`,
    );
  }

  for (const limit of [2, 8]) {
    it(`serves every read and write with ${limit}, also after all were cut`, async (t) => {
      const url = await createLimited(limit);
      const db = await openPostgres(url.href);
      let isOver = false;
      t.after(() => {
        isOver = true;
        return db.close();
      });
      const account = await sampleAccount(db);
      const searches = Array.from({ length: 24 }, async () => {
        // A read that is cut twice in a row fails, as it should.
        while (!isOver) await db.read.get('SELECT pg_sleep(0.01) AS slept').catch(expectOutage);
      });
      for (let round = 0; round < 2; round++) {
        for (let n = 0; n < 4; n++)
          await db.write(async (tx) => tx.get('SELECT 1 AS one'), { account: account.id });
        await db.ping('write');
        await cutConnections(url);
        await until(() => db.ping('write').then(() => true, expectOutage));
      }
      isOver = true;
      await Promise.all(searches);
    });
  }

  it('is not ready while others hold all of them, and ready as soon as they let go', async (t) => {
    const url = await createLimited(4);
    const db = await openPostgres(url.href);
    t.after(() => db.close());
    await db.ping('write');
    const others: pg.Client[] = [];
    await until(async () => {
      await cutConnections(url, `AND application_name = 'proffer'`);
      const other = await connect(url).catch(() => undefined);
      if (other) others.push(other);
      return others.length === 3;
    });
    await until(() => db.ping('write').then(() => false, isOutage));
    await assert.rejects(
      db.write((tx) => tx.get('SELECT 1 AS one')),
      DatabaseUnavailable,
    );
    await assert.rejects(db.ping('write'), DatabaseUnavailable);
    for (const client of others) await client.end();
    await until(() => db.ping('write').then(() => true, expectOutage));
    await db.write((tx) => tx.get('SELECT 1 AS one'));
  });
});

async function connect({ href }: URL): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: href });
  await client.connect();
  return client;
}

function isOutage(error: unknown): boolean {
  return error instanceof DatabaseUnavailable;
}

function expectOutage(error: unknown): false {
  if (!isOutage(error)) throw error;
  return false;
}
