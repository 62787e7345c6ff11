import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { findPgBouncer, startPgBouncer } from './support/postgres/pgbouncer.ts';
import { startPostgres, type TestPostgres } from './support/postgres/postgres.ts';
import { startTransactionPooler, type TestPooler } from './support/postgres/transaction-pooler.ts';
import { type Client, createClient } from './support/service/client.ts';
import { isEngineEnabled } from './support/service/engines.ts';
import { TEST_KEY } from './support/service/service.ts';
import { type SpawnedService, spawnTestService } from './support/service/spawn-service.ts';
import { until } from './support/until.ts';

const program = findPgBouncer();
const name = program ? 'PgBouncer' : 'a pooler of our own';
const startPooler = (databaseUrl: string): Promise<TestPooler> =>
  program ? startPgBouncer(program, databaseUrl) : startTransactionPooler(databaseUrl);

if (isEngineEnabled('postgres')) {
  describe(`Behind ${name} in transaction mode`, () => {
    let postgres: TestPostgres;
    let databaseUrl: string;
    let pooler: TestPooler;
    const running: SpawnedService[] = [];
    before(async () => {
      postgres = await startPostgres({ shared: true });
      databaseUrl = await postgres.createWithTables();
      pooler = await startPooler(databaseUrl);
    });
    after(async () => {
      await Promise.all(running.map((service) => service.stop('SIGKILL')));
      await pooler?.close();
      await postgres?.stop();
    });
    const start = async (env: Record<string, string> = {}) => {
      const service = await spawnTestService({ DATABASE_URL: pooler.url, LOG_LEVEL: 'warn', ...env });
      running.push(service);
      return service;
    };

    it('a process reports which settings the role lacks, and no warning when it has them', async () => {
      const first = await start({ DATABASE_POOLER: 'transaction' });
      const cure = await readFixes(first);
      for (const statement of cure) await query(databaseUrl, statement);
      await endConnections(postgres, databaseUrl);
      const second = await start({ DATABASE_POOLER: 'transaction' });
      await second.stop();
      assert.equal(second.output().stdout, '');
    });

    it('two processes configured for the pooler respond as without one', async () => {
      await start({ DATABASE_POOLER: 'transaction' });
      const statuses = new Set<number>();
      const alive = running.filter((service) => service.process.exitCode === null);
      assert.equal(alive.length, 2);
      await Promise.all(alive.map((service) => work(createClientFor(service), statuses)));
      assert.deepEqual(statuses, new Set([200, 201]));
      for (const service of alive) assert.equal((await readyz(service)).status, 200);
      const { rows } = await postgres.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = '${new URL(databaseUrl).pathname.slice(1)}'`,
      );
      assert.ok(rows.length <= 2, 'the connections are shared');
    });

    it('two processes not configured for it respond correctly or with 503, and /readyz says what to set', async () => {
      const unconfigured = await Promise.all([start(), start()]);
      const statuses = new Set<number>();
      for (let round = 0; round < 20 && !(await allUnready(unconfigured)); round++) {
        await Promise.all(unconfigured.map((service) => work(createClientFor(service), statuses)));
      }
      assert.deepEqual(
        [...statuses].filter((status) => ![200, 201, 503].includes(status)),
        [],
      );
      for (const service of unconfigured) {
        const { status, body } = await readyz(service);
        assert.equal(status, 503);
        assert.equal(body.reason, 'database');
        assert.match(body.detail ?? '', /set DATABASE_POOLER=transaction/);
      }
    });
  });
}

/** Reads the suggested fixes from the log. */
function readFixes(service: SpawnedService): Promise<string[]> {
  return until(() => {
    const cures = service.output().stdout.match(/ALTER ROLE [^;]+;/g) ?? [];
    return cures.length === 4 && cures;
  });
}

/** Sends typical concurrent requests; every response other than 503 must be correct. */
async function work(api: Client, statuses: Set<number>): Promise<void> {
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const title = `Work ${crypto.randomUUID()}`;
      const wanted = {
        customerId: 'cus_demo',
        title,
        items: [{ description: 'Hours', quantity: 2, unitPrice: 450 }],
      };
      const created = await api.post('/quotes', wanted);
      statuses.add(created.status);
      if (created.status !== 201) return;
      const { id, number } = created.body as { id: string; number: string };
      assert.equal(created.body.title, title);
      const patched = await api.patch(`/quotes/${id}`, { description: title });
      const [read, listed, found, customer] = await Promise.all([
        api.get(`/quotes/${id}`),
        api.get('/quotes?status=DRAFT&limit=5'),
        api.get(`/quotes?search=${number}`),
        api.get('/customers/cus_demo'),
      ]);
      for (const { status } of [patched, read, listed, found, customer]) statuses.add(status);
      if (read.status === 200) assert.equal(read.body.number, number);
      if (read.status === 200 && patched.status === 200) assert.equal(read.body.description, title);
      if (found.status === 200)
        assert.deepEqual(
          found.body.data.map((quote: { id: string }) => quote.id),
          [id],
        );
      if (listed.status === 200)
        assert.ok(listed.body.data.every((quote: { status: string }) => quote.status === 'DRAFT'));
      if (customer.status === 200) assert.equal(customer.body.id, 'cus_demo');
    }),
  );
}

function createClientFor({ url }: SpawnedService): Client {
  return createClient({ url, key: TEST_KEY });
}

async function allUnready(services: readonly SpawnedService[]): Promise<boolean> {
  const answers = await Promise.all(services.map(readyz));
  return answers.every(({ status }) => status === 503);
}

async function readyz({ url }: SpawnedService) {
  const reply = await fetch(`${url}/readyz`);
  return { status: reply.status, body: (await reply.json()) as { reason?: string; detail?: string } };
}

/** A setting of a role applies to new connections only. */
async function endConnections(postgres: TestPostgres, databaseUrl: string): Promise<void> {
  await postgres.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = '${new URL(databaseUrl).pathname.slice(1)}'`,
  );
}

async function query(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(text);
  await client.end();
}
