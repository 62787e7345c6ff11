import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ENTRIES } from '../src/web/scripts.ts';
import { visit } from './support/api/customer.ts';
import { temporaryFolder } from './support/service/cli.ts';
import { SOURCES } from './support/service/program.ts';
import { TEST_KEY } from './support/service/service.ts';
import { type SpawnedService, spawnTestService } from './support/service/spawn-service.ts';
import { clientsOfTwoThreads, type ThreadClient } from './support/service/thread-clients.ts';

/** Preloaded in every thread of the service; records which thread starts which program. */
const WATCHES_PROGRAMS = `
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
subscribe('child_process', ({ process: child }) =>
  child.once('spawn', () => appendFileSync(process.env.PROGRAMS, threadId + ' ' + child.spawnfile + '\\n')));
`;

describe('the browser scripts, served by two threads', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let programs: string;
  let service: SpawnedService;
  let threads: ThreadClient[];
  let path: string;

  before(async () => {
    folder = await temporaryFolder();
    programs = join(folder.path, 'programs');
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      SERVER_THREADS: '2',
      PROGRAMS: programs,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(WATCHES_PROGRAMS)}`,
    };
    service = await spawnTestService(env, { program: SOURCES });
    threads = await clientsOfTwoThreads(service.url, TEST_KEY, 2);
    const pages = await Promise.all(threads.map((thread) => thread.ask('GET', '/docs')));
    const named = pages.map(({ body }) => /src="(\/assets\/docs-[^"]+)"/.exec(String(body))?.[1]);
    assert.ok(named[0]);
    assert.deepEqual(named, [named[0], named[0]], 'both name the same script');
    path = named[0];
  });
  after(async () => {
    for (const thread of threads ?? []) thread.close();
    await service?.stop('SIGKILL');
    await folder.remove();
  });

  test('are bundled once each, in the main thread', async () => {
    const started = (await readFile(programs, 'utf8')).trim().split('\n');
    assert.equal(started.length, Object.keys(ENTRIES).length, started.join());
    for (const line of started) assert.match(line, /^0 .*esbuild/);
  });

  test('have a content hash in their name, and are cacheable for a year', async () => {
    for (const thread of threads) {
      const script = await thread.ask('GET', path);
      assert.equal(script.status, 200);
      const hash = createHash('sha256').update(String(script.body)).digest('hex').slice(0, 12);
      assert.equal(path, `/assets/docs-${hash}.js`);
      assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
    }
    const other = path.replace(/[0-9a-f]{12}/, '0'.repeat(12));
    assert.equal((await visit(service.url + other)).status, 404);
  });
});
