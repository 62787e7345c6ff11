import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

it('does not await its error', async () => {
  await delay(1);
  void fail();
  await delay(20);
});

async function fail(): Promise<void> {
  await delay(1);
  throw new Error('nobody waits for this');
}
