import assert from 'node:assert/strict';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { readZip } from '../support/api/read-zip.ts';
import type { Finished } from '../support/service/cli.ts';
import { command } from '../support/service/command.ts';
import { makeDatabase, startTestService, type TestService } from '../support/service/service.ts';

// The commands are processes of their own, so the service has their time, that of the system.
describe('proffer customers erase', () => {
  let place: Awaited<ReturnType<typeof makeDatabase>>;
  let service: TestService;
  before(async () => {
    place = await makeDatabase('sqlite', { withTables: true });
    service = await startTestService({ place, now: Date.now() });
  });
  after(async () => {
    await service?.close();
    await place?.remove();
  });
  const run = (...args: string[]): Promise<Finished> => command(args, { DATA_DIR: place.dataDir });
  const inFolder = (name: string) => join(place.dataDir, name);

  it('exports and erases a customer, and the next start erases what a restore brings back', async () => {
    const api = service.automation;
    await api.put('/customers/quix', { name: 'Zephyrina Quixotter', email: 'z@quixotter.example' });
    const { id } = await createQuote(api, { customerId: 'quix' });
    await service.db.backup(inFolder('copy'));

    const exported = await run('customers', 'export', 'quix', '--out', inFolder('quix.zip'));
    assert.equal(exported.code, 0, exported.stderr);
    const [first] = readZip(await readFile(inFolder('quix.zip')));
    assert.equal(JSON.parse(String(first?.content)).name, 'Zephyrina Quixotter');

    assert.equal((await run('customers', 'erase', 'quix')).code, 2);
    assert.equal((await run('customers', 'erase', 'nobody', '--yes')).code, 1);
    const erased = await run('customers', 'erase', 'quix', '--yes', '--json');
    assert.equal(erased.code, 0, erased.stderr);
    assert.deepEqual(JSON.parse(erased.stdout).retained, []);
    assert.equal((await api.get(`/quotes/${id}`)).status, 404);
    const list = await readFile(inFolder('erasures.jsonl'), 'utf8');
    assert.equal((await run('erasures', 'export')).stdout, list);
    assert.match((await run('erasures', 'apply', inFolder('erasures.jsonl'))).stderr, /^0 erasures/);

    await service.close();
    for (const suffix of ['-wal', '-shm']) await rm(inFolder(`proffer.db${suffix}`), { force: true });
    await copyFile(inFolder('copy'), inFolder('proffer.db'));
    service = await startTestService({ place, now: Date.now() });
    const restored = service.automation;
    assert.equal((await restored.get('/customers/quix')).status, 404);
    assert.equal((await restored.get(`/quotes/${id}`)).status, 404);
    assert.equal((await restored.get('/customers/cus_demo')).status, 200);
    assert.equal(await readFile(inFolder('erasures.jsonl'), 'utf8'), list);
  });
});
