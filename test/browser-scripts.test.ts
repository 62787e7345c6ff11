import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ENTRIES } from '../src/pages/scripts.ts';
import { visit } from './support/api/customer.ts';
import { temporaryFolder } from './support/service/cli.ts';
import { SOURCES } from './support/service/program.ts';
import { type SpawnedService, spawnTestService } from './support/service/spawn-service.ts';

/** Preloaded in the service; records the programs that it starts. */
const WATCHES_PROGRAMS = `
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
subscribe('child_process', ({ process: child }) =>
  child.once('spawn', () => appendFileSync(process.env.PROGRAMS, child.spawnfile + '\\n')));
`;

describe('the browser scripts', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let programs: string;
  let service: SpawnedService;
  let path: string;

  before(async () => {
    folder = await temporaryFolder();
    programs = join(folder.path, 'programs');
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      PROGRAMS: programs,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(WATCHES_PROGRAMS)}`,
    };
    service = await spawnTestService(env, { program: SOURCES });
    const page = await fetch(`${service.url}/docs`);
    path = /src="(\/assets\/docs-[^"]+)"/.exec(await page.text())?.[1] ?? '';
    assert.ok(path);
  });
  after(async () => {
    await service?.stop('SIGKILL');
    await folder.remove();
  });

  test('are bundled once each', async () => {
    const started = (await readFile(programs, 'utf8')).trim().split('\n');
    assert.equal(started.length, Object.keys(ENTRIES).length, started.join());
    for (const line of started) assert.match(line, /esbuild/);
  });

  test('have a content hash in their name, and are cacheable for a year', async () => {
    const script = await fetch(service.url + path);
    assert.equal(script.status, 200);
    const hash = createHash('sha256')
      .update(await script.text())
      .digest('hex')
      .slice(0, 12);
    assert.equal(path, `/assets/docs-${hash}.js`);
    assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
    const other = path.replace(/[0-9a-f]{12}/, '0'.repeat(12));
    assert.equal((await visit(service.url + other)).status, 404);
  });
});
