import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CUSTOMER } from '../fixtures/customer.ts';
import { QUOTE } from '../fixtures/quote.ts';
import { lockTable, untilBlocked } from '../support/postgres/lock-table.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/postgres.ts';
import { IS_ALL } from '../support/run/all.ts';
import { type Client, createClient, type Reply } from '../support/service/client.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { TEST_KEY } from '../support/service/service.ts';
import { type SpawnedService, spawnTestService } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

const AT_ONCE = 20;
const MAX_MS = 5000;

// Stopping processes requires /proc, and a server of its own, which takes seconds to start.
const canStop = IS_ALL && !process.env.TEST_DATABASE_URL && process.platform === 'linux';

describe('A request to a PostgreSQL that does not respond', { skip: !isEngineEnabled('postgres') }, () => {
  let postgres: TestPostgres;
  let databaseUrl: string;
  let service: SpawnedService;
  let api: Client;
  let customerId: string;
  before(async () => {
    postgres = await startPostgres({ shared: !canStop });
    databaseUrl = await postgres.createWithTables();
    service = await spawnTestService({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
    api = createClient({ url: service.url, key: TEST_KEY });
    customerId = (await api.post('/customers', CUSTOMER)).body.id;
  });
  after(async () => {
    await service?.stop();
    await postgres?.stop();
  });

  if (canStop) {
    it('gets 503 within five seconds, and is done once if it is repeated with its key', async () => {
      const { id } = (await api.post('/quotes', { ...QUOTE, customerId })).body;
      const create = (_: unknown, index: number) =>
        api.post('/quotes', { ...QUOTE, customerId }, { headers: { 'Idempotency-Key': `stopped ${index}` } });
      const read = () => api.get(`/quotes/${id}`);
      // Those that have begun when the server stops may have been committed.
      const begun = Array.from({ length: AT_ONCE }, create);
      const resume = postgres.server?.pause();
      const replies = await Promise.all([
        ...begun.map(timed),
        ...Array.from({ length: AT_ONCE }, read).map(timed),
        ...Array.from({ length: AT_ONCE }, (_, index) => create(_, AT_ONCE + index)).map(timed),
        timed(toReadiness(service)),
      ]).finally(resume);
      for (const { reply, ms } of replies.slice(AT_ONCE)) expectUnavailable(reply, ms);
      for (const { reply, ms } of replies.slice(0, AT_ONCE)) {
        if (reply.status !== 201) expectUnavailable(reply, ms);
      }

      await until(async () => (await api.get('/quotes')).status === 200);
      const repeated = await Promise.all(
        Array.from({ length: 2 * AT_ONCE }, (_, index) => repeat(() => create(_, index))),
      );
      assert.ok(repeated.every(({ status }) => status === 201));
      const { body } = await api.get('/quotes?limit=100');
      assert.deepEqual(
        body.data.map((quote: { id: string }) => quote.id).sort(),
        [id, ...repeated.map((reply) => reply.body.id)].sort(),
      );
      for (const { reply } of replies.slice(0, AT_ONCE)) {
        if (reply.status === 201) assert.ok(repeated.some((again) => again.body.id === reply.body.id));
      }
    });
  }

  it('waits no longer in all if each of its steps is slow', async (t) => {
    const key = { 'Idempotency-Key': 'slow steps' };
    const { total } = (await api.get('/customers')).body.pagination;
    const locks = await Promise.all([
      lockTable(databaseUrl, 'idempotency'),
      lockTable(databaseUrl, 'customers'),
    ]);
    t.after(() => Promise.all(locks.map((client) => client.end())));
    const creating = timed(api.post('/customers', CUSTOMER, { headers: key }));
    let isOver = false;
    void creating.finally(() => (isOver = true));
    // Just before its time is over, its first step can go on.
    await untilBlocked(locks[1], { seconds: 2.7, isOver: () => isOver });
    await locks[0].query('COMMIT');
    const { reply, ms } = await creating;
    expectUnavailable(reply, ms);
    await locks[1].query('COMMIT');
    const { status } = await repeat(() => api.post('/customers', CUSTOMER, { headers: key }));
    assert.equal(status, 201);
    assert.equal((await api.get('/customers')).body.pagination.total, total + 1);
  });
});

async function timed(response: Promise<Pick<Reply, 'status' | 'headers' | 'body'>>) {
  const start = performance.now();
  const reply = await response;
  return { reply, ms: performance.now() - start };
}

async function toReadiness({ url }: SpawnedService) {
  const { status, headers } = await fetch(`${url}/readyz`);
  return { status, headers, body: undefined };
}

function expectUnavailable({ status, headers }: Pick<Reply, 'status' | 'headers'>, ms: number): void {
  assert.equal(status, 503);
  assert.ok(Number(headers.get('Retry-After')) > 0);
  assert.ok(ms < MAX_MS, `503 after ${Math.round(ms)} ms`);
}

/** Repeats what the documentation says to repeat. */
async function repeat(request: () => Promise<Reply>): Promise<Reply> {
  let reply = await request();
  await until(async () => {
    if (reply.status === 503 || reply.body?.code === 'idempotency_in_progress') reply = await request();
    return reply.status < 400;
  });
  return reply;
}
