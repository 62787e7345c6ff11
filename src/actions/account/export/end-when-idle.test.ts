import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endWhenIdle } from './end-when-idle.ts';

test('a stream that nobody reads for two minutes ends, however long its own work takes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isReleased = false;
  async function* work() {
    try {
      yield Buffer.from('a');
      // Work of its own takes no time of the reader.
      t.mock.timers.tick(600_000);
      yield Buffer.from('b');
      yield Buffer.from('c');
    } finally {
      isReleased = true;
    }
  }
  const parts = endWhenIdle(work());
  assert.equal(String((await parts.next()).value), 'a');
  assert.equal(String((await parts.next()).value), 'b');
  t.mock.timers.tick(119_000);
  assert.equal(isReleased, false);
  t.mock.timers.tick(1000);
  await Promise.resolve();
  assert.equal(isReleased, true);
  await assert.rejects(parts.next(), /nobody has read/);
});
