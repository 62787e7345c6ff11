import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { parseRetryAfter } from '../../clients/typescript/src/errors.ts';
import {
  type ClientOptions,
  createProffer,
  ProfferError,
  responseOf,
} from '../../clients/typescript/src/index.ts';
import { retryDelay } from '../../clients/typescript/src/retry.ts';
import { faultyFetch, problem } from '../support/client/faulty-fetch.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

let service: TestService;
let account: TestAccount;
before(async () => {
  service = await startTestService();
  account = await service.newAccount();
});
after(() => service.close());

/** Creates a client on a network with these faults. */
function clientWith(faults: Parameters<typeof faultyFetch>[0], more: Partial<ClientOptions> = {}) {
  const network = faultyFetch(faults);
  const retries: string[] = [];
  const proffer = createProffer({
    url: service.url,
    key: account.key,
    fetch: network.fetch,
    onRetry: ({ operation, error }) => retries.push(`${operation}: ${error.code}`),
    ...more,
  });
  return { proffer, requests: network.requests, retries };
}

const items = [{ description: 'Design', quantity: 2, unitPrice: 5000 }];
const newQuote = (title: string) => ({ customerId: account.customerId, title, items });

test('a create whose response was lost is repeated with the same key, and creates one quote', async () => {
  const { proffer, requests, retries } = clientWith(['unanswered', 'unsent']);
  const quote = await proffer.quotes.create(newQuote('Once'));
  const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'));
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1);
  assert.match(`${keys[0]}`, /^[0-9a-f]{32}$/);
  assert.deepEqual(retries, Array(2).fill('POST /quotes: connection_failed'));
  assert.equal(responseOf(quote)?.isReplayed, true);
  assert.equal((await proffer.quotes.list({ search: 'Once' })).pagination.total, 1);
  await proffer.quotes.create(newQuote('Other'));
  assert.notEqual(requests.at(-1)?.headers.get('Idempotency-Key'), keys[0]);
  const named = await proffer.quotes.create(newQuote('Named'), { idempotencyKey: 'order-1' });
  const again = await proffer.quotes.create(newQuote('Named'), { idempotencyKey: 'order-1' });
  assert.equal(again.id, named.id);
});

test('a delete whose response was lost succeeds', async () => {
  const { proffer } = clientWith([]);
  const { id } = await proffer.quotes.create(newQuote('Gone'));
  await clientWith(['unanswered']).proffer.quotes.delete(id);
  await assert.rejects(proffer.quotes.delete(id), { code: 'not_found' });
});

test('a conditional change is not repeated if it may have been made', async () => {
  const { proffer } = clientWith([]);
  const quote = await proffer.quotes.create(newQuote('Changed'));
  const lost = clientWith(['unanswered']);
  const change = lost.proffer.quotes.update(quote.id, { title: 'New' }, { ifMatch: quote });
  await assert.rejects(change, { code: 'connection_failed', status: undefined });
  assert.equal(lost.requests.length, 1);
  const current = await proffer.quotes.get(quote.id);
  assert.equal(current.title, 'New');
  const refused = clientWith([problem(503, 'overloaded', '0')]);
  await refused.proffer.quotes.update(quote.id, { title: 'Newer' }, { ifMatch: current });
  const free = clientWith(['unanswered']);
  assert.equal((await free.proffer.quotes.update(quote.id, { title: 'Free' })).title, 'Free');
});

test('429 and 503 are retried after Retry-After, other errors are not', async () => {
  const { proffer, requests } = clientWith([
    problem(429, 'rate_limited', '1'),
    problem(503, 'unavailable', '0'),
  ]);
  const begin = performance.now();
  await proffer.account.get();
  assert.equal(requests.length, 3);
  assert.ok(performance.now() - begin >= 1000);
  for (const [status, code] of [
    [400, 'validation_failed'],
    [409, 'quote_converted'],
    [500, 'internal'],
    [502, 'mail_refused'],
    [504, 'mail_timeout'],
  ] as const) {
    const client = clientWith([problem(status, code)]);
    await assert.rejects(client.proffer.quotes.create(newQuote('No')), { code, status });
    assert.equal(client.requests.length, 1, code);
  }
  const long = clientWith([problem(429, 'send_limited', '3600')]);
  await assert.rejects(long.proffer.account.get(), { code: 'send_limited', retryAfter: 3600 });
  const none = clientWith([problem(503, 'overloaded', '0')], { maxRetries: 0 });
  await assert.rejects(none.proffer.account.get(), { code: 'overloaded' });
  const proxy = clientWith([() => new Response('<h1>Bad gateway</h1>', { status: 502 })]);
  await proxy.proffer.account.get();
  const other = clientWith([() => new Response('<h1>Hello</h1>')]);
  await assert.rejects(other.proffer.account.get(), { code: 'unexpected_response' });
});

