import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findDamagedTable } from '../../src/store/find-damaged-table.ts';
import { createQuote } from '../support/api/quotes.ts';
import { createClient } from '../support/service/client.ts';
import { command } from '../support/service/command.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { refusedStart } from '../support/service/refused-start.ts';
import { makeDatabase, startTestService, TEST_KEY } from '../support/service/service.ts';
import { spawnerOfServices } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

const spawnTestService = spawnerOfServices();
const PAGE = 4096;
/** Fills whole pages of the file, and nothing else does. */
const FILLING = 'Qz7'.repeat(6000);

describe('A damaged file of the database', { skip: !isEngineEnabled('sqlite') }, () => {
  let place: Awaited<ReturnType<typeof makeDatabase>>;
  let file: string;
  let whole: Buffer;
  let env: Record<string, string>;
  const ids: string[] = [];

  before(async () => {
    place = await makeDatabase('sqlite');
    file = join(place.dataDir, 'proffer.db');
    env = { ...place.env, BACKUP_DIR: join(place.dataDir, 'backups') };
    await mkdir(env.BACKUP_DIR as string);
    const service = await spawnTestService(env, { documents: 'blank' });
    const api = createClient({ url: service.url, key: TEST_KEY });
    const customer = await api.post('/customers', { name: 'Ada' });
    for (const notes of ['Short', FILLING]) {
      const items = [{ description: 'Day', quantity: 1, unitPrice: 100 }];
      const made = await api.post('/quotes', { customerId: customer.body.id, title: 'Site', items, notes });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      ids.push(made.body.id);
    }
    await service.stop();
    assert.equal((await command(['backup'], env)).code, 0);
    assert.match((await command(['doctor', '--json'], env)).stdout, /"databaseGood"/);
    whole = await readFile(file);
  });
  after(() => place.remove());

  async function zeroPage(): Promise<void> {
    const bytes = Buffer.from(whole);
    const isFilled = (at: number) => /^(.{3})\1+$/s.test(bytes.toString('latin1', at + 6, at + PAGE - 1));
    const pages = Array.from({ length: bytes.length / PAGE }, (_, n) => n * PAGE);
    const filled = pages.filter(
      (at) => bytes.toString('latin1', at, at + PAGE).includes('Qz7Qz7') && isFilled(at),
    );
    assert.ok(filled.length > 0);
    for (const at of filled) bytes.fill(0, at + 4, at + PAGE);
    await writeFile(file, bytes);
  }

  it('is never served, is said in the log, and does not replace a good backup', async () => {
    await zeroPage();
    const service = await spawnTestService(env, { documents: 'blank' });
    try {
      const api = createClient({ url: service.url, key: TEST_KEY });
      assert.equal((await api.get(`/quotes/${ids[0]}`)).status, 200);
      for (const path of [`/quotes/${ids[1]}`, '/quotes', '/events']) {
        const { status, headers, body } = await api.get(path);
        assert.deepEqual([path, status, body.code], [path, 500, 'stored_data_damaged']);
        assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
      }
      assert.match(service.output().stdout, /"code":"stored_data_damaged"/);
      // A stream ends before the damage, and its reader sees that it is cut off.
      const headers = { Authorization: `Bearer ${TEST_KEY}`, Accept: 'text/csv' };
      await assert.rejects((await fetch(`${service.url}/api/v1/quotes`, { headers })).arrayBuffer());
    } finally {
      await service.stop();
    }
    const before = await readdir(env.BACKUP_DIR as string);
    const backup = await command(['backup', '--keep', '1'], env);
    assert.deepEqual([backup.code, /damaged/.test(backup.stderr)], [1, true], backup.stderr);
    assert.deepEqual(await readdir(env.BACKUP_DIR as string), before);
    const doctor = await command(['doctor', '--json'], env);
    assert.equal(doctor.code, 1);
    assert.match(doctor.stdout, /"databaseDamaged"/);
  });

  it('that is cut off is refused at the start, and does not end a service that runs', async () => {
    await writeFile(file, whole);
    const service = await spawnTestService(env, { documents: 'blank' });
    try {
      const api = createClient({ url: service.url, key: TEST_KEY });
      await truncate(file, 8 * PAGE);
      for (let n = 0; n < 3; n++) {
        for (const path of ['/quotes', `/quotes/${ids[1]}`, '/invoices', '/customers', '/templates']) {
          const { status } = await api.get(path);
          assert.ok([200, 500, 503].includes(status), `${path}: ${status}`);
        }
      }
      await until(async () => (await fetch(`${service.url}/readyz`)).status === 503);
      assert.equal(service.process.exitCode, null);
    } finally {
      await service.stop('SIGKILL');
    }
    for (const log of ['-wal', '-shm']) await rm(file + log, { force: true });
    await writeFile(file, whole.subarray(0, 8 * PAGE));
    assert.match(await refusedStart(place.env), /the database file is damaged: restore a backup/);
    const [copy] = await readdir(env.BACKUP_DIR as string);
    await cp(join(env.BACKUP_DIR as string, copy ?? ''), file);
    const again = await spawnTestService(env, { documents: 'blank' });
    assert.equal(
      (await createClient({ url: again.url, key: TEST_KEY }).get(`/quotes/${ids[1]}`)).body.notes,
      FILLING,
    );
    await again.stop();
  });
});

it('A damaged document on PostgreSQL is found', { skip: !isEngineEnabled('postgres') }, async () => {
  const service = await startTestService({ engine: 'postgres' });
  try {
    const account = await service.newAccount();
    const { id } = await createQuote(account);
    assert.equal(await findDamagedTable(service.db), undefined);
    const damage = 'UPDATE quotes SET doc = substr(doc, 1, 40) WHERE account_id = ?';
    await service.db.write((tx) => tx.run(damage, account.accountId));
    assert.equal(await findDamagedTable(service.db), 'quotes');
    const api = createClient({ url: service.url, key: account.key });
    assert.equal((await api.get(`/quotes/${id}`)).body.code, 'stored_data_damaged');
  } finally {
    await service.close();
  }
});
