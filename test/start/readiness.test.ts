import assert from 'node:assert/strict';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { quoteBody } from '../support/api/quotes.ts';
import { createClient } from '../support/service/client.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { makeDatabase, TEST_KEY } from '../support/service/service.ts';
import { type SpawnedService, spawnerOfServices } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

const spawnTestService = spawnerOfServices();

type Place = Awaited<ReturnType<typeof makeDatabase>>;

async function ready(service: SpawnedService): Promise<[number, string | undefined]> {
  const reply = await fetch(`${service.url}/readyz`);
  return [reply.status, ((await reply.json()) as { reason?: string }).reason];
}

/** Waits for the service, which retries a few times per second. */
async function waitUntilReady(service: SpawnedService): Promise<void> {
  await until(async () => (await ready(service))[0] === 200);
}

function create(service: SpawnedService, more: object = {}) {
  const api = createClient({ url: service.url, key: TEST_KEY });
  return api.post('/quotes', quoteBody({ customerId: 'cus_demo', ...more }));
}

/** Expects writes to be rejected with a message and logged, while reads work. */
async function expectRefusal(service: SpawnedService, reason: string, words: RegExp): Promise<void> {
  const refused = await create(service);
  assert.equal(refused.status, 503, refused.text);
  assert.match(refused.body.detail, words);
  assert.ok(refused.headers.get('Retry-After'));
  assert.deepEqual(await ready(service), [503, reason]);
  const api = createClient({ url: service.url, key: TEST_KEY });
  assert.equal((await api.get('/quotes')).status, 200);
  assert.match(service.output().stdout, /"msg":"not ready"/);
}

describe('a SQLite file', { skip: !isEngineEnabled('sqlite') && 'not wanted' }, () => {
  test('that is missing rejects writes', async () => {
    const place = await makeDatabase('sqlite', { withTables: true });
    const service = await spawnTestService({ ...place.env, LOG_LEVEL: 'info' });
    const file = join(place.dataDir, 'proffer.db');
    const aside = join(place.dataDir, 'aside');
    const kept = await create(service);
    assert.equal(kept.status, 201);
    for (const part of ['proffer.db', 'proffer.db-wal']) {
      await rename(join(place.dataDir, part), aside);
      await expectRefusal(service, 'database_replaced', /was deleted, moved or replaced/);
      await rename(aside, join(place.dataDir, part));
      await waitUntilReady(service);
      assert.equal((await create(service)).status, 201);
    }
    await rename(file, aside);
    await copyFile(aside, file);
    await expectRefusal(service, 'database_replaced', /was deleted, moved or replaced/);
    await rm(file);
    await expectRefusal(service, 'database_replaced', /was deleted, moved or replaced/);
    await service.stop('SIGKILL');
    await place.remove();
  });

  test('that cannot grow accepts writes again as soon as it can', async () => {
    const place = await makeDatabase('sqlite', { withTables: true });
    // A file size limit of a few megabytes simulates a full disk.
    const service = await spawnTestService({ ...place.env, LOG_LEVEL: 'info' }, { limit: 'ulimit -f 4096' });
    const full = await writeUntilRejected(service);
    assert.match(full.body.detail, /cannot be written|no disk space left/);
    const [status, reason] = await ready(service);
    assert.equal(status, 503);
    assert.match(reason ?? '', /^(database_unwritable|disk_full)$/);
    await expectRefusal(service, reason ?? '', /cannot be written|no disk space left/);
    checkpoint(place);
    await waitUntilReady(service);
    assert.equal((await create(service)).status, 201);
    assert.match(service.output().stdout, /"msg":"ready again"/);
    await service.stop();
    await place.remove();
  });
});

describe('a PostgreSQL that is read-only', { skip: !isEngineEnabled('postgres') && 'not wanted' }, () => {
  let place: Place;
  before(async () => {
    place = await makeDatabase('postgres', { withTables: true });
  });
  after(() => place?.remove());

  test('rejects writes, and accepts them again by itself', async () => {
    const service = await spawnTestService({ ...place.env, LOG_LEVEL: 'info' });
    assert.equal((await create(service)).status, 201);
    await setReadOnly(place, 'on');
    // A write may still meet sessions that are just being ended.
    await until(async () => (await create(service)).body.detail?.includes('is read-only'));
    await expectRefusal(service, 'database_read_only', /is read-only at the moment/);
    await setReadOnly(place, 'off');
    // The rejected sessions are still read-only; new ones are not.
    await waitUntilReady(service);
    assert.equal((await create(service)).status, 201);
    await service.stop();
  });
});

/** Sets the database default for new sessions, and ends the current ones. */
async function setReadOnly({ env }: Place, value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1);
  await client.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE');
  await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
  if (value === 'on') {
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
  }
  await client.end();
}

/** Creates large quotes until one is rejected, then small ones, which may still fit. */
async function writeUntilRejected(service: SpawnedService) {
  let size = 20_000;
  for (let tries = 0; tries < 400; tries++) {
    const reply = await create(service, { description: 'x'.repeat(size) });
    if (reply.status === 201) continue;
    if (size === 1) return reply;
    size = 1;
  }
  throw new Error('no write was rejected');
}

/** Checkpoints the WAL into the database, from this process without the limit. */
function checkpoint({ dataDir }: Place): void {
  const db = new DatabaseSync(join(dataDir, 'proffer.db'), { timeout: 5000 });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}
