import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIdempotencyKey } from './idempotency.ts';

interface RequestParts {
  method?: string;
  url?: string;
  body?: string;
  key?: string | string[];
}

function createRequest({ method = 'POST', url = '/api/v1/quotes', body, key = 'k' }: RequestParts) {
  const request = {
    method,
    url,
    headers: { 'idempotency-key': key },
    body: body === undefined ? undefined : Buffer.from(body),
  };
  return { deps: { clock: () => 0 }, request, caller: { accountId: 'acc_1', canWrite: true }, now: 0 };
}

const fingerprint = (request: RequestParts) => readIdempotencyKey(createRequest(request))?.fingerprint;

test('requests are equal if method, path and JSON value of the body are equal', () => {
  const first = fingerprint({ body: '{"a":1,"b":[{"c":null,"d":"x"}]}' });
  assert.match(first ?? '', /^[0-9a-f]{64}$/);
  for (const same of [
    '{ "b": [ {"d":"x", "c":null} ], "a": 1 }',
    '{"b":[{"d":"\\u0078","c":null}],"a":1.0}',
  ]) {
    assert.equal(fingerprint({ body: same }), first, same);
  }
  assert.equal(fingerprint({ body: '{"a":1,"b":[{"c":null,"d":"x"}]}', url: '/api/v1/quotes?a=b?c' }), first);
  for (const other of [
    '{"a":1,"b":[{"c":null,"d":"y"}]}',
    '{"a":1}',
    '{"a":1,"b":{"0":{"c":null,"d":"x"}}}',
  ]) {
    assert.notEqual(fingerprint({ body: other }), first, other);
  }
  assert.notEqual(fingerprint({ body: '{"a":[1,2]}' }), fingerprint({ body: '{"a":[2,1]}' }));
  const body = '{"a":1,"b":[{"c":null,"d":"x"}]}';
  assert.notEqual(fingerprint({ body, method: 'PUT' }), first);
  assert.notEqual(fingerprint({ body, url: '/api/v1/quotes/quo_1/send' }), first);
});

test('a repeat has the headers of the first response, and says that it is one', () => {
  const again = readIdempotencyKey(createRequest({}))?.again({ status: 201, headers: { ETag: '"1"' } });
  assert.deepEqual(again, { status: 201, headers: { ETag: '"1"', 'Idempotency-Replayed': 'true' } });
});

test('the age of a key follows the clock of the service, also if a test clock is ahead of it', () => {
  const timeOf = (now: number, clock: number) =>
    readIdempotencyKey({ ...createRequest({}), deps: { clock: () => clock }, now })?.now;
  assert.deepEqual([timeOf(5, 9), timeOf(9, 5)], [5, 5]);
});

test('a key for drafts does not get the response to a key that may write', () => {
  const request = createRequest({});
  const drafts = { ...request, caller: { ...request.caller, canWrite: false } };
  assert.notEqual(readIdempotencyKey(drafts)?.fingerprint, readIdempotencyKey(request)?.fingerprint);
});

test('a missing body equals an empty object, and other text is compared byte by byte', () => {
  const none = fingerprint({});
  assert.equal(fingerprint({ body: '' }), none);
  assert.equal(fingerprint({ body: ' { } ' }), none);
  for (const other of ['0', '1', '[]', 'null', '{', '{ '])
    assert.notEqual(fingerprint({ body: other }), none, other);
  assert.notEqual(fingerprint({ body: '{' }), fingerprint({ body: '{ ' }));
});

test('a body with more values than a valid one can have is not sorted', () => {
  const isOrdered = (body: string) => fingerprint({ body }) === fingerprint({ body: ` ${body}` });
  for (const [value, most] of [
    ['1', 50_000],
    ['[]', 25_000],
    ['{}', 25_000],
  ] as const) {
    const list = (count: number) => JSON.stringify(new Array(count).fill(JSON.parse(value)));
    assert.equal(isOrdered(list(most)), true, value);
    assert.equal(isOrdered(list(most + 1)), false, value);
  }
  assert.equal(isOrdered(JSON.stringify({ text: 'x'.repeat(60_000) })), true, 'a long text is one value');
});

test('a key has 1 to 255 visible ASCII characters', () => {
  assert.equal(
    readIdempotencyKey({
      ...createRequest({}),
      request: { method: 'POST', url: '/', headers: {}, body: undefined },
    }),
    undefined,
  );
  for (const key of ['~', '!', 'a b', 'x'.repeat(255)])
    assert.equal(readIdempotencyKey(createRequest({ key }))?.key, key);
  const message = 'must have 1 to 255 visible ASCII characters';
  const errors = [{ in: 'header', path: '/Idempotency-Key', message }];
  for (const key of ['', ' a', 'x'.repeat(256), 'a\u007f', 'é', 'a\nb', ['a', 'b']]) {
    assert.throws(() => readIdempotencyKey(createRequest({ key })), { code: 'validation_failed', errors });
  }
});
