import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { quoteBody } from './support/api/quotes.ts';
import { createClient } from './support/service/client.ts';
import { makeDatabase, TEST_KEY } from './support/service/service.ts';
import { type SpawnedService, spawnTestService } from './support/service/spawn-service.ts';

const SERVICES = 3;
const THREADS = 4;
/** Longer than the interval of every frequent job. */
const LIFE_MS = 3_000;
const PAUSE_MS = 1_000;

test('three services of four threads that start together under load stay alive', {
  timeout: 180_000,
}, async () => {
  const places = await Promise.all(
    Array.from({ length: SERVICES }, () => makeDatabase('sqlite', { withTables: true })),
  );
  const env = { SERVER_THREADS: String(THREADS), CONSOLE: 'off', LOG_LEVEL: 'silent' };
  const started = await Promise.allSettled(places.map((place) => spawnTestService({ ...place.env, ...env })));
  const services = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  try {
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    await Promise.all(
      services.map((service) =>
        useForLife(service).catch((cause) => {
          throw new Error(`a service failed: ${service.output().stderr}`, { cause });
        }),
      ),
    );
    for (const { process, output } of services) {
      assert.deepEqual([process.exitCode, process.signalCode], [null, null], output().stderr);
    }
  } finally {
    await Promise.all(services.map((service) => service.stop('SIGKILL')));
    await Promise.all(places.map((place) => place.remove()));
  }
});

/** Lets a service do some work until it has lived long enough. */
async function useForLife({ url }: SpawnedService): Promise<void> {
  const api = createClient({ url, key: TEST_KEY });
  for (const end = performance.now() + LIFE_MS; performance.now() < end; await delay(PAUSE_MS)) {
    const { status, body } = await api.post('/quotes', quoteBody({ customerId: 'cus_demo' }));
    assert.equal(status, 201);
    assert.equal((await api.get(`/quotes/${body.id}`)).status, 200);
  }
}
