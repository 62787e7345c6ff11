/**
 * Measures how fast a burst of events is delivered, and how it affects the service and other requests:
 *
 *   npm run bench:webhooks
 *
 * Runs on SQLite, or with DATABASE_URL on PostgreSQL. BENCH_ENDPOINTS (1,000), each in a separate account, receive
 * BENCH_EVENTS (100,000) that are in the feed when the service starts, over TLS on the same machine. Linux only.
 */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccount } from '../src/actions/account/accounts.ts';
import { newSecret, sealSecret } from '../src/actions/events/webhooks/secrets.ts';
import { newId } from '../src/domain/ids.ts';
import type { Database } from '../src/store/database.ts';
import { openPostgres } from '../src/store/postgres/postgres.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { putCustomer } from '../src/store/tables/customers.ts';
import { insertEndpoint } from '../src/store/tables/webhook/endpoints.ts';
import { CUSTOMER } from '../test/fixtures/customer.ts';
import { cpuMeter } from './cpu-time.ts';
import { fillQuotes } from './fill.ts';
import { prepareFirstAccount } from './first-account.ts';
import { API_KEY, forkServer, median, type RunningServer, startProffer, temporaryFolder } from './harness.ts';

const ENDPOINTS = Number(process.env.BENCH_ENDPOINTS ?? 1000);
const EVENTS = Number(process.env.BENCH_EVENTS ?? 100_000);
const PROFFER_SECRET = 'bench_0123456789abcdefghijklmnopqrstuvwxyz';
/** Seconds without a delivery after which the run is aborted. */
const STALL_S = 60;

interface Second {
  events: number;
  rssMb: number;
  probeMs: number;
}

const url = process.env.DATABASE_URL;
const folder = temporaryFolder();
const receiver = await forkServer('./webhook-receiver.ts', []);
const [{ cert }] = (await once(receiver.child, 'message')) as [{ cert: string }];
const certFile = join(folder.path, 'receiver.pem');
writeFileSync(certFile, cert);
let service: RunningServer | undefined;
try {
  const db = await (url ? openPostgres(url) : openSqlite(folder.path));
  await fill(db, `https://localhost:${receiver.port}`);
  await db.close();
  service = await startProffer({
    DATA_DIR: folder.path,
    DATABASE_URL: url ?? '',
    PROFFER_SECRET,
    WEBHOOKS_PRIVATE: 'on',
    NODE_EXTRA_CA_CERTS: certFile,
    LOG_LEVEL: 'error',
  });
  const meter = cpuMeter(service.child.pid ?? 0);
  const before = meter.microseconds();
  report(await drain(service), await queryReceiver(receiver), meter.microseconds() - before);
} finally {
  await service?.stop();
  await receiver.stop();
  folder.remove();
}

async function fill(db: Database, target: string): Promise<void> {
  await prepareFirstAccount(db, PROFFER_SECRET);
  for (let n = 0; n < ENDPOINTS; n++) {
    const now = Date.now();
    const account = await db.write(async (tx) => {
      const made = await createAccount(tx, { name: `Account ${n}`, kind: 'test' }, now);
      for (const id of ['cus_demo', 'cus_demo_fr'])
        await putCustomer(tx, made.id, { ...CUSTOMER, id, metadata: {} });
      await insertEndpoint(tx, {
        account_id: made.id,
        id: newId('whe', now),
        url: `${target}/${n}`,
        types: '["*"]',
        description: null,
        enabled: 1,
        secret: sealSecret(
          { sealing: { current: PROFFER_SECRET, previous: [], stored: '' } },
          made.id,
          newSecret(),
        ),
        queued_to: 0,
        created_at: now,
      });
      return made;
    });
    await fillQuotes(db, account.id, Math.round(EVENTS / ENDPOINTS));
    if (n % 100 === 99) process.stderr.write(`${n + 1} endpoints with their events\n`);
  }
}

async function drain({ child, port }: RunningServer): Promise<Second[]> {
  const seconds: Second[] = [];
  const wanted = Math.round(EVENTS / ENDPOINTS) * ENDPOINTS;
  for (let [events, stalled] = [0, 0]; events < wanted && stalled < STALL_S; ) {
    await delay(1000);
    const begun = performance.now();
    await fetch(`http://127.0.0.1:${port}/api/v1/quotes`, {
      headers: { Authorization: `Bearer ${API_KEY}` },
    });
    const probeMs = performance.now() - begun;
    const received = await queryReceiver(receiver);
    stalled = received.events > events ? 0 : stalled + 1;
    seconds.push({ events: received.events - events, rssMb: readRssMb(child.pid ?? 0), probeMs });
    events = received.events;
  }
  return seconds;
}

async function queryReceiver({ child }: RunningServer): Promise<{ requests: number; events: number }> {
  const reply = once(child, 'message');
  child.send('how many?');
  return (await reply)[0] as { requests: number; events: number };
}

function readRssMb(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function report(
  seconds: readonly Second[],
  { requests, events }: { requests: number; events: number },
  cpu: number,
): void {
  const full = seconds.slice(0, -1).map((second) => second.events);
  const all = (part: keyof Second) => seconds.map((second) => second[part]);
  console.log(`${url ? 'PostgreSQL' : 'SQLite'}, ${ENDPOINTS} endpoints, ${EVENTS} events

  delivered    ${events} events in ${requests} requests and ${seconds.length} s
  a second     ${Math.round(events / seconds.length)}; median ${median(full)}, least ${Math.min(...full)}, most ${Math.max(...full)}
  processor    ${Math.round(cpu / events)} µs of the service for each
  memory       ${Math.round(Math.max(...all('rssMb')))} MB at most, ${Math.round(median(all('rssMb')))} MB in the median
  a list page  ${Math.round(median(all('probeMs')))} ms meanwhile in the median, ${Math.round(Math.max(...all('probeMs')))} ms at most`);
}
