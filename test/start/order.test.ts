import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text as consume } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { type MailDesk, startMailDesk } from '../support/mail/mail-desk.ts';
import { historyOf, send, startSlowSend } from '../support/mail/sendings.ts';
import { prepareDatabase } from '../support/service/cli.ts';
import { createClient } from '../support/service/client.ts';
import { freePort } from '../support/service/free-port.ts';
import { PROGRAM, PROGRAM_ENV } from '../support/service/program.ts';
import { refusedStart } from '../support/service/refused-start.ts';
import { engines, makeDatabase } from '../support/service/service.ts';
import { type SpawnedService, spawnerOfServices } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

const spawnTestService = spawnerOfServices();

const KEY = 'prf_live_0123456789abcdefghijklmnopqrstuv';
const IN_USE = /^proffer: DATA_DIR \S+: another process of Proffer is using this folder .*: stop it first/;

for (const engine of engines()) {
  describe(`a start that fails changes nothing, on ${engine}`, () => {
    let place: Awaited<ReturnType<typeof makeDatabase>>;
    let desk: MailDesk;
    let live: SpawnedService;
    before(async () => {
      place = await makeDatabase(engine, { withTables: true });
      desk = await startMailDesk();
      live = await spawnTestService(
        { ...place.env, PROFFER_API_KEY: KEY, SMTP_URL: desk.url },
        { documents: 'blank' },
      );
    });
    after(async () => {
      await live?.stop('SIGKILL');
      await desk?.close();
      await place?.remove();
    });

    test('an email in progress stays so if the port is in use, and is sent once', async () => {
      const api = createClient({ url: live.url, key: KEY });
      await api.put('/customers/cus_demo', { name: 'Ada', email: 'ada@example.test' });
      const { id } = await createQuote(api, { customerId: 'cus_demo' });
      const { reply, mail } = await startSlowSend(desk, api, id, 'once');
      const env = { ...place.env, PROFFER_API_KEY: KEY, SMTP_URL: desk.url, PORT: new URL(live.url).port };
      const told = engine === 'sqlite' ? IN_USE : /^proffer: port \d+ on \S+ is taken/;
      assert.match(await refusedStart(env), told);
      assert.deepEqual(await historyOf(api, id), ['created']);
      assert.equal((await send(api, id, 'once')).body.code, 'idempotency_in_progress');
      mail.accept();
      assert.equal((await reply).body.status, 'SENT');
      assert.equal((await send(api, id, 'once')).text, (await reply).text);
      assert.equal(desk.mails.length, 1);
    });
  });

  describe(`a first start on ${engine}`, () => {
    let place: Awaited<ReturnType<typeof makeDatabase>>;
    before(async () => {
      place = await makeDatabase(engine);
    });
    after(() => place?.remove());

    test('keeps the first key for the next start if the port is in use', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as { port: number };
      const taken = (variable: string) =>
        new RegExp(`^proffer: port ${port} on \\S+ is taken: .* set ${variable}\n$`);
      for (const variable of ['PORT', 'METRICS_PORT']) {
        assert.match(await refusedStart({ ...place.env, [variable]: String(port) }), taken(variable));
      }
      other.close();
      const service = await spawnTestService({ ...place.env, PROFFER_API_KEY: '' });
      const key = /API key +(\S+)/.exec(service.output().stderr)?.[1] ?? '';
      assert.equal((await createClient({ url: service.url, key }).get('/quotes')).status, 200);
      await service.stop();
    });
  });
}

describe('a port', () => {
  test('queues requests until the data is ready', async () => {
    const place = await makeDatabase('sqlite');
    await prepareDatabase(place.dataDir);
    const file = new DatabaseSync(join(place.dataDir, 'proffer.db'));
    const [PORT, METRICS_PORT] = [String(await freePort()), String(await freePort())];
    // A concurrent writer blocks the start.
    file.exec('BEGIN IMMEDIATE');
    const started = spawnTestService({ ...place.env, PORT, METRICS_PORT });
    await waitForStatus(`http://127.0.0.1:${METRICS_PORT}/metrics`, 503, started);
    let isDecided = false;
    const request = async (path: string) => {
      const asked = get(`http://127.0.0.1:${PORT}${path}`, { agent: false });
      const [response] = await once(asked, 'response');
      return [response.statusCode, await consume(response)];
    };
    const answers = Array.from({ length: 8 }, async () => {
      const answer = await request('/healthz');
      isDecided = true;
      return answer;
    });
    for (const path of ['/readyz', '/readyz?verbose', '/quotes/readyz']) {
      const [status, text] = await request(path);
      assert.deepEqual([status, JSON.parse(text).reason], [503, 'starting']);
    }
    // Metrics are not served earlier either.
    await waitForStatus(`http://127.0.0.1:${METRICS_PORT}/metrics`, 503, started);
    assert.equal(isDecided, false);
    file.exec('ROLLBACK');
    file.close();
    for (const answer of answers) assert.deepEqual(await answer, [200, '{"status":"ok"}']);
    assert.deepEqual(await request('/readyz'), [200, '{"status":"ready"}']);
    await waitForStatus(`http://127.0.0.1:${METRICS_PORT}/metrics`, 200, started);
    await (await started).stop();
    await place.remove();
  });
});

test('a stop signal ends a start that waits', async () => {
  const place = await makeDatabase('sqlite');
  await prepareDatabase(place.dataDir);
  const file = new DatabaseSync(join(place.dataDir, 'proffer.db'));
  // A concurrent writer blocks the start.
  file.exec('BEGIN IMMEDIATE');
  const PORT = String(await freePort());
  const env = { ...PROGRAM_ENV, ...place.env, PORT, PROFFER_API_KEY: KEY };
  const child = spawn(process.execPath, [...PROGRAM, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const written = consume(child.stderr);
  await until(() =>
    fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      ({ status }) => status === 503,
      () => false,
    ),
  );
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  assert.match(await written, /^SIGTERM: stopped before the service was ready$/m);
  file.close();
  const service = await spawnTestService({ ...place.env, PROFFER_API_KEY: KEY });
  assert.equal((await createClient({ url: service.url, key: KEY }).get('/quotes')).status, 200);
  await service.stop();
  await place.remove();
});

/** Polls until the port responds, and expects that status. */
async function waitForStatus(url: string, status: number, started: Promise<unknown>): Promise<void> {
  let failure: Error | undefined;
  started.catch((error) => {
    failure = error;
  });
  const reply = await until(() => {
    if (failure) throw failure;
    return fetch(url).catch(() => undefined);
  });
  assert.equal(reply.status, status);
}