test('delays grow with each retry, and follow Retry-After', () => {
  const delay = (repeats: number, more: { retryAfter?: number; isRepeatable?: boolean } = {}) =>
    retryDelay(
      new ProfferError('connection_failed', '', more),
      { repeats, maxRetries: 9, isRepeatable: more.isRepeatable ?? true },
      () => 1,
    );
  assert.deepEqual(
    [0, 1, 2, 8].map((repeats) => delay(repeats)),
    [500, 1000, 2000, 8000],
  );
  assert.equal(delay(9), undefined);
  assert.equal(delay(0, { retryAfter: 7 }), 7000);
  assert.equal(delay(0, { retryAfter: 61 }), undefined);
  assert.equal(delay(0, { isRepeatable: false }), undefined);
  const now = Date.parse('2026-11-16T10:00:00Z');
  assert.equal(parseRetryAfter('Mon, 16 Nov 2026 10:00:30 GMT', now), 30);
  assert.equal(parseRetryAfter('12'), 12);
  for (const text of [null, '', 'soon']) assert.equal(parseRetryAfter(text), undefined);
});

test('the upload of a stream is not retried, that of a file is', async () => {
  const { proffer } = clientWith([]);
  const { id } = await proffer.quotes.create(newQuote('Files'));
  const busy = () => clientWith([problem(503, 'overloaded', '0')]);
  await busy().proffer.quotes.attachments.put(id, 'a.txt', new Blob(['a']));
  const stream = busy();
  const upload = stream.proffer.quotes.attachments.put(id, 'b.txt', new Blob(['b']).stream());
  await assert.rejects(upload, { code: 'overloaded' });
  assert.equal(stream.requests.length, 1);
});

/** Fails the test well before any default timeout of the client. */
const SHORT_TIMEOUT = { timeout: 30_000 };

/** Never responds; rejects like a request when it is aborted. */
const hanging: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true }),
  );

test(
  'an attempt that takes too long times out, and an abort ends it immediately',
  SHORT_TIMEOUT,
  async () => {
    const slow = createProffer({ url: service.url, fetch: hanging, timeoutMs: 20, maxRetries: 1 });
    await assert.rejects(slow.account.get(), { code: 'timed_out' });
    const controller = new AbortController();
    const waiting = createProffer({ url: service.url, fetch: hanging }).account.get({
      signal: controller.signal,
    });
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, { message: 'enough' });
    const { proffer, retries } = clientWith([problem(503, 'overloaded', '60')]);
    const sleeping = proffer.account.get({ signal: AbortSignal.timeout(300) });
    await assert.rejects(sleeping, { name: 'TimeoutError' });
    assert.equal(retries.length, 1);
    await assert.rejects(proffer.account.get({ signal: AbortSignal.abort(new Error('before')) }), {
      message: 'before',
    });
  },
);

test('a follower gets every event once and in order through an outage, until it is stopped', async () => {
  const { proffer } = clientWith([]);
  const start = (await proffer.events.list({ after: 'latest' })).next;
  const first = await proffer.quotes.create(newQuote('First'));
  const controller = new AbortController();
  const network = clientWith(
    ['unsent', problem(503, 'unavailable', '0'), problem(429, 'rate_limited', '0')],
    { maxRetries: 0 },
  );
  const seen: string[] = [];
  const options = { after: start, signal: controller.signal, waitMs: 10, maxWaitMs: 40 };
  for await (const event of network.proffer.events.follow(options)) {
    seen.push(event.type === 'quote.created' ? event.data.quote.title : event.type);
    if (seen.length === 1) await proffer.quotes.create(newQuote('Second'));
    if (seen.length === 2) await proffer.quotes.update(first.id, { title: 'Third' });
    if (seen.length === 3) controller.abort();
  }
  assert.deepEqual(seen, ['First', 'Second', 'quote.updated']);
  const only = [];
  for await (const { data } of proffer.events.follow({ after: start, type: 'quote.updated', waitMs: 10 })) {
    only.push(data.previous.title);
    break;
  }
  assert.deepEqual(only, ['First']);
  await assert.rejects(proffer.events.follow({ after: 'evt_unknown' }).next(), { code: 'validation_failed' });
});

test('the stream of a file can be aborted after it has started', SHORT_TIMEOUT, async () => {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/pdf');
    response.write('%PDF-');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const controller = new AbortController();
    const { quotes } = createProffer({ url: `http://127.0.0.1:${port}` });
    const { body } = await quotes.pdf('quo_1', { signal: controller.signal });
    const reader = body.getReader();
    assert.equal(new TextDecoder().decode((await reader.read()).value), '%PDF-');
    controller.abort(new Error('enough'));
    await assert.rejects(reader.read(), { message: 'enough' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a waiting follower ends immediately when it is aborted', SHORT_TIMEOUT, async () => {
  const { proffer } = clientWith([]);
  const controller = new AbortController();
  const options = { after: 'latest', signal: controller.signal, waitMs: 60_000, maxWaitMs: 60_000 };
  const next = proffer.events.follow(options).next();
  await proffer.account.get();
  controller.abort();
  assert.deepEqual(await next, { done: true, value: undefined });
});
