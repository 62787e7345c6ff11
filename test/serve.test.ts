import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { openPage, tokenIn } from './support/console/sign-in.ts';
import { startMailDesk } from './support/mail/mail-desk.ts';
import { proffer, temporaryFolder } from './support/service/cli.ts';
import { createClient } from './support/service/client.ts';
import { command } from './support/service/command.ts';
import { copyTables } from './support/service/data-folder.ts';
import { refusedStart } from './support/service/refused-start.ts';
import { TEST_KEY } from './support/service/service.ts';
import { type SpawnedService, spawnTestService } from './support/service/spawn-service.ts';
import { until } from './support/until.ts';

const QUOTE = {
  customerId: 'cus_demo',
  title: 'Website',
  items: [{ description: 'Day', quantity: 1, unitPrice: 100 }],
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const running: SpawnedService[] = [];

before(async () => {
  folder = await temporaryFolder();
});
after(async () => {
  for (const service of running) await service.stop('SIGKILL');
  await folder.remove();
});

async function start(name: string, env: Record<string, string> = {}): Promise<SpawnedService> {
  const dataDir = join(folder.path, name);
  await copyTables(dataDir);
  const service = await spawnTestService({ DATA_DIR: dataDir, ...env });
  running.push(service);
  return service;
}

describe('the first start', () => {
  it('shows a live and a test key once, with a command that works as printed', async () => {
    const first = await start('first', { PROFFER_API_KEY: '' });
    await untilStderr(first, /╯/);
    const { stderr } = first.output();
    const key = /API key +(prf_live_\S+)/.exec(stderr)?.[1] ?? '';
    assert.match(stderr, new RegExp(`Base URL +${first.url}/api/v1\n`));
    const testKey = /Test key +(prf_test_\S+)/.exec(stderr)?.[1] ?? '';
    const tester = createClient({ url: first.url, key: testKey });
    assert.equal((await tester.post('/test-clock', { advanceBy: 'P30D' })).status, 200);
    const listed = await command(['accounts', 'list', '--json'], { DATA_DIR: join(folder.path, 'first') });
    assert.deepEqual(
      JSON.parse(listed.stdout).data.map(({ kind }: Record<string, string>) => kind),
      ['live', 'test'],
      'the live account is the first one',
    );

    const created = await runCurl(stderr);
    assert.equal(created.status, 201, await created.text());
    const { data } = (await tester.get('/quotes')).body;
    assert.deepEqual(
      data.map(({ number, customerId }: Record<string, string>) => [number?.slice(-5), customerId]),
      [['00001', 'cus_demo']],
    );
    await first.stop();
    const { stdout } = first.output();
    for (const secret of [key, testKey]) assert.ok(!stdout.includes(secret), 'a key is never in the log');
    for (const line of stdout.split('\n').filter(Boolean)) assert.doesNotThrow(() => JSON.parse(line), line);

    const second = await start('first', { PROFFER_API_KEY: '' });
    await untilStderr(second, /╯/);
    assert.match(second.output().stderr, /^Proffer \S+ listens on http:\/\/127\.0\.0\.1:\d+\n/);
    assert.doesNotMatch(second.output().stderr, /prf_/);
    const again = createClient({ url: second.url, key: testKey });
    assert.equal((await again.get('/quotes')).body.pagination.total, 1);
    assert.equal((await createClient({ url: second.url, key }).get('/customers')).body.pagination.total, 0);
    await second.stop();
  });

  it('shows the setup link of the console at every start until it is used, and stops immediately on a second signal', async () => {
    const linkOf = async (service: SpawnedService) => {
      await untilStderr(service, /╯/);
      return /http:\/\/localhost:\d+\/setup\?code=[\w-]{22}/.exec(service.output().stderr)?.[0] ?? '';
    };
    const first = await start('setup', {});
    const old = await linkOf(first);
    await first.stop();
    const second = await start('setup', { SERVER_THREADS: '2' });
    assert.match(
      second.output().stderr,
      /^SERVER_THREADS has no effect: .* several processes on PostgreSQL\.$/m,
    );
    const link = new URL(await linkOf(second));
    const code = link.searchParams.get('code') ?? '';
    const open = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
      openPage(second.url, path, form, { Origin: second.url, Connection: 'close', ...headers });
    assert.equal(
      (await open(`/setup${new URL(old).search}`)).status,
      410,
      'the newest start has replaced it',
    );
    const owner = {
      business: 'Co',
      name: 'Grace',
      email: 'grace@example.test',
      password: 'correct horse battery',
    };
    const both = await Promise.all([open('/setup', { ...owner, code }), open('/setup', { ...owner, code })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 410]);
    const token = both.map(tokenIn).find(Boolean);
    const Cookie = `proffer_session=${token}`;
    const account = (await open('/', undefined, { Cookie })).location?.slice(1, -1) ?? '';
    const call = { Cookie, 'Proffer-Account': account };
    for (let times = 0; times < 8; times++)
      assert.equal((await open('/api/v1/users', undefined, call)).status, 200);
    assert.equal((await open('/sign-in', { ...owner, password: 'a wrong password' })).status, 401);
    await open('/sign-out', {}, { Cookie });
    for (let times = 0; times < 8; times++)
      assert.equal((await open('/api/v1/users', undefined, call)).status, 401);
    await second.stop();
    const { stdout } = second.output();
    assert.match(stdout, /"route":"\/sign-in","status":401,"ms":[\d.]+,"ip":"127\.0\.0\.1"/);
    assert.match(stdout, /"user":"usr_\w+"/);
    for (const secret of [code, token ?? '', owner.email, owner.password, 'wrong password', 'Grace']) {
      assert.ok(!stdout.includes(secret), `${secret} is in the log`);
    }
    const third = await start('setup', {});
    assert.match(third.output().stderr, /^Proffer \S+ listens on http:\/\/127\.0\.0\.1:\d+\n$/);
    await expectSecondSignalToEnd(third);
  });

  it('serves no console if it is off, and finishes a running request on a signal', async () => {
    const service = await start('off', { CONSOLE: 'off' });
    assert.match(service.output().stderr, /^Proffer \S+ listens on http:\/\/127\.0\.0\.1:\d+\n$/);
    const paths = [
      '/',
      '/setup',
      '/sign-in',
      '/sign-out',
      '/reset',
      '/invitation',
      '/second-factor',
      '/acc_x/',
    ];
    for (const path of paths) {
      assert.equal((await fetch(service.url + path)).status, 404, path);
      assert.equal((await openPage(service.url, path, {}, { Origin: service.url })).status, 404, path);
    }
    const headers = { Cookie: 'proffer_session=x', 'Proffer-Account': 'acc_x' };
    const { status, text } = await openPage(service.url, '/api/v1/quotes', undefined, headers);
    assert.equal(status, 401);
    assert.match(text, /Authorization: Bearer/);
    await expectSignalToFinish(service);
  });

  it('creates the account of the kind of PROFFER_API_KEY, also later, and prints the URL for links in emails', async () => {
    for (const [key, kind, PUBLIC_URL] of [
      ['prf_live_automation_0123456789abcdefghijklmn', 'live', ''],
      ['prf_test_automation_0123456789abcdefghijklmn', 'test', 'https://quotes.example'],
    ] as const) {
      const mail = { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL };
      const service = await start('kinds', { PROFFER_API_KEY: key, ...mail });
      assert.match(service.output().stderr, /^Proffer \S+ listens on/);
      if (!PUBLIC_URL)
        await untilStderr(service, /customers will get links to this machine \(http:\/\/127\.0\.0\.1:\d+\)/);
      const client = createClient({ url: service.url, key });
      assert.equal((await client.get('/account')).body.kind, kind);
      assert.equal((await client.get('/customers')).body.pagination.total, kind === 'test' ? 3 : 0);
      await service.stop();
      if (PUBLIC_URL) assert.doesNotMatch(service.output().stderr, /PUBLIC_URL/);
    }
  });
});

describe('a start that fails', { concurrency: 2 }, () => {
  async function refused(env: Record<string, string>, pattern: RegExp): Promise<void> {
    const line = await refusedStart(env);
    assert.match(line, pattern);
    assert.equal(line.trimEnd().split('\n').length, 1, `one line, not ${line}`);
  }

  async function refusedAsProcess(env: Record<string, string>, pattern: RegExp): Promise<void> {
    const { code, stdout, stderr } = await proffer(['serve'], { PORT: '0', LOG_LEVEL: 'silent', ...env });
    assert.equal(code, 1, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, pattern);
    assert.equal(stderr.trimEnd().split('\n').length, 1, `one line, not ${stderr}`);
  }

  it('reports that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = new RegExp(
      `^proffer: port ${port} on 127\\.0\\.0\\.1 is taken: .* or set METRICS_PORT$`,
      'm',
    );
    const env = { DATA_DIR: join(folder.path, 'taken'), METRICS_PORT: String(port) };
    await refusedAsProcess(env, taken);
    other.close();
  });

  it('reports that the folder cannot be used', async () => {
    await writeFile(join(folder.path, 'file'), '');
    const dataDir = join(folder.path, 'file', 'data');
    await refused({ DATA_DIR: dataDir }, /^proffer: DATA_DIR .*file.data: .*not a folder/);
  });

  it('names an invalid variable', () =>
    refusedAsProcess({ SMTP_URL: 'mail' }, /^proffer: SMTP_URL: must be a URL/));

  it('names a URL without a host', () =>
    refused({ SMTP_URL: 'smtp://' }, /^proffer: SMTP_URL: must look like smtp:\/\/user:password@host/));

  it('names a port that is given twice', () =>
    refused({ PORT: '3000', METRICS_PORT: '3000' }, /^proffer: METRICS_PORT: must not be the same as PORT/));

  it('reports that the IP address is not of this machine', () =>
    refused(
      { DATA_DIR: join(folder.path, 'host'), HOST: '192.0.2.1' },
      /^proffer: HOST: this machine has no/,
    ));

  it('reports that the database does not respond', () =>
    refused(
      { DATABASE_URL: 'postgres://proffer:secret@127.0.0.1:1/x' },
      /^proffer: DATABASE_URL: (?!.*secret)/,
    ));
});

