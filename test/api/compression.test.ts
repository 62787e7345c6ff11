import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createQuote, quoteBody, sentQuote } from '../support/api/quotes.ts';
import { describeOnOneEngine, type TestAccount } from '../support/service/service.ts';

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The body after decompression. */
  text: string;
}

const LIST = '/api/v1/quotes?customerId=cus_list';
const CODINGS = ['br', 'gzip'] as const;
const LONG = { description: 'What we have talked about. '.repeat(100) };
const UNPACK: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

describeOnOneEngine((service) => {
  let api: TestAccount;
  let list: string;
  before(async () => {
    api = await service().newAccount();
    await api.put('/customers/cus_list', { name: 'Of the list' });
    for (let count = 0; count < 5; count++) await createQuote(api, { ...LONG, customerId: 'cus_list' });
    list = (await ask(LIST)).text;
  });

  /** Does not use `fetch`, which always requests compression and decompresses silently. */
  async function ask(
    path: string,
    { coding, method = 'GET', body, headers = {} }: AskOptions = {},
  ): Promise<Raw> {
    const sent = request(service().url + path, {
      method,
      headers: {
        Authorization: `Bearer ${api.key}`,
        ...(coding !== undefined && { 'Accept-Encoding': coding }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    }).end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    const unpack = bytes.length > 0 ? UNPACK[response.headers['content-encoding'] ?? ''] : undefined;
    const text = (unpack ? unpack(bytes) : bytes).toString('utf8');
    return { status: response.statusCode ?? 0, headers: response.headers, bytes, text };
  }

  interface AskOptions {
    coding?: string;
    method?: string;
    body?: object;
    headers?: Record<string, string>;
  }

  for (const coding of CODINGS) {
    test(`a list in ${coding} is the same as uncompressed`, async () => {
      const { status, headers, bytes, text } = await ask(LIST, { coding });
      assert.equal(status, 200);
      assert.equal(headers['content-encoding'], coding);
      assert.equal(headers['content-length'], String(bytes.length));
      assert.match(headers.vary ?? '', /Accept-Encoding/);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.ok(text === list);
      assert.ok(bytes.length * 4 < list.length, `${bytes.length} of ${list.length}`);
    });

    test(`HEAD with ${coding} has the headers of GET`, async () => {
      const { id } = await createQuote(api, LONG);
      for (const path of [`/api/v1/quotes/${id}`, LIST, '/api/v1/openapi.json']) {
        const [get, head] = [await ask(path, { coding }), await ask(path, { coding, method: 'HEAD' })];
        assert.equal(head.bytes.length, 0);
        for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
          assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`);
      }
    });

    test(`the ETag of a ${coding} response works in If-None-Match`, async () => {
      const path = `/api/v1/quotes/${(await createQuote(api, LONG)).id}`;
      const plain = await ask(path);
      const coded = await ask(path, { coding });
      assert.equal(plain.headers.etag, '"1"');
      assert.equal(coded.headers.etag, `"1-${coding}"`);
      for (const tag of ['"1"', '"1-br"', '"1-gzip"', `"0", W/"1-${coding}"`]) {
        for (const asked of [undefined, coding]) {
          const known = await ask(path, { coding: asked, headers: { 'If-None-Match': tag } });
          assert.deepEqual([known.status, known.bytes.length], [304, 0], tag);
          assert.equal(known.headers['content-encoding'], undefined);
          assert.match(known.headers.vary ?? '', /Accept-Encoding/);
          assert.ok(tag.includes(known.headers.etag ?? '-'), 'the ETag that the caller sent');
        }
      }
      const other = await ask(path, { coding, headers: { 'If-None-Match': `"2-${coding}", "1-zip"` } });
      assert.equal(other.status, 200);
    });

    test(`If-Match accepts the ETag of a ${coding} response and rejects an older one`, async () => {
      const tag = (version: number) => ({ 'If-Match': `"${version}-${coding}"` });
      const path = `/api/v1/quotes/${(await createQuote(api, LONG)).id}`;
      const patch = (headers: Record<string, string>, title: string) =>
        ask(path, { method: 'PATCH', body: { title }, headers, coding });
      const changed = await patch(tag(1), 'Changed');
      assert.deepEqual([changed.status, changed.headers.etag], [200, `"2-${coding}"`]);
      assert.equal((await patch(tag(1), 'Again')).status, 412);
      for (const action of ['send', 'convert-to-invoice'])
        assert.equal((await ask(`${path}/${action}`, { method: 'POST', headers: tag(1) })).status, 412);
      assert.equal((await ask(path, { method: 'DELETE', headers: tag(1) })).status, 412);
      const sent = await ask(`${path}/send`, { method: 'POST', headers: tag(2), coding });
      assert.equal(sent.status, 200, sent.text);
      const now = { 'If-Match': sent.headers.etag ?? '' };
      assert.match(now['If-Match'], /-(br|gzip)"$/);
      const converted = await ask(`${path}/convert-to-invoice`, { method: 'POST', headers: now, coding });
      assert.equal(converted.status, 201, converted.text);
      const gone = `/api/v1/quotes/${(await createQuote(api)).id}`;
      assert.equal((await ask(gone, { method: 'DELETE', headers: tag(1) })).status, 204);
    });
  }

  test('If-Match accepts such ETags for customers and the account too', async () => {
    const path = '/api/v1/customers/large';
    const body = { name: 'Large', address: 'x'.repeat(1000) };
    const { status, headers } = await ask(path, { method: 'PUT', body, coding: 'gzip' });
    assert.deepEqual([status, headers.etag], [201, '"1-gzip"']);
    const put = (tag: string) => ask(path, { method: 'PUT', body, headers: { 'If-Match': tag } });
    assert.deepEqual([(await put('"1-gzip"')).status, (await put('"1-gzip"')).status], [200, 412]);
    const removed = await ask(path, { method: 'DELETE', headers: { 'If-Match': '"2-br"' } });
    assert.equal(removed.status, 204);
    const account = await ask('/api/v1/account');
    const tag = (account.headers.etag ?? '').replace(/"$/, '-br"');
    const patch = { method: 'PATCH', body: { name: 'Studio' }, headers: { 'If-Match': tag } };
    assert.deepEqual([(await ask('/api/v1/account', patch)).status], [200]);
    assert.deepEqual([(await ask('/api/v1/account', patch)).status], [412]);
  });

  test('a response is not compressed if the client accepts no supported coding', async () => {
    for (const coding of [undefined, '', 'identity', 'deflate', 'gzip;q=0', '*;q=0', 'identity, br;q=0.5']) {
      const { status, headers, text } = await ask(LIST, { coding });
      assert.deepEqual([status, headers['content-encoding']], [200, undefined], String(coding));
      assert.match(headers.vary ?? '', /Accept-Encoding/);
      assert.ok(text === list);
    }
  });

  test('responses below 1 KB are not compressed', async () => {
    const { headers, text } = await ask('/api/v1/customers/cus_test', { coding: 'gzip' });
    assert.ok(text.length < 1024);
    assert.equal(headers['content-encoding'], undefined);
    assert.match(headers.vary ?? '', /Accept-Encoding/);
  });

  test('problems are compressed too', async () => {
    const items = Array.from({ length: 50 }, () => ({}));
    const wrong = { method: 'POST', body: quoteBody({ items }) };
    const { status, headers, text } = await ask('/api/v1/quotes', { ...wrong, coding: 'gzip' });
    assert.deepEqual([status, headers['content-encoding']], [400, 'gzip']);
    assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
    assert.equal(JSON.parse(text).code, 'validation_failed');
    assert.equal(JSON.parse(text).requestId, headers['x-request-id']);
    const plain = await ask('/api/v1/quotes', wrong);
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.match(plain.headers.vary ?? '', /Accept-Encoding/);
  });

  test('a replayed response uses the coding that the repeat accepts', async () => {
    const post = (coding?: string) =>
      ask('/api/v1/quotes', {
        method: 'POST',
        body: quoteBody(LONG),
        headers: { 'Idempotency-Key': 'coded' },
        coding,
      });
    const [first, plain, other] = [await post('gzip'), await post(), await post('br')];
    for (const { status, text } of [first, plain, other]) {
      assert.equal(status, 201);
      assert.equal(text, first.text);
    }
    assert.deepEqual(
      [first.headers.etag, plain.headers.etag, other.headers.etag],
      ['"1-gzip"', '"1"', '"1-br"'],
    );
    assert.equal(other.headers['idempotency-replayed'], 'true');
  });

  test('files, the reference and its source are compressed deterministically', async () => {
    const { text: page } = await ask('/docs');
    const files = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    assert.ok(files.length > 0);
    for (const path of [...files, '/docs', '/api/v1/openapi.json']) {
      const plain = await ask(path);
      assert.match(plain.headers.vary ?? '', /Accept-Encoding/, path);
      assert.equal(plain.headers['content-encoding'], undefined);
      for (const coding of CODINGS) {
        const [coded, again] = [await ask(path, { coding }), await ask(path, { coding })];
        assert.equal(coded.headers['content-encoding'], plain.bytes.length < 1024 ? undefined : coding, path);
        assert.equal(coded.text, plain.text);
        assert.deepEqual(coded.bytes, again.bytes);
        assert.equal(coded.headers['cache-control'], plain.headers['cache-control']);
        const head = await ask(path, { coding, method: 'HEAD' });
        assert.equal(head.headers['content-length'], String(coded.bytes.length));
      }
    }
  });

  test('responses with a secret and already compressed files are not compressed', async () => {
    const quote = await sentQuote(api);
    const { pathname } = new URL(quote.publicUrl);
    const paths = [pathname, `${pathname}/pdf`, '/q/wrong', '/outbox'];
    const accept = { Accept: 'application/json' };
    const { data } = JSON.parse((await ask('/outbox', { headers: accept })).text);
    paths.push(`/outbox/${data[0].id}`, `/outbox/${data[0].id}/html`, `/outbox/${data[0].id}/source`);
    for (const path of paths) {
      for (const headers of [{}, accept]) {
        const reply = await ask(path, { coding: 'gzip, br', headers });
        assert.equal(reply.headers['content-encoding'], undefined, path);
      }
    }
    const pdf = await ask(`/api/v1/quotes/${quote.id}/pdf`, {
      coding: 'gzip',
      headers: { Accept: 'application/pdf' },
    });
    assert.deepEqual([pdf.status, pdf.headers['content-encoding']], [200, undefined]);
    assert.equal(pdf.text.slice(0, 5), '%PDF-');
  });

  test('concurrent compressed responses are all correct', async () => {
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, index) => ask(LIST, { coding: CODINGS[index % 2] })),
    );
    for (const { status, text } of replies) assert.ok(status === 200 && text === list);
  });
});
