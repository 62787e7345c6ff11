import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

describe('a suite', () => {
  it('blocks its process', async () => {
    // Lets the runner report the start of the test first.
    await delay(100);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
});