describe('commands during a running service', () => {
  let service: SpawnedService;
  let env: Record<string, string>;
  before(async () => {
    service = await start('beside');
    env = { DATA_DIR: join(folder.path, 'beside') };
  });

  it('take effect immediately', async () => {
    const { id, secret } = JSON.parse((await command(['keys', 'create', '--json'], env)).stdout);
    const client = createClient({ url: service.url, key: secret });
    assert.equal((await client.get('/quotes')).status, 200);

    const csv = join(folder.path, 'beside.csv');
    await writeFile(csv, 'id,name\nnew,New customer\n');
    assert.equal((await command(['customers', 'import', csv], env)).code, 0);
    assert.equal((await client.post('/quotes', { ...QUOTE, customerId: 'new' })).status, 201);

    assert.equal((await command(['keys', 'revoke', id], env)).code, 0);
    assert.equal((await client.get('/quotes')).status, 401);
  });

  it('print links to the service, whatever it listens on, and pass emails to its mail server', async () => {
    const { port } = new URL(service.url);
    const { stdout } = await command(['users', 'invite', 'ada@example.test'], env);
    assert.match(stdout, new RegExp(`^http://localhost:${port}/invitation\\?code=[\\w-]{22}\\n$`));

    const desk = await startMailDesk();
    try {
      const settings = {
        SMTP_URL: desk.url,
        PUBLIC_URL: 'https://quotes.test',
        MAIL_FROM: 'desk@seller.test',
      };
      const mailing = await start('mailing', { ...settings, PROFFER_SECRET: 's'.repeat(32) });
      const beside = { DATA_DIR: join(folder.path, 'mailing') };
      const refused = await command(['users', 'invite', 'bob@example.test'], beside);
      assert.deepEqual([refused.code, /PROFFER_SECRET/.test(refused.stderr)], [1, true], refused.stderr);
      const given = { ...beside, PROFFER_SECRET: 's'.repeat(32) };
      const invited = await command(['users', 'invite', 'bob@example.test'], given);
      assert.deepEqual([invited.code, invited.stdout], [0, ''], invited.stderr);
      const mail = await until(() => desk.mails[0]);
      assert.deepEqual([mail.from, mail.to], ['desk@seller.test', ['bob@example.test']]);
      assert.match(mail.source.toString(), /https:\/\/quotes\.test\/invitation/);
      await mailing.stop();
    } finally {
      await desk.close();
    }
  });

  it('back up the complete database during writes', async () => {
    const client = createClient({ url: service.url, key: TEST_KEY });
    const early = (await client.post('/quotes', QUOTE)).body.id;
    let writing = true;
    const writer = (async () => {
      while (writing) assert.equal((await client.post('/quotes', QUOTE)).status, 201);
    })();
    const copy = join(folder.path, 'copy.db');
    const done = await proffer(['backup', copy], env);
    assert.equal(done.code, 0, done.stderr);
    writing = false;
    await writer;
    await service.stop();
    assert.match((await command(['backup', copy], env)).stderr, /exists already/);
    assert.equal((await command(['backup', copy, '--force'], env)).code, 0);

    await keepNewestCopies(env);
    const db = new DatabaseSync(copy, { readOnly: true });
    assert.deepEqual({ ...db.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
    assert.ok(db.prepare('SELECT 1 FROM quotes WHERE id = ?').get(early));
    db.close();
  });
});

/** Expects a signal to finish the running request before the stop. */
async function expectSignalToFinish(service: SpawnedService): Promise<void> {
  const slow = slowCreate(service.url, TEST_KEY);
  await slow.arrived;
  service.process.kill('SIGTERM');
  await untilStderr(service, /SIGTERM: finishing/);
  assert.equal(await slow.finish(), 201);
  const [code] = await once(service.process, 'close');
  assert.equal(code, 0);
}

/** Expects a second signal to stop the service immediately. */
async function expectSecondSignalToEnd(service: SpawnedService): Promise<void> {
  const slow = slowCreate(service.url, TEST_KEY);
  await slow.arrived;
  const ended = once(service.process, 'close');
  const again = setInterval(() => service.process.kill('SIGINT'), 50);
  const [code] = await ended;
  clearInterval(again);
  assert.equal(code, 130);
  slow.abandon();
}

/** Runs the printed command without needing curl. */
function runCurl(text: string): Promise<Response> {
  const command = /^curl -X POST (?<url>\S+)[\s\S]*?-d '(?<body>[^']*)'/m.exec(text);
  assert.ok(command?.groups, 'there is a curl command');
  const headers = [...command[0].matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const { url = '', body = '' } = command.groups;
  return fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body });
}

