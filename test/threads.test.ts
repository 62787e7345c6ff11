import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createAccount, createKey } from '../src/actions/account/accounts.ts';
import { createQuotes } from '../src/actions/quote/create-quotes.ts';
import { readConfig } from '../src/config.ts';
import { startService } from '../src/service.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { findFirstAccount } from '../src/store/tables/account/accounts.ts';
import { withClock } from '../src/store/with-clock.ts';
import { quoteBody } from './support/api/quotes.ts';
import { type RealSmtpServer, readMail, startSmtpServer } from './support/mail/smtp-servers.ts';
import { dataUrl, PNG, svg } from './support/pdf/logos.ts';
import { proffer } from './support/service/cli.ts';
import { createClient } from './support/service/client.ts';
import { HOUR } from './support/service/clock.ts';
import { command } from './support/service/command.ts';
import { engines, makeDatabase } from './support/service/service.ts';
import { type SpawnedService, spawnTestService } from './support/service/spawn-service.ts';
import { clientsOfTwoThreads, type ThreadClient } from './support/service/thread-clients.ts';
import { until } from './support/until.ts';

const KEY = 'prf_live_threads_0123456789abcdefghijklmn';
const WRITES = 30;
const CLIENTS = 8;

for (const [index, engine] of engines().entries()) {
  const isFirst = index === 0;
  describe(`Two threads on ${engine}`, () => {
    let place: Awaited<ReturnType<typeof makeDatabase>>;
    let smtp: RealSmtpServer;
    let service: SpawnedService;
    /** Clients that alternate between the two threads. */
    let clients: ThreadClient[];
    let threads: [ThreadClient, ThreadClient];
    /** Delays the mail server's response to a message. */
    let onMail: () => Promise<void> = async () => {};
    const { promise: stopping, resolve: stop } = Promise.withResolvers<void>();
    const env = () => ({
      ...place.env,
      PROFFER_API_KEY: KEY,
      SERVER_THREADS: '2',
      SMTP_URL: smtp.url,
      RATE_LIMIT_WRITES: String(WRITES),
    });
    const body = (more: object = {}) => quoteBody({ customerId: 'cus_demo', ...more });
    const create = (client: ThreadClient, more: object = {}, headers: Record<string, string> = {}) =>
      client.ask('POST', '/api/v1/quotes', body(more), headers);

    before(async () => {
      place = await makeDatabase(engine, { withTables: true });
      smtp = await startSmtpServer({
        hideSTARTTLS: true,
        onMailFrom: (_address, _session, done) => void onMail().then(() => done()),
      });
      service = await spawnTestService(env(), { documents: isFirst ? 'typeset' : 'blank' });
      const customer = { name: 'Northwind', email: 'accounts@northwind.example.com' };
      await createClient({ url: service.url, key: KEY }).put('/customers/cus_demo', customer);
      clients = await clientsOfTwoThreads(service.url, KEY, CLIENTS);
      threads = clients.slice(0, 2) as [ThreadClient, ThreadClient];
    });
    after(async () => {
      for (const client of clients ?? []) client.close();
      await service?.stop('SIGKILL');
      await smtp?.close();
      await place?.remove();
    });

    async function untilStderr(pattern: RegExp): Promise<void> {
      await until(() => pattern.test(service.output().stderr));
    }

    test('show acknowledged writes of each other immediately, under any load', async () => {
      const [one, other] = threads;
      let isOver = false;
      // One reader per thread: more would slow down the test itself.
      const readers = clients.slice(2, 4).map(async (client) => {
        while (!isOver) await client.ask('GET', '/api/v1/quotes');
      });
      for (let times = 0; times < 5; times++) {
        const { status, body: quote } = await create(one, { title: `Seen ${times}` });
        assert.equal(status, 201);
        assert.deepEqual((await other.ask('GET', `/api/v1/quotes/${quote.id}`)).body, quote);
        const patched = await other.ask('PATCH', `/api/v1/quotes/${quote.id}`, { title: `Changed ${times}` });
        assert.equal(patched.status, 200);
        const found = await one.ask('GET', `/api/v1/quotes?search=Changed%20${times}`);
        assert.deepEqual(found.body.data[0].id, quote.id);
      }
      isOver = true;
      await Promise.all(readers);
    });

    test('number quotes without gaps in the order of creation, however they are created', async () => {
      const before = (await threads[0].ask('GET', '/api/v1/quotes')).body.pagination.total;
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          create(
            clients[index % CLIENTS] as ThreadClient,
            { title: `Order ${index}` },
            index % 3 === 0 ? { 'Idempotency-Key': `order-${index}` } : {},
          ),
        ),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      const numbers = answers.map(({ body: { number } }) => Number(number.slice(-5))).sort((a, b) => a - b);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => before + 1 + index),
      );
      const pages = async (query: string) => {
        const found: string[] = [];
        for (let page = 1; page <= 10; page++) {
          const reply = await threads[page % 2 && 1].ask(
            'GET',
            `/api/v1/quotes?limit=10&page=${page}${query}`,
          );
          found.push(...reply.body.data.map((quote: { number: string }) => quote.number.slice(-5)));
        }
        return found.map(Number);
      };
      const listed = await pages('');
      assert.deepEqual(await pages('&search=Order'), listed, 'a search shows them in the same order');
      // Processes that share a database use their own clocks.
      if (engine === 'sqlite') assert.deepEqual(listed, numbers.toReversed(), 'the newest first');
      else assert.deepEqual(new Set(listed), new Set(numbers));
    });

    test('list quotes in the order of creation after the clock was set back', async () => {
      const db = await openDatabase(readConfig(place.env));
      const account = await findFirstAccount(db.read);
      assert.ok(account);
      const wanted = Array.from({ length: 4 }, () => ({
        actor: { type: 'system' as const },
        input: body({ title: 'Put back' }),
      }));
      const later = () => Date.now() + HOUR;
      const ahead = await withClock(db, later).write((tx) => createQuotes(tx, account.id, wanted, later()));
      await db.close();
      const since = Date.now();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          create(
            clients[index % CLIENTS] as ThreadClient,
            { title: 'Put back' },
            index % 3 === 0 ? { 'Idempotency-Key': `back-${index}` } : {},
          ),
        ),
      );
      const made: { id: string; createdAt: string }[] = answers.map((answer) => answer.body);
      for (const { createdAt } of made) {
        assert.ok(Date.parse(createdAt) >= since && Date.parse(createdAt) <= Date.now(), createdAt);
      }
      const ids = [...made, ...ahead].map((quote) => ('id' in quote ? quote.id : '')).sort();
      for (const [index, client] of threads.entries()) {
        const found: string[] = [];
        for (let page = 1; page <= 3; page++) {
          const query = `search=Put%20back&limit=5&page=${page}&sort=${index === 0 ? '' : '-'}createdAt`;
          const reply = await client.ask('GET', `/api/v1/quotes?${query}`);
          found.push(...reply.body.data.map((quote: { id: string }) => quote.id));
        }
        assert.deepEqual(found, index === 0 ? ids : ids.toReversed());
      }
    });

    test('have the same time as soon as a test clock is advanced', async () => {
      const db = await openDatabase(readConfig(place.env));
      const { secret } = await db.write(async (tx) => {
        const account = await createAccount(tx, { name: 'Test', kind: 'test' }, Date.now());
        return createKey(tx, account, { name: 'Test', access: 'write' }, Date.now());
      });
      await db.close();
      const [one, other] = (await clientsOfTwoThreads(service.url, secret, 2)) as [
        ThreadClient,
        ThreadClient,
      ];
      const path = '/api/v1/test-clock';
      await other.ask('GET', path);
      await other.ask('PUT', '/api/v1/customers/cus_demo', { name: 'Ada' });
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const { now } = (await first.ask('POST', path, { advanceBy: 'P10D' })).body;
        assert.ok((await second.ask('GET', path)).body.now >= now);
        assert.ok((await create(second)).body.createdAt >= now);
        assert.ok((await first.ask('PUT', '/api/v1/customers/c', { name: now })).body.updatedAt >= now);
      }
      for (const client of [one, other]) client.close();
    });

    test('perform concurrent requests to both once', async () => {
      const keyed = await Promise.all(
        threads.map((thread) => create(thread, {}, { 'Idempotency-Key': 'twice' })),
      );
      assert.deepEqual(keyed[0]?.body, keyed[1]?.body);
      const path = `/api/v1/quotes/${keyed[0]?.body.id}/convert-to-invoice`;
      const converted = await Promise.all(clients.map((client) => client.ask('POST', path)));
      assert.equal(converted.filter(({ status }) => status === 201).length, 1);
      assert.equal(new Set(converted.map(({ body: invoice }) => invoice.id ?? invoice.invoiceId)).size, 1);
    });

    test('invoice each stage once, and the rest once, under concurrent requests to both', async () => {
      const due = { when: 'start' };
      const stage = { label: 'Part', type: 'percentage', value: 50, due };
      const quote = (await create(threads[0] as ThreadClient, { paymentSchedule: [stage, stage] })).body;
      const path = `/api/v1/quotes/${quote.id}`;
      await threads[0]?.ask('PATCH', path, { status: 'ACCEPTED' });
      const first = await Promise.all(
        clients.map((client) => client.ask('POST', `${path}/convert-to-invoice`, { stage: 0 })),
      );
      assert.equal(first.filter(({ status }) => status === 201).length, 1);
      assert.equal(new Set(first.map(({ body: made }) => made.id ?? made.invoiceId)).size, 1);
      const last = await Promise.all(
        clients.map((client, index) =>
          client.ask('POST', `${path}/convert-to-invoice`, index % 2 === 0 ? { stage: 1 } : {}),
        ),
      );
      assert.equal(last.filter(({ status }) => status === 201).length, 1);
      const { body: read } = (await threads[1]?.ask('GET', path)) ?? {};
      assert.deepEqual([read.status, read.invoices.length], ['CONVERTED', 2]);
      assert.equal(read.invoices[0].total + read.invoices[1].total, quote.total);
    });

    test('share the limits of a key, and reject it as soon as it is revoked', async () => {
      const created = await command(['keys', 'create', '--name', 'Shared', '--json'], env());
      const { id, secret } = JSON.parse(created.stdout);
      const auth = { Authorization: `Bearer ${secret}` };
      const replies = [];
      for (let times = 0; times < WRITES + 4; times++) {
        replies.push(await create(threads[times % 3 === 0 ? 0 : 1], {}, auth));
      }
      assert.deepEqual(
        replies.map(({ status }) => status),
        [...Array(WRITES).fill(201), 429, 429, 429, 429],
      );
      assert.match(replies[WRITES - 1]?.headers.ratelimit ?? '', /^"write";r=0;/);
      await command(['keys', 'revoke', id], env());
      // On PostgreSQL a revoked key may be cached for half a second longer, with any number of threads.
      if (engine === 'postgres') return;
      for (const thread of threads) {
        assert.equal((await thread.ask('GET', '/api/v1/quotes', undefined, auth)).status, 401);
      }
    });

    // The database is hardly involved, so one engine is enough.
    if (isFirst) {
      test('return the error messages of the main thread', async () => {
        for (const thread of threads) {
          const { status, body: problem, headers } = await create(thread, { customerId: 'cus_nobody' });
          assert.deepEqual([status, problem.code], [400, 'customer_unknown']);
          assert.deepEqual(problem.errors[0].path, '/customerId');
          assert.equal(problem.requestId, headers['x-request-id']);
        }
      });

      test('render PDFs and send emails', async () => {
        for (const [index, thread] of threads.entries()) {
          const { body: quote } = await create(thread, { title: `Sent ${index}` });
          const pdf = await thread.ask('GET', `/api/v1/quotes/${quote.id}/pdf`);
          assert.equal(pdf.status, 200);
          const file = await fetch(pdf.body.url);
          assert.match(await file.text(), /^%PDF-1\.7/);
          const sent = await thread.ask('POST', `/api/v1/quotes/${quote.id}/send`);
          assert.deepEqual([sent.status, sent.body.status], [200, 'SENT']);
          const mail = await readMail(smtp.received.at(-1)?.source ?? Buffer.alloc(0));
          assert.match(mail.subject ?? '', new RegExp(quote.number));
          const page = await fetch(sent.body.publicUrl);
          assert.match(await page.text(), new RegExp(`Sent ${index}`));
        }
      });

      test('have a logo validated, and report its errors', async () => {
        const path = '/api/v1/account';
        for (const thread of threads) {
          const refused = await thread.ask('PATCH', path, { logo: svg('<script/>') });
          assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/logo']);
          assert.match(refused.body.errors[0].message, /<script>/);
          assert.equal((await thread.ask('PATCH', path, { logo: dataUrl('png', PNG) })).status, 200);
          assert.equal((await thread.ask('PATCH', path, { logo: null })).status, 200);
        }
      });

      test('are counted together in the metrics of each', async () => {
        const countOf = (text: string) =>
          Number(/http_request_seconds_count\{.*route="\/api\/v1\/invoices".*\} (\d+)/.exec(text)?.[1] ?? 0);
        for (const thread of [...threads, ...threads, threads[0]])
          await thread.ask('GET', '/api/v1/invoices');
        for (const thread of threads) {
          const { body: metrics, headers } = await thread.ask('GET', '/metrics');
          assert.match(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
          assert.equal(countOf(metrics), 5);
          assert.match(metrics, /^process_start_time_seconds \d+$/m);
          assert.match(metrics, /^proffer_mails_total\{outcome="taken"\} 2$/m);
          assert.match(metrics, /^proffer_outbox_waiting \d+$/m);
        }
      });

      test('bind the port exclusively', async () => {
        const port = new URL(service.url).port;
        const DATA_DIR = join(place.dataDir, 'another');
        const second = await proffer(['serve'], { ...env(), DATA_DIR, PORT: port, SERVER_THREADS: '2' });
        assert.equal(second.code, 1);
        assert.match(second.stderr, new RegExp(`port ${port} on 127.0.0.1 is taken`));
      });
    }

    test('finish running requests when they are stopped', async (t) => {
      const slow = (await create(threads[0])).body;
      const abandoned = (await create(threads[1])).body;
      let held = 0;
      const areHeld = new Promise<void>((resolve) => {
        onMail = () => {
          if (++held === 2) resolve();
          return stopping;
        };
      });
      const send = (client: ThreadClient, { id }: { id: string }) =>
        client.ask('POST', `/api/v1/quotes/${id}/send`);
      const sent = send(threads[0], slow);
      const unheard = assert.rejects(send(threads[1], abandoned));
      await areHeld;
      threads[1].close();
      await unheard;
      const asked = clients.slice(2).flatMap((client) => [create(client), create(client)]);
      await Promise.race(asked);
      const ended = once(service.process, 'exit');
      const stopped = service.stop();
      await untilStderr(/finishing the running requests/);
      stop();
      assert.deepEqual([(await sent).status, (await sent).body.status], [200, 'SENT']);
      const acknowledged = (await Promise.allSettled(asked)).flatMap((result) =>
        result.status === 'fulfilled' && result.value.status === 201 ? [result.value.body] : [],
      );
      await stopped;
      assert.deepEqual(await ended, [0, null]);
      for (const line of service.output().stdout.split('\n').filter(Boolean)) JSON.parse(line);
      const next = await startService(
        readConfig({ ...env(), PORT: '0', SERVER_THREADS: '1', LOG_LEVEL: 'silent' }),
      );
      t.after(next.close);
      const api = createClient({ url: next.url, key: KEY });
      assert.ok(acknowledged.length > 0);
      const { body: done } = await api.get(`/quotes/${abandoned.id}`);
      assert.equal(done.status, 'SENT', 'also after the client disconnected');
      for (const quote of acknowledged) {
        assert.deepEqual((await api.get(`/quotes/${quote.id}`)).body, quote);
      }
    });
  });
}

test('a thread that fails ends the whole process', async () => {
  const place = await makeDatabase('sqlite', { withTables: true });
  const sign = join(place.dataDir, 'fail');
  const failing = `data:text/javascript,import { existsSync } from 'node:fs';
    import { workerData } from 'node:worker_threads';
    if (workerData?.turns) setInterval(() => { if (existsSync('${sign}')) throw new Error('by intent'); }, 20);`;
  const service = await spawnTestService({
    ...place.env,
    SERVER_THREADS: '2',
    NODE_OPTIONS: `--import ${JSON.stringify(failing.replaceAll('\n', ' '))}`,
  });
  const ended = once(service.process, 'close');
  await writeFile(sign, '');
  const [code] = await ended;
  await place.remove();
  assert.notEqual(code, 0);
  assert.match(service.output().stderr, /by intent/);
});
