import { createAccount, createKey } from '../src/actions/account/accounts.ts';
import { createQuotes } from '../src/actions/quotes/create-quotes.ts';
import { composeCustomer } from '../src/domain/customer/customer.ts';
import type { Database } from '../src/store/database.ts';
import { putCustomer } from '../src/store/tables/customers.ts';
import { quoteBody } from './fill.ts';
import { createLoad, type RunningServer, rawRequest, table } from './harness.ts';
import { scaleSubject } from './scale-subjects.ts';

/**
 * Sends the same requests to 100 accounts of 10 quotes each, first alone and then among 20,000 accounts: the cost of
 * one account must not grow with the others. Runs on SQLite, or with DATABASE_URL on PostgreSQL.
 */
const MEASURED_ACCOUNTS = 100;
const COUNTS = [MEASURED_ACCOUNTS, 20_000];
const QUOTES_EACH = 10;
/** Few enough for the time limits of PostgreSQL. */
const BATCH_SIZE = 20;
const CONNECTIONS = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const CUSTOMERS = ['cus_demo', 'cus_demo_fr'];

interface MeasuredAccount {
  secret: string;
  ids: string[];
}

const subject = await scaleSubject();
const load = createLoad();
try {
  const measured: MeasuredAccount[] = [];
  const columns: Record<string, number>[] = [];
  let made = 0;
  for (const count of COUNTS) {
    const db = await subject.open();
    for (; made < count; made += BATCH_SIZE) {
      const some = await fillAccounts(db, made);
      if (measured.length < MEASURED_ACCOUNTS) measured.push(...some);
    }
    await db.close();
    const service = await subject.start();
    try {
      columns.push(await measure(service, measured));
    } finally {
      await service.stop();
    }
  }
  const [alone = {}, among = {}] = columns;
  console.log(
    `${process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite'}, p50 in ms, ${CONNECTIONS} connections, ${SECONDS} s each\n`,
  );
  console.log(
    table(
      ['', ...COUNTS.map((count) => `${count.toLocaleString('en')} accounts`), 'ratio'],
      Object.keys(alone).map((name) => {
        const [a, b] = [alone[name] ?? 0, among[name] ?? 0];
        return [name, a.toFixed(2), b.toFixed(2), (b / a).toFixed(2)];
      }),
    ),
  );
} finally {
  load.close();
  await subject.close();
}

function fillAccounts(db: Database, from: number): Promise<MeasuredAccount[]> {
  const now = Date.now();
  return db.write(async (tx) => {
    const filled: MeasuredAccount[] = [];
    for (let index = from; index < from + BATCH_SIZE; index++) {
      const account = await createAccount(tx, { name: `Business ${index}`, kind: 'live' }, now);
      const { secret } = await createKey(tx, account, { name: 'bench', access: 'write' }, now);
      for (const id of CUSTOMERS) {
        await putCustomer(tx, account.id, composeCustomer(id, { name: 'Customer' }, undefined, now));
      }
      const wanted = Array.from({ length: QUOTES_EACH }, (_, quote) => ({
        actor: { type: 'system' as const },
        input: quoteBody(index * QUOTES_EACH + quote),
      }));
      const created = await createQuotes(tx, account.id, wanted, now);
      filled.push({ secret, ids: created.flatMap((quote) => (quote instanceof Error ? [] : [quote.id])) });
    }
    return filled;
  });
}

async function measure(
  service: RunningServer,
  measured: readonly MeasuredAccount[],
): Promise<Record<string, number>> {
  const cases: Record<string, (account: MeasuredAccount) => string> = {
    get: ({ secret, ids }) => rawRequest('GET', `/api/v1/quotes/${ids[0]}`, undefined, secret),
    list: ({ secret }) => rawRequest('GET', '/api/v1/quotes', undefined, secret),
    'search, 2 characters': ({ secret }) => rawRequest('GET', '/api/v1/quotes?search=re', undefined, secret),
    'search, common': ({ secret }) => rawRequest('GET', '/api/v1/quotes?search=repair', undefined, secret),
    create: ({ secret }) => rawRequest('POST', '/api/v1/quotes', quoteBody(4711), secret),
  };
  const medians: Record<string, number> = {};
  for (const [name, request] of Object.entries(cases)) {
    const task = { port: service.port, connections: CONNECTIONS, requests: measured.map(request) };
    await load.run({ ...task, seconds: 0.5 });
    const { p50, statuses, count } = await load.run({ ...task, seconds: SECONDS });
    if (statuses['2xx'] !== count) throw new Error(`${name}: ${JSON.stringify(statuses)}`);
    medians[name] = p50;
  }
  return medians;
}