/** Sends a create whose body is held back until the test releases it. */
function slowCreate(url: string, key: string) {
  const body = JSON.stringify(QUOTE);
  const outgoing = request(`${url}/api/v1/quotes`, {
    method: 'POST',
    // A keep-alive connection of a client must not keep the service running.
    agent: new Agent({ keepAlive: true }),
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  outgoing.on('error', () => {});
  const answered = new Promise<number | undefined>((resolve) => {
    outgoing.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
  });
  outgoing.flushHeaders();
  return {
    /** The service has read the headers and sends 100 Continue. */
    arrived: once(outgoing, 'continue'),
    finish: () => {
      outgoing.end(body);
      return answered;
    },
    abandon: () => outgoing.destroy(),
  };
}

async function untilStderr(service: SpawnedService, pattern: RegExp): Promise<void> {
  await until(() => pattern.test(service.output().stderr));
}

/** Writes copies to a folder of backups, where only older copies of the same kind of name are deleted. */
async function keepNewestCopies(env: Record<string, string>): Promise<void> {
  const backups = join(folder.path, 'backups');
  await mkdir(backups);
  const others = ['proffer-monday.db', 'proffer-2026-01-01T000000Z.db.partial'];
  const old = ['proffer-2026-01-01T000000Z.db', 'proffer-2026-01-02T000000Z.db'];
  for (const name of [...others, ...old]) await writeFile(join(backups, name), '');
  const { code, stderr } = await command(['backup', '--keep', '2'], { ...env, BACKUP_DIR: backups });
  assert.equal(code, 0, stderr);
  const names = (await readdir(backups)).sort();
  assert.equal(names.length, 4, names.join());
  for (const name of [...others, old[1] ?? '']) assert.ok(names.includes(name), name);
  assert.match(stderr, /backups\/proffer-\d{4}-\d\d-\d\dT\d{6}Z\.db: \d/);
}
