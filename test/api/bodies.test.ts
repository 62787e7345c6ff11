import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createQuote, errorPaths, quoteBody } from '../support/api/quotes.ts';
import type { RequestOptions } from '../support/service/client.ts';
import { describeOnOneEngine, type TestAccount } from '../support/service/service.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
const inTitle = (json: string) => `{"customerId":"cus_test","title":${json},"items":[${ITEM_JSON}]}`;
const ITEM_JSON = '{"description":"x","quantity":1,"unitPrice":1}';
const inItem = (field: string, json: string) => {
  const fields = Object.entries({ description: '"x"', quantity: '1', unitPrice: '1', [field]: json });
  const item = fields.map(([name, value]) => `"${name}":${value}`).join(',');
  return `{"customerId":"cus_test","title":"x","items":[{${item}}]}`;
};
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const MALFORMED: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'an empty body': '',
  'half a body': '{"title":',
  'a comma too many': '{"title":"x",}',
  'single quotes': "{'title':'x'}",
  NaN: inItem('taxRate', 'NaN'),
  'a leading zero': inItem('taxRate', '019'),
  'two values': '{}{}',
  'a byte order mark': '\ufeff{}',
  'a raw control character': inTitle('"a\u0001b"'),
  'a raw NUL': inTitle('"a\u0000b"'),
  'invalid UTF-8': bytes('{"title":"', [0xff, 0xfe], '"}'),
  'UTF-8 that is cut': bytes('{"title":"', [0xe2, 0x82], '"}'),
  'an encoded surrogate': bytes('{"title":"', [0xed, 0xa0, 0x80], '"}'),
  'an overlong encoding': bytes('{"title":"', [0xc0, 0x80], '"}'),
  'UTF-16': bytes([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  'nesting of 33 levels': `{"items":${nested(32)}}`,
  'nesting of 100,000 levels': nested(100_000),
  'objects of 100,000 levels': '{"a":'.repeat(100_000),
};

const WRONG: Record<string, [json: string, ...paths: string[]]> = {
  'an escaped NUL': [inTitle('"a\\u0000b"'), '/title'],
  'a lone high surrogate': [inTitle('"a\\ud83db"'), '/title'],
  'a lone low surrogate': [inTitle('"\\ude00"'), '/title'],
  'surrogates the wrong way round': [inTitle('"\\ude00\\ud83d"'), '/title'],
  'a NUL in an unknown name': [
    '{"a\\u0000":1,"customerId":"cus_test","title":"x","items":[]}',
    '/a\u0000',
    '/items',
  ],
  'a price that a double would change': [inItem('unitPrice', '9007199254740993'), '/items/0/unitPrice'],
  'a price with decimals that a double loses': [
    inItem('unitPrice', '100.00000000000000001'),
    '/items/0/unitPrice',
  ],
  'a quantity that a double would change': [inItem('quantity', '0.10000000000000001'), '/items/0/quantity'],
  'a quantity of many digits': [inItem('quantity', '123456789.12345678901234'), '/items/0/quantity'],
  'a name given twice': [inTitle('"x","title":"x"'), '/title'],
  'names given twice at several levels': [
    `{"customerId":"cus_test","title":"x","metadata":{"a":"1","\\u0061":"2"},"items":[${ITEM_JSON},{"unitPrice":1,"description":"x","quantity":1,"unitPrice":2}]}`,
    '/items/1/unitPrice',
    '/metadata/a',
  ],
  'a number beyond all doubles': [inItem('quantity', '1e400'), '/items/0/quantity'],
  'a number below all doubles': [inItem('quantity', '1e-400'), '/items/0/quantity'],
};

const EXACT: Record<string, [field: string, json: string, value: number]> = {
  'an integer written with an exponent': ['unitPrice', '1.25e2', 125],
  'an integer written with a fraction': ['unitPrice', '125.000', 125],
  'a decimal written with an exponent': ['quantity', '25e-2', 0.25],
  'a decimal with trailing zeros': ['quantity', '0.100000000000000000000', 0.1],
  'the largest price in exponent form': ['unitPrice', '1E12', 1_000_000_000_000],
  'minus zero': ['taxRate', '-0', 0],
};

describeOnOneEngine((service) => {
  let api: TestAccount;
  const post = async (raw: string | Uint8Array<ArrayBuffer>, more: RequestOptions = {}) => {
    api ??= await service().newAccount();
    return api.post('/quotes', undefined, { raw, ...more });
  };

  for (const [name, raw] of Object.entries(MALFORMED)) {
    test(`400 for ${name}`, async () => {
      const { status, body } = await post(raw);
      assert.deepEqual([status, body.code], [400, 'malformed_json']);
      const { id } = await createQuote(api);
      const patched = await api.patch(`/quotes/${id}`, undefined, { raw });
      assert.equal(patched.status, 400);
    });
  }

  for (const json of ['null', '[]', '"text"', '5', 'true']) {
    test(`400 for a body that is ${json}`, async () => {
      assert.deepEqual(errorPaths(await post(json)), ['']);
    });
  }

  for (const [name, [json, ...paths]] of Object.entries(WRONG)) {
    test(`400 for ${name}`, async () => {
      assert.deepEqual(errorPaths(await post(json)), paths);
    });
  }

  for (const [name, [field, json, value]] of Object.entries(EXACT)) {
    test(`accepts ${name}`, async () => {
      const { status, body, text } = await post(inItem(field, json));
      assert.equal(status, 201, text);
      assert.equal(body.items[0][field], value);
      assert.equal(text.includes(':-0'), false);
    });
  }

  test('escapes of complete characters are accepted', async () => {
    const { body } = await post(inTitle('"\\ud83d\\ude00 \\u00e9"'));
    assert.equal(body.title, '😀 é');
  });

  test('a name that every object inherits is an unknown field like any other', async () => {
    const json = '{"__proto__":{"title":"x"},"customerId":"cus_test","items":[]}';
    assert.deepEqual(errorPaths(await post(json)), ['/__proto__', '/items', '/title']);
  });

  test('the path of an error is a JSON pointer', async () => {
    const reply = await post(JSON.stringify(quoteBody({ 'a/b~c': 1 })));
    assert.deepEqual(errorPaths(reply), ['/a~1b~0c']);
  });

  test('a body above 1 MiB is a 413, to the byte', async () => {
    const room = 1_048_576 - inTitle('""').length;
    const within = await post(inTitle(JSON.stringify('x'.repeat(room))));
    assert.equal(within.status, 400, 'the title is too long, not the body');
    assert.deepEqual(errorPaths(within), ['/title']);
    const beyond = await post(inTitle(JSON.stringify('x'.repeat(room + 1))));
    assert.deepEqual([beyond.status, beyond.body.code], [413, 'body_too_large']);
  });

  for (const connection of ['close', 'keep-alive']) {
    test(`a client that sends 20 MB gets the error before the connection closes: ${connection}`, async () => {
      const { hostname, port } = new URL(service().url);
      for (const [method, path, key, status] of [
        ['POST', '/quotes', api.key, 413],
        ['PATCH', '/account', api.key, 413],
        ['POST', '/quotes', 'prf_test_wrong', 401],
        ['PUT', '/quotes/quo_none/attachments/a', api.key, 404],
      ] as const) {
        const socket = connect({ host: hostname, port: Number(port) });
        let answer = '';
        socket.setEncoding('utf8').on('data', (text) => {
          answer += text;
          if (answer.includes('requestId')) socket.end();
        });
        socket.write(`${method} /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`);
        socket.write('Content-Type: application/json\r\n');
        socket.write(`Connection: ${connection}\r\nContent-Length: ${20 * 1_048_576}\r\n\r\n`);
        for (let n = 0; n < 20; n++) socket.write(new Uint8Array(1_048_576));
        await once(socket, 'close');
        assert.match(answer, new RegExp(`^HTTP/1.1 ${status} .*"requestId"`, 's'), `${method} ${path}`);
      }
    });
  }

  for (const [what, request, detail] of [
    ['without Host', 'GET /api/v1/account HTTP/1.1\r\n\r\n', /Host header is missing/],
    [
      'with two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      /not valid HTTP/,
    ],
    [
      'with long headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      /longer than 16 KB/,
    ],
  ] as const) {
    test(`a request ${what} gets a 400 that says why`, async () => {
      const { hostname, port } = new URL(service().url);
      const socket = connect({ host: hostname, port: Number(port) });
      let answer = '';
      socket.setEncoding('utf8').on('data', (text) => {
        answer += text;
        if (answer.includes('requestId')) socket.end();
      });
      socket.write(request);
      await once(socket, 'close');
      assert.match(answer, /^HTTP\/1.1 400 .*application\/problem\+json.*"code":"bad_request"/s);
      assert.match(answer, detail);
    });
  }

  test('a Content-Type without a body is an error, or an empty body where that is allowed', async () => {
    api ??= await service().newAccount();
    const { id } = await createQuote(api);
    const { hostname, port } = new URL(service().url);
    for (const [request, status, text] of [
      ['POST /api/v1/quotes', 400, '"code":"malformed_json"'],
      [`POST /api/v1/quotes/${id}/duplicate`, 201, '"number"'],
      ['POST /api/v1/nowhere', 404, '"code":"not_found"'],
      ['POST /sign-in', 403, '</html>'],
      [`PUT /api/v1/quotes/${id}/attachments/empty.txt`, 201, '"size":0'],
    ] as const) {
      const socket = connect({ host: hostname, port: Number(port) });
      let answer = '';
      socket.setEncoding('utf8').on('data', (part) => {
        answer += part;
      });
      socket.write(`${request} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\n`);
      socket.write('Content-Type: application/json\r\nConnection: close\r\n\r\n');
      await once(socket, 'close');
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), request);
      assert.ok(answer.includes(text), answer);
    }
  });

  test('a compressed body is a 415 on every route', async () => {
    const body = new Uint8Array(gzipSync(JSON.stringify(quoteBody())));
    for (const coding of ['gzip', 'br', 'x-unknown']) {
      const reply = await post(body, { headers: { 'Content-Encoding': coding } });
      assert.deepEqual([reply.status, reply.body.code], [415, 'unsupported_media_type']);
      assert.match(reply.body.detail, /without the header "Content-Encoding"/);
    }
    const { id } = await createQuote(api);
    const url = `${service().url}/api/v1/quotes/${id}/attachments/a.txt`;
    const headers = { Authorization: `Bearer ${api.key}`, 'Content-Encoding': 'gzip' };
    assert.equal((await fetch(url, { method: 'PUT', headers, body })).status, 415);
    const plain = await post(JSON.stringify(quoteBody()), { headers: { 'Content-Encoding': 'identity' } });
    assert.equal(plain.status, 201);
  });

  for (const type of [
    ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data'],
    ...['application/jsonx', 'json', 'nonsense', 'application/json; charset=latin1', '', 'text/json;', '/'],
  ]) {
    test(`415 for Content-Type ${JSON.stringify(type)}`, async () => {
      const { status, body } = await post(JSON.stringify(quoteBody()), { headers: { 'Content-Type': type } });
      assert.deepEqual([status, body.code], [415, 'unsupported_media_type']);
    });
  }

  for (const type of [
    ...['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'],
    ...['APPLICATION/JSON', 'application/merge-patch+json'],
  ]) {
    test(`accepts Content-Type ${type}`, async () => {
      const { status } = await post(JSON.stringify(quoteBody()), { headers: { 'Content-Type': type } });
      assert.equal(status, 201);
    });
  }

  test('a problem has all its fields and no others', async () => {
    const { body, headers } = await post('{"title":5}');
    assert.equal(headers.get('Content-Type'), 'application/problem+json; charset=utf-8');
    assert.deepEqual(Object.keys(body), [
      ...['type', 'title', 'status', 'detail', 'code', 'errors', 'requestId'],
    ]);
    assert.equal(body.requestId, headers.get('X-Request-Id'));
    for (const field of ['type', 'title', 'detail', 'code']) assert.ok(body[field].length > 3, field);
  });
});
