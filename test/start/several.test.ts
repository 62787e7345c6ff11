import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { prepareDatabase, proffer } from '../support/service/cli.ts';
import { createClient, type Json } from '../support/service/client.ts';
import { command } from '../support/service/command.ts';
import { PROGRAM, PROGRAM_ENV } from '../support/service/program.ts';
import { engines, makeDatabase } from '../support/service/service.ts';
import { type SpawnedService, spawnerOfServices } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

const spawnTestService = spawnerOfServices();

const IN_USE = /another process of Proffer is using this folder/;

for (const engine of engines()) {
  describe(`concurrent starts on ${engine}`, () => {
    test('run as many processes as the engine allows, and show one key', async () => {
      const place = await makeDatabase(engine);
      const env = { ...place.env, PROFFER_API_KEY: '' };
      const starts = await Promise.allSettled([1, 2].map(() => spawnTestService(env)));
      const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
      for (const start of starts) {
        if (start.status === 'rejected')
          assert.match(start.reason.message, /ended with 1: proffer: DATA_DIR/);
        if (start.status === 'rejected') assert.match(start.reason.message, IN_USE);
      }
      assert.equal(running.length, engine === 'sqlite' ? 1 : 2);
      const [key, ...more] = running.flatMap(shownKey);
      assert.equal(more.length, 0, 'one box');
      for (const { url } of running) {
        assert.equal((await createClient({ url, key }).get('/quotes')).status, 200);
      }
      const keys = await keysOf(place);
      const open = keys.filter((each: { revokedAt: string | null }) => each.revokedAt === null);
      assert.equal(open.length, 2, 'no unseen key is left');
      await Promise.all(running.map((service) => service.stop('SIGKILL')));

      const next = await spawnTestService(env);
      assert.deepEqual(shownKey(next), []);
      assert.equal((await createClient({ url: next.url, key }).get('/quotes')).status, 200);
      await next.stop();
      await place.remove();
    });

    test('replace a key that was never shown at the next start', async () => {
      const place = await makeDatabase(engine, { withTables: true });
      await killBeforeKeyIsShown(place);
      const lost: Json[] = await keysOf(place);
      assert.deepEqual(
        lost.map(({ revokedAt }) => revokedAt),
        [null, null],
      );
      const service = await spawnTestService({ ...place.env, PROFFER_API_KEY: '' });
      const [key] = shownKey(service);
      assert.equal((await createClient({ url: service.url, key }).get('/quotes')).status, 200);
      const keys: Json[] = await keysOf(place);
      assert.equal(keys.length, 4);
      for (const { id, revokedAt } of keys) {
        assert.equal(
          revokedAt !== null,
          lost.some((key) => key.id === id),
        );
      }
      await service.stop();
      await place.remove();
    });
  });
}

describe('a data folder in use', () => {
  test('cannot be moved from or to; other commands work', async () => {
    const place = await makeDatabase('sqlite', { withTables: true });
    const other = await makeDatabase('sqlite', { withTables: true });
    const service = await spawnTestService(place.env);
    const here = `sqlite:${place.dataDir}`;
    const from = await proffer(['move', '--from', here, '--to', `sqlite:${other.dataDir}`]);
    assert.equal(from.code, 1);
    assert.match(from.stderr, /^proffer: --from: another process of Proffer is using this folder/);
    await prepareDatabase(other.dataDir);
    const to = await command(['move', '--from', `sqlite:${other.dataDir}`, '--to', here]);
    assert.equal(to.code, 1);
    assert.match(to.stderr, /^proffer: --to: another process of Proffer is using this folder/);
    for (const words of [
      ['keys', 'create'],
      ['accounts', 'list'],
      ['customers', 'list'],
      ['backup', join(other.dataDir, 'copy.db')],
    ]) {
      const { code, stderr } = await command(words, place.env);
      assert.equal(code, 0, stderr);
    }
    await service.stop();
    await place.remove();
    await other.remove();
  });
});

function shownKey(service: SpawnedService): string[] {
  const key = /API key +(prf_live_\S+)/.exec(service.output().stderr)?.[1];
  return key === undefined ? [] : [key];
}

async function keysOf(place: { env: Record<string, string> }) {
  return JSON.parse((await command(['keys', 'list', '--json'], place.env)).stdout).data;
}

/** Kills a first start that cannot print its key, because its output is not read. */
async function killBeforeKeyIsShown(place: Awaited<ReturnType<typeof makeDatabase>>): Promise<void> {
  const pipe = join(place.dataDir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  fillPipe(end);
  const child = spawn(process.execPath, [...PROGRAM, 'serve'], {
    env: { ...PROGRAM_ENV, ...place.env, PORT: '0', PDF_WORKERS: '1' },
    stdio: ['ignore', 'ignore', openSync(pipe, constants.O_WRONLY)],
  });
  await until(async () => {
    assert.equal(child.exitCode, null);
    return (await command(['keys', 'list', '--json'], place.env)).stdout.includes('First key');
  });
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  closeSync(end);
}

function fillPipe(end: number): void {
  for (const size of [4096, 1]) {
    try {
      for (;;) writeSync(end, Buffer.alloc(size));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN');
    }
  }
}
