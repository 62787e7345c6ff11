/**
 * Measures how fast the invoices of series are made that are due at the same time, and how it affects other requests:
 *
 *   npm run bench:series
 *
 * Runs on SQLite, or with DATABASE_URL on PostgreSQL. BENCH_SERIES (50,000) are spread over BENCH_ACCOUNTS (20) and are
 * due when the service starts.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createAccount } from '../src/actions/account/accounts.ts';
import { convertStored } from '../src/actions/quotes/convert-quote.ts';
import { createQuotes, MAX_BATCH_QUOTES } from '../src/actions/quotes/create-quotes.ts';
import { addDays } from '../src/domain/calendar.ts';
import type { Database, Sql } from '../src/store/database.ts';
import { openPostgres } from '../src/store/postgres/postgres.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { putCustomer } from '../src/store/tables/customers.ts';
import { loadQuote } from '../src/store/tables/quote/quotes.ts';
import { CUSTOMER } from '../test/fixtures/customer.ts';
import { cpuMeter } from './cpu-time.ts';
import { prepareFirstAccount } from './first-account.ts';
import { API_KEY, median, type RunningServer, startProffer, temporaryFolder } from './harness.ts';

const SERIES = Number(process.env.BENCH_SERIES ?? 50_000);
const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 20);
const OWNER = { type: 'system' } as const;
const STALL_S = 30;

const url = process.env.DATABASE_URL;
const folder = temporaryFolder();
const open = () => (url ? openPostgres(url) : openSqlite(folder.path));
let service: RunningServer | undefined;
try {
  const db = await open();
  await prepareFirstAccount(db);
  for (let n = 0; n < ACCOUNTS; n++) await fill(db, n);
  await db.close();
  service = await startProffer({ DATA_DIR: folder.path, DATABASE_URL: url ?? '', LOG_LEVEL: 'error' });
  await report(service);
} finally {
  await service?.stop();
  folder.remove();
}

/** Converts quotes whose second week begins today. */
async function fill(db: Database, n: number): Promise<void> {
  const now = Date.now();
  const first = addDays(new Date(now).toISOString().slice(0, 10), -7);
  const item = {
    description: 'Care',
    quantity: 1,
    unitPrice: 8000,
    taxRate: 19,
    recurring: { interval: 'week' },
  } as const;
  const input = { customerId: CUSTOMER.id, title: 'Care', items: [item], recurringFrom: first };
  const { id } = await db.write(async (tx) => {
    const account = await createAccount(tx, { name: `Account ${n}`, kind: 'live' }, now);
    await putCustomer(tx, account.id, { ...CUSTOMER, metadata: {} });
    return account;
  });
  const count = Math.round(SERIES / ACCOUNTS);
  for (let done = 0; done < count; done += MAX_BATCH_QUOTES) {
    const wanted = Array.from({ length: Math.min(MAX_BATCH_QUOTES, count - done) }, () => ({
      actor: OWNER,
      input,
    }));
    await db.write((tx) => convertAll(tx, id, wanted, now), { account: id });
  }
  process.stderr.write(`${(n + 1) * count} series\n`);
}

async function convertAll(
  tx: Sql,
  accountId: string,
  wanted: Parameters<typeof createQuotes>[2],
  now: number,
): Promise<void> {
  for (const created of await createQuotes(tx, accountId, wanted, now)) {
    if (created instanceof Error) throw created;
    const stored = await loadQuote(tx, accountId, created.id);
    if (stored) await convertStored(tx, { accountId, actor: OWNER }, stored, { confirm: true }, now);
  }
}

async function report({ child, port }: RunningServer): Promise<void> {
  const meter = cpuMeter(child.pid ?? 0);
  const [before, begun, probes] = [meter.microseconds(), performance.now(), [] as number[]];
  const db = await open();
  let left = SERIES;
  for (let stalled = 0; left > 0 && stalled < STALL_S; ) {
    await delay(1000);
    const start = performance.now();
    await fetch(`http://127.0.0.1:${port}/api/v1/quotes`, {
      headers: { Authorization: `Bearer ${API_KEY}` },
    });
    probes.push(performance.now() - start);
    const row = await db.read.get<{ n: number }>(
      'SELECT count(*) AS n FROM recurring_series WHERE due_at <= ?',
      Date.now(),
    );
    stalled = row?.n === left ? stalled + 1 : 0;
    left = row?.n ?? 0;
  }
  await db.close();
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${url ? 'PostgreSQL' : 'SQLite'}, ${SERIES} series of ${ACCOUNTS} accounts

  invoices     ${SERIES - left} in ${Math.round(seconds)} s, ${Math.round((SERIES - left) / seconds)} a second
  processor    ${Math.round((meter.microseconds() - before) / (SERIES - left))} µs of the service for each
  a list page  ${Math.round(median(probes))} ms meanwhile in the median, ${Math.round(Math.max(...probes))} ms at most`);
}
