import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { createQuote, quoteBody } from '../support/api/quotes.ts';
import {
  startTestService,
  TEST_KEY,
  type TestAccount,
  type TestService,
} from '../support/service/service.ts';

const MAX_REQUESTS = 4;
const MANY = 256;

let service: TestService;
let account: TestAccount;

before(async () => {
  const env = { MAX_REQUESTS: String(MAX_REQUESTS), RATE_LIMIT_WRITES: '0' };
  service = await startTestService({ env });
  account = await service.newAccount();
});
after(() => service?.close());

test('requests above the limit get 503 immediately, and the service recovers when the others finish', async () => {
  const { id } = await createQuote(account);
  const release = await holdWrites();
  const held = Array.from({ length: MAX_REQUESTS }, (_, index) =>
    account.post('/quotes', quoteBody({ title: `Held ${index}` })),
  );
  await untilRefused();

  const refused = await account.post('/quotes', quoteBody({ title: 'Refused' }));
  assert.deepEqual([refused.status, refused.body.code, refused.body.status], [503, 'overloaded', 503]);
  assert.match(refused.headers.get('Content-Type') ?? '', /^application\/problem\+json/);
  assert.equal(refused.headers.get('Retry-After'), '1');
  assert.equal(refused.body.requestId, refused.headers.get('X-Request-Id'));
  assert.equal(
    (await service.client('no key').get(`/quotes/${id}`)).status,
    503,
    'before the key is looked at',
  );
  const page = await fetch(`${service.url}/q/${'x'.repeat(43)}`);
  assert.deepEqual([page.status, page.headers.get('Retry-After')], [503, '1']);
  assert.match(page.headers.get('Content-Type') ?? '', /^text\/html/);
  for (const path of ['/healthz', '/readyz'])
    assert.equal((await fetch(`${service.url}${path}`)).status, 200);
  const metrics = await (
    await fetch(`${service.url}/metrics`, { headers: { Authorization: `Bearer ${TEST_KEY}` } })
  ).text();
  assert.match(metrics, /^proffer_requests_refused_total [1-9]/m);

  release();
  for (const [index, { status, body }] of (await Promise.all(held)).entries()) {
    assert.deepEqual([status, body.title], [201, `Held ${index}`]);
  }
  const { status, body } = await account.get('/quotes');
  assert.deepEqual(
    [status, body.pagination.total],
    [200, 1 + MAX_REQUESTS],
    'a rejected request has no effect',
  );
  const year = new Date(service.clock()).getUTCFullYear();
  assert.equal((await createQuote(account)).number, `Q-${year}-0000${2 + MAX_REQUESTS}`);
});

test('many quick concurrent requests are all served, in order', async () => {
  const quotes = await Promise.all(Array.from({ length: 3 }, () => createQuote(account)));
  const wanted = Array.from({ length: 4 * MANY }, (_, index) => quotes[index % quotes.length].id);
  const answers = await pipelined(wanted.map((id) => `/api/v1/quotes/${id}`));
  assert.deepEqual(
    answers.map(({ status, body }) => `${status} ${body.id}`),
    wanted.map((id) => `200 ${id}`),
  );
});

/** Locks the database from outside, as the command line may: every write waits until the release. */
async function holdWrites(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await new Promise<void>((locked) => {
    service.db.write(async (tx) => {
      await tx.run('UPDATE accounts SET version = version');
      locked();
      await promise;
    });
  });
  return resolve;
}

async function untilRefused(): Promise<void> {
  for (let times = 0; times < 1000; times++) {
    if ((await account.get('/account')).status === 503) return;
  }
  assert.fail('no request was rejected');
}

/** Sends all requests on one connection without waiting for responses. */
async function pipelined(paths: string[]): Promise<{ status: number; body: { id: string } }[]> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = `Host: x\r\nAuthorization: Bearer ${account.key}\r\n`;
  const last = paths.length - 1;
  socket.write(
    paths
      .map(
        (path, index) =>
          `GET ${path} HTTP/1.1\r\n${head}${index === last ? 'Connection: close\r\n' : ''}\r\n`,
      )
      .join(''),
  );
  const answers = (await text(socket)).split('HTTP/1.1 ').slice(1);
  return answers.map((answer) => ({
    status: Number(answer.slice(0, 3)),
    body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))),
  }));
}
