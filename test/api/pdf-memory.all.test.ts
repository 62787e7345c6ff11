import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { createQuote, ITEM } from '../support/api/quotes.ts';
import { createClient } from '../support/service/client.ts';
import { makeDatabase, TEST_KEY } from '../support/service/service.ts';
import { type SpawnedService, spawnTestService } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

const GIB = 2 ** 30;
const PRICES = {
  kind: 'volume',
  steps: Array.from({ length: 20 }, (_, at) => ({ from: at, unitPrice: 999 - at })),
};

test('a service that may take 1 GiB answers the six largest documents at once, takes no more, and gives it back', {
  skip: process.platform !== 'linux' && 'the limit is read from /proc',
  timeout: 400_000,
}, async () => {
  const place = await makeDatabase('sqlite', { withTables: true });
  const env = { ...place.env, PDF_WORKERS: '2', LOG_LEVEL: 'silent', MALLOC_MMAP_THRESHOLD_: '131072' };
  const service = await spawnTestService(env, { limit: `ulimit -m ${GIB / 1024}` });
  try {
    const api = createClient({ url: service.url, key: TEST_KEY });
    ok(await api.put('/customers/cus_test', { name: 'Ada' }));
    const readPdf = async (quote: { id: string }) => {
      const { status, headers } = await api.get(`/quotes/${quote.id}/pdf`);
      return status === 503 ? `503 after ${headers.get('Retry-After')}` : status;
    };
    const items = Array.from({ length: 1000 }, (_, at) => ({
      ...ITEM,
      description: `Work ${at}`,
      quantityPrices: PRICES,
    }));
    const worst = [];
    for (let at = 0; at < 6; at++) worst.push(await createQuote(api, { title: `Large ${at}`, items }));
    const ordinary = [];
    for (let at = 0; at < 20; at++) ordinary.push(await createQuote(api, { title: `Small ${at}` }));

    const answers = await Promise.all([...worst, ...ordinary.slice(0, 2)].map(readPdf));
    assert.ok(answers.includes(200), answers.join());
    assert.deepEqual(
      answers.filter((answer) => answer !== 200 && answer !== '503 after 2'),
      [],
    );
    assert.deepEqual(
      await Promise.all(ordinary.map(readPdf)),
      ordinary.map(() => 200),
    );
    const peak = readMemory(service, 'VmHWM');
    assert.ok(peak < GIB, `${peak} bytes at most`);

    // A minute after the last document the threads end.
    const busy = readMemory(service, 'VmRSS');
    await until(() => readMemory(service, 'VmRSS') < busy - 50e6, { maxMs: 120_000, pollMs: 1000 });
  } finally {
    await service.stop();
    await place.remove();
  }
});

function readMemory({ process: child }: SpawnedService, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
}
