import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { readConfig } from '../../src/app/config/config.ts';
import { startService } from '../../src/app/service.ts';
import { quoteBody } from '../support/api/quotes.ts';
import { type Client, createClient, type Json } from '../support/service/client.ts';
import { engines, makeDatabase, TEST_KEY } from '../support/service/service.ts';
import { spawnTestService } from '../support/service/spawn-service.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2);
const WRITERS = 8;
const due = { when: 'start' };
const paymentSchedule = [
  { label: 'Deposit', type: 'percentage', value: 30, due },
  { label: 'Rest', type: 'rest', due },
];
/** The number of responses before the kill; it differs per round so that kills hit different writes. */
const responsesBeforeKill = (round: number) => 15 + ((round * 37) % 90);

/** Acknowledged writes, which must survive every crash. */
interface Acknowledged {
  quotes: Map<string, Json>;
  invoices: Map<string, Json>;
}

for (const engine of engines()) {
  describe(engine, () => {
    test(`${ROUNDS} kills during creates and converts lose nothing`, async () => {
      const place = await makeDatabase(engine, { withTables: true });
      const env = { ...place.env, LOG_LEVEL: 'silent' };
      const known: Acknowledged = { quotes: new Map(), invoices: new Map() };
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const service = await spawnTestService(env);
          try {
            const api = createClient({ url: service.url, key: TEST_KEY });
            await verify(api, known);
            await writeUntilKilled(api, known, responsesBeforeKill(round), () => service.stop('SIGKILL'));
          } finally {
            await service.stop('SIGKILL');
          }
          if (engine === 'sqlite') checkFile(join(place.dataDir, 'proffer.db'));
        }
        // This process is never killed, so it runs in-process.
        const config = readConfig({
          PORT: '0',
          LOG_LEVEL: 'silent',
          PROFFER_API_KEY: TEST_KEY,
          ...place.env,
        });
        const service = await startService(config, { warmUp: false });
        try {
          const api = createClient({ url: service.url, key: TEST_KEY });
          await verify(api, known);
          await verifyInvariants(api, known);
        } finally {
          await service.close();
        }
      } finally {
        await place.remove();
      }
    });
  });
}

async function writeUntilKilled(
  api: Client,
  known: Acknowledged,
  answers: number,
  kill: () => Promise<void>,
): Promise<void> {
  let left = answers;
  let killed: Promise<void> | undefined;
  const acknowledged = () => {
    if (--left === 0) killed = kill();
  };
  const writer = async () => {
    while (!killed) {
      const created = await api.post('/quotes', quoteBody({ customerId: 'cus_demo', paymentSchedule }));
      assert.equal(created.status, 201, created.text);
      known.quotes.set(created.body.id, withoutUrl(created.body));
      acknowledged();
      if (known.quotes.size % 3 !== 0) continue;
      const path = `/quotes/${created.body.id}`;
      const isStaged = known.quotes.size % 2 === 0;
      if (isStaged) {
        const { status, body, text } = await api.patch(path, { status: 'ACCEPTED' });
        assert.equal(status, 200, text);
        known.quotes.set(body.id, withoutUrl(body));
        acknowledged();
      }
      for (const wishes of isStaged ? [{ stage: 0 }, {}] : [{}]) {
        const converted = await api.post(`${path}/convert-to-invoice`, wishes);
        assert.equal(converted.status, 201, converted.text);
        const { quote, ...invoice } = converted.body;
        known.quotes.set(quote.id, quote);
        known.invoices.set(invoice.id, withoutUrl(invoice));
        acknowledged();
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: WRITERS }, writer));
  await killed;
  for (const result of results) {
    // A request cut off by the kill fails with a TypeError; any other error is a bug.
    if (result.status === 'rejected' && !(result.reason instanceof TypeError)) throw result.reason;
  }
}

async function verify(api: Client, { quotes, invoices }: Acknowledged): Promise<void> {
  const listed = new Map((await readAll(api, '/quotes')).map((quote) => [quote.id, quote]));
  for (const [id, quote] of quotes) {
    const found = listed.get(id);
    // The invoice may exist although its response was cut off.
    if (found && found.invoices.length > quote.invoices.length) continue;
    if (found?.status === 'ACCEPTED' && quote.status === 'DRAFT') continue;
    assert.deepEqual(found, quote);
  }
  const billed = new Map((await readAll(api, '/invoices')).map((invoice) => [invoice.id, invoice]));
  for (const [id, invoice] of invoices) assert.deepEqual(billed.get(id), invoice);
}

/** Checks that numbers have no gaps or repeats, that listed invoices exist, and that their sums match the quotes. */
async function verifyInvariants(api: Client, known: Acknowledged): Promise<void> {
  const quotes = await readAll(api, '/quotes');
  const invoices = await readAll(api, '/invoices');
  for (const documents of [quotes, invoices]) {
    const numbers = documents.map(({ number }) => Number(number.slice(-5))).sort((a, b) => a - b);
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    );
  }
  const converted = quotes.filter(({ status }) => status === 'CONVERTED');
  const listed = quotes.flatMap((quote) => quote.invoices);
  assert.deepEqual(listed.map(({ id }) => id).sort(), invoices.map(({ id }) => id).sort());
  for (const quote of quotes) {
    const invoiced = quote.invoices.reduce((sum: number, { total }: Json) => sum + total, 0);
    assert.equal(quote.status === 'CONVERTED', invoiced === quote.total);
    assert.equal(quote.invoiceId, quote.status === 'CONVERTED' ? quote.invoices.at(-1).id : null);
  }
  const { body } = await api.get('/quotes?status=CONVERTED&limit=1');
  assert.equal(body.pagination.total, converted.length);
  assert.ok(quotes.length >= known.quotes.size);
}

async function readAll(api: Client, path: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page++) {
    const { body } = await api.get(`${path}?limit=100&page=${page}`);
    all.push(...body.data);
    if (!body.pagination.hasMore) return all;
  }
}

function checkFile(file: string): void {
  const db = new DatabaseSync(file);
  try {
    assert.deepEqual({ ...db.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
    assert.deepEqual(db.prepare('PRAGMA foreign_key_check').all(), []);
    db.exec(`INSERT INTO quote_grams (quote_grams) VALUES ('integrity-check')`);
  } finally {
    db.close();
  }
}

function withoutUrl({ publicUrl: _, ...quote }: Json): Json {
  return quote;
}
