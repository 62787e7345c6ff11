import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { readZip } from '../support/api/read-zip.ts';
import type { Finished } from '../support/service/cli.ts';
import { command } from '../support/service/command.ts';
import { makeDatabase, startTestService, type TestService } from '../support/service/service.ts';

describe('proffer account export', () => {
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

  it('writes a file that is private and complete, and leaves nothing behind otherwise', async () => {
    await createQuote(service.automation, { customerId: 'cus_demo' });
    const file = join(place.dataDir, 'acme.zip');
    const { code, stdout, stderr } = await run('account', 'export', '--out', file, '--json');
    assert.equal(code, 0, stderr);
    const files = readZip(await readFile(file));
    assert.deepEqual(JSON.parse(stdout), { file, files: files.length - 1, missing: [] });
    assert.equal((await stat(file)).mode & 0o777, 0o600);

    const before = await readdir(place.dataDir);
    assert.equal((await run('account', 'export')).code, 2);
    assert.equal((await run('account', 'export', '--account', 'acc_none', '--out', file)).code, 1);
    assert.equal((await run('account', 'export', '--out', join(place.dataDir, 'no/folder.zip'))).code, 1);
    assert.deepEqual(await readdir(place.dataDir), before);
  });
});
