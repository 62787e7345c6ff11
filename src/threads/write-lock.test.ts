import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { parseIdTime } from '../../test/support/store/time-of-id.ts';
import { createSharedLock, createWriteLock } from './write-lock.ts';

test('one holder has the lock at a time, and every waiter gets it', async () => {
  const shared = createSharedLock();
  const log: string[] = [];
  const work = async (name: string) => {
    const lock = createWriteLock(shared);
    await lock.acquire();
    log.push(`${name} begins`);
    await turn();
    log.push(`${name} ends`);
    lock.release();
  };
  const names = ['first', 'second', 'third'];
  await Promise.all(names.map(work));
  const begun = log.filter((entry) => entry.endsWith('begins'));
  assert.equal(begun.length, names.length);
  assert.deepEqual(
    log,
    begun.flatMap((entry) => [entry, entry.replace('begins', 'ends')]),
  );
});

test('threads never hold the lock concurrently, and each creates identifiers larger than all before', async () => {
  const shared = { lock: createSharedLock(), count: new SharedArrayBuffer(4) };
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    const alive = setInterval(() => {}, 1000);
    (async () => {
      const { ${createWriteLock.name}: createLock } = await import('${new URL('./write-lock.ts', import.meta.url)}');
      const { newId } = await import('${new URL('../domain/ids.ts', import.meta.url)}');
      const lock = createLock(workerData.lock);
      const count = new Int32Array(workerData.count);
      const made = [];
      for (let times = 0; times < 200; times++) {
        await lock.acquire();
        const position = count[0];
        await new Promise(setImmediate);
        made.push([position, newId('quo', 1000), newId('evt', 1000)]);
        count[0] = position + 1;
        lock.release();
      }
      parentPort.postMessage(made);
      clearInterval(alive);
    })();`;
  const made = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const worker = new Worker(source, { eval: true, workerData: shared });
      return new Promise<[number, ...string[]][]>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
    }),
  );
  const inOrder = made.flat().sort(([a], [b]) => a - b);
  assert.equal(new Int32Array(shared.count)[0], 600, 'nobody counted on a number that another was changing');
  for (const kind of [1, 2]) {
    const ids = inOrder.map((entry) => String(entry[kind]));
    assert.deepEqual(ids, [...ids].sort());
    assert.deepEqual(new Set(ids.map(parseIdTime)), new Set([1000]), 'without running ahead of the clock');
  }
});

test('a thread that has waited long is next, however fast the others are', async () => {
  const shared = createSharedLock();
  const [slow, ...others] = [
    createWriteLock(shared),
    createWriteLock(shared),
    createWriteLock(shared),
  ] as const;
  let [holder, next] = others;
  await holder.acquire();
  let isServed = false;
  const served = slow.acquire().then(() => {
    isServed = true;
    slow.release();
  });
  const deadline = performance.now() + 2000;
  while (!isServed && performance.now() < deadline) {
    holder.release();
    // Takes the lock again before the waiting thread wakes up.
    await next.acquire();
    [holder, next] = [next, holder];
    await turn();
  }
  assert.ok(isServed, 'it came to its turn while the others went on');
  holder.release();
  await served;
});
