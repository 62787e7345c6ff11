import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { PROBLEMS, type ProblemCode } from '../../src/domain/errors.ts';
import { FEED_TYPES } from '../../src/domain/events/feed-event.ts';
import { createQuote } from '../support/api/quotes.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { OPENAPI_RULES } from '../support/openapi-rules.ts';
import { testAll } from '../support/run/all.ts';
import type { Json, Reply } from '../support/service/client.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const { Spectral } = spectralCore;
const REDOCLY = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

let service: TestService;
let document: Json;
let api: TestAccount;
let owner: TestPerson;
before(async () => {
  service = await startTestService();
  api = await service.newAccount();
  owner = await signIn(service, { accountId: api.accountId });
  document = await (await fetch(`${service.url}/api/v1/openapi.json`)).json();
});
after(() => service.close());

const operations = (): { path: string; method: string; operation: Json }[] =>
  Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

test('the document matches the route table', () => {
  assert.equal(document.openapi.startsWith('3.1.'), true);
  const documented = operations().map(({ path, method }) => `${method} ${path}`);
  const routed = ENDPOINTS.map(
    ({ method, path }) => `${method} ${path.replace('/api/v1', '').replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  assert.deepEqual([...documented].sort(), [...routed].sort());
});

test('the document has the version of the service', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  assert.equal(document.info.version, version);
});

test('the eight operations of the contract come first', () => {
  const contract = [
    ...['GET /quotes', 'POST /quotes', 'GET /quotes/{id}', 'PATCH /quotes/{id}', 'DELETE /quotes/{id}'],
    ...['POST /quotes/{id}/send', 'POST /quotes/{id}/convert-to-invoice', 'GET /quotes/{id}/pdf'],
  ];
  const documented = operations().map(({ path, method }) => `${method} ${path}`);
  assert.deepEqual(documented.slice(0, 8).sort(), [...contract].sort());
});

test('every documented route exists', async () => {
  for (const { path, method } of operations()) {
    const { body } = await service.automation.request(method, path.replace('{id}', 'x'));
    assert.doesNotMatch(body?.detail ?? '', /^There is nothing at this URL/, `${method} ${path}`);
  }
});

/** Returns what a key, or an owner where no key may, is answered by the operations. */
function callEach(some: ReturnType<typeof operations>, toUrl: (path: string) => string, body?: object) {
  const calls = some.map(async ({ path, method }) => {
    const [byKey, byOwner] = await Promise.all(
      [api, owner].map((caller) => caller.request(method, toUrl(path), body)),
    );
    const { status, body: problem } = (byKey?.status === 403 ? byOwner : byKey) as Reply;
    return { what: `${method} ${path}`, status, errors: (problem?.errors ?? []) as Json[] };
  });
  return Promise.all(calls);
}

test('every operation names a query parameter that it does not know', async () => {
  const quote = await createQuote(api);
  const { id } = (await api.post('/webhook-endpoints', { url: 'https://example.com/hook' })).body;
  const fill = (path: string) =>
    path
      .replace('/quotes/{id}', `/quotes/${quote.id}`)
      .replace('/webhook-endpoints/{id}', `/webhook-endpoints/${id}`)
      .replace('{kind}', 'journal')
      .replaceAll(/\{\w+\}/g, 'x');
  const replies = await callEach(operations(), (path) => `${fill(path)}?kolor=red`);
  const silent = replies.filter(
    ({ status, errors }) =>
      status !== 400 || !errors.some((each) => each.in === 'query' && each.path === '/kolor'),
  );
  assert.deepEqual(silent, []);
});

test('every operation looks for what its path names before it reads the body', async () => {
  // The caller may choose the identifier of a customer.
  const some = operations().filter(
    ({ path, operation }) =>
      path.includes('{') &&
      path !== '/customers/{id}' &&
      operation.requestBody?.content['application/json'] !== undefined,
  );
  assert.ok(some.length > 20);
  const replies = await callEach(some, (path) => path.replaceAll(/\{\w+\}/g, 'x'), { kolor: 'red' });
  assert.deepEqual(
    replies.filter(({ status }) => status !== 404),
    [],
  );
});

test('every operation has an id, its errors and an example of every body', () => {
  const names = new Set<string>();
  for (const { path, method, operation } of operations()) {
    const what = `${method} ${path}`;
    assert.equal(names.has(operation.operationId), false, what);
    names.add(operation.operationId);
    assert.ok(operation.summary && operation.description, what);
    for (const status of [401, 429, 500, 503]) assert.ok(operation.responses[status], `${what} ${status}`);
    // `previewQuote` is a POST that changes nothing.
    const isRead = method === 'GET' || operation.operationId === 'previewQuote';
    if (!isRead) assert.ok(operation.responses[403], what);
    // File bodies need no example.
    const body = operation.requestBody?.content;
    if (body && !body['application/octet-stream']) assert.ok(body['application/json'].example, what);
    for (const [status, { content }] of Object.entries<Json>(operation.responses)) {
      if (!content?.['application/json']) continue;
      assert.ok(content['application/json'].example, `${what} ${status}`);
    }
    if (method === 'POST' && !isRead) {
      const headers = operation.parameters.map((parameter: Json) => parameter.name);
      assert.ok(headers.includes('Idempotency-Key'), what);
    }
  }
});

test('every list with pages can continue after an entry', () => {
  const paged = Object.values<Json>(document.paths)
    .flatMap((path) => (path.get ? [path.get] : []))
    .filter(({ responses }) => /Page"/.test(JSON.stringify(responses['200'] ?? {})));
  assert.ok(paged.length >= 8);
  for (const { operationId, parameters } of paged) {
    assert.ok(JSON.stringify(parameters).includes('"after"'), operationId);
  }
});

test('every list has one shape: data with pagination, or a feed with next and hasMore', () => {
  const { schemas } = document.components;
  const shapes = operations()
    .filter(({ method }) => method === 'GET')
    .flatMap(({ operation }) => {
      const schema = operation.responses['200']?.content?.['application/json']?.schema ?? {};
      return (schema.anyOf ?? [schema]).map(({ $ref = '' }: Json) => {
        const fields = Object.keys(schemas[$ref.split('/').at(-1)]?.properties ?? {});
        return [operation.operationId, fields.sort().join()];
      });
    })
    .filter(([, fields]) => /\bdata\b/.test(fields));
  assert.ok(shapes.length >= 19, String(shapes.length));
  for (const [name, fields] of shapes) assert.match(fields, /^(data,pagination|data,hasMore,next)$/, name);
});

test('quotes, invoices and customers have the same filters, where a resource has the field', () => {
  const times = ['createdFrom', 'createdTo', 'updatedFrom', 'updatedTo'];
  const documents = ['currency', 'totalFrom', 'totalTo', 'reference', 'fields', 'status', 'customerId'];
  for (const [path, wanted] of [
    ['/quotes', [...times, ...documents, 'validFrom', 'validTo']],
    ['/invoices', [...times, ...documents, 'dueFrom', 'dueTo', 'issuedFrom', 'issuedTo']],
    ['/customers', times],
  ] as const) {
    const names = document.paths[path].get.parameters.map(({ name }: Json) => name);
    for (const name of [...wanted, 'search', 'metadata', 'sort', 'page', 'limit', 'after']) {
      assert.ok(names.includes(name), `${path} ${name}`);
    }
  }
});

test('every problem code is documented under its own status', () => {
  const documented = new Map<string, number>();
  for (const { operation } of operations()) {
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      const examples = response.content?.['application/problem+json']?.examples ?? {};
      for (const code of Object.keys(examples)) {
        const { value } = document.components.examples[code];
        assert.equal(PROBLEMS[code as ProblemCode].status, Number(status));
        assert.equal(value.code, code);
        documented.set(code, Number(status));
      }
    }
  }
  assert.deepEqual(document.components.schemas.Problem.properties.code.enum, Object.keys(PROBLEMS));
  for (const code of ['validation_failed', 'quote_converted', 'customer_unknown', 'recipient_missing']) {
    assert.ok(documented.has(code), code);
  }
});

/** Returns every schema of the document with its path. */
function schemasBelow(value: Json, path: string): [string, Json][] {
  if (value === null || typeof value !== 'object') return [];
  const below = Object.entries<Json>(value)
    .filter(([key]) => !['example', 'examples', 'description'].includes(key))
    .flatMap(([key, inner]) => schemasBelow(inner, `${path}/${key}`));
  return [[path, value], ...below];
}

test('every object schema has a name for generated clients', () => {
  const { schemas } = document.components;
  const shapes = [...schemasBelow(document.paths, '/paths'), ...schemasBelow(schemas, '')];
  const unnamed = shapes.filter(
    // Alternatives of required fields are conditions, not object schemas.
    ([path, schema]) => schema.type === 'object' && schema.properties && path.split('/').length > 2,
  );
  assert.deepEqual(
    unnamed.map(([path]) => path),
    [],
  );
  for (const name of ['NewQuote', 'Item', 'QuotePage', 'QuoteEvent', 'Revision', 'Acceptance']) {
    assert.ok(schemas[name], name);
  }
});

/** Reads pairs of a pattern and texts, and writes which texts match. */
const PYTHON = `import json, re, sys
patterns, texts = json.load(sys.stdin)
print(json.dumps([[bool(re.search(p, t)) for t in texts] for p in patterns]))`;

test('every pattern means the same in JavaScript with and without the flag u and in Python', (t) => {
  const patterns = [
    ...new Set(
      schemasBelow(document, '').flatMap(([, { pattern }]) => (pattern === undefined ? [] : pattern)),
    ),
  ].filter((pattern) => typeof pattern === 'string');
  assert.ok(patterns.length >= 10, String(patterns.length));
  const texts = ['', 'Cc', 'p{Cc}', 'a b', 'EUR', 'CH', '2026-11', '#1f4e79', 'key_1', '12', 'ü€😀'];
  texts.push(...[0, 7, 9, 0x1f, 0x7f, 0x80, 0x9f].map((code) => `a${String.fromCharCode(code)}b`));
  texts.push('a\u2028b', 'a\u2029b');
  const match = (flags: string) =>
    patterns.map((pattern) => texts.map((text) => new RegExp(pattern, flags).test(text)));
  const expected = match('u');
  assert.deepEqual(match(''), expected);
  // What linear engines such as RE2 and others lack: lookaround, references back, classes by property.
  for (const pattern of patterns) assert.doesNotMatch(pattern, /\(\?[=!<]|\\[1-9kpP]/);
  const { error, stdout, stderr } = spawnSync('python3', ['-c', PYTHON], {
    input: JSON.stringify([patterns, texts]),
    encoding: 'utf8',
  });
  if (error) return t.diagnostic('There is no python3 to compare with.');
  assert.equal(stderr, '');
  assert.deepEqual(JSON.parse(stdout), expected);
});

test('every amount of money has 64 bits', () => {
  const AMOUNT = /(?:subtotal|total|unitPrice|discountValue|(?:discount|tax)?[aA]mount|net|tax)$/;
  const amounts = schemasBelow(document.components.schemas, '').filter(
    ([path, { type }]) =>
      AMOUNT.test(path) && !path.includes('Pagination/') && [type].flat().includes('integer'),
  );
  assert.ok(amounts.length > 30);
  assert.deepEqual(
    amounts.filter(([, schema]) => schema.format !== 'int64').map(([path]) => path),
    [],
  );
  const everywhere = schemasBelow({ paths: document.paths, schemas: document.components.schemas }, '');
  const narrow = everywhere.filter(
    ([, { type, maximum, format }]) =>
      ([type].flat().includes('integer') && maximum > 2 ** 31 - 1 && format !== 'int64') ||
      ([type].flat().includes('number') && format !== 'double'),
  );
  assert.deepEqual(
    narrow.map(([path]) => path),
    [],
  );
});

test('every response documents the headers that clients may rely on', () => {
  const { headers } = document.components;
  for (const { path, method, operation } of operations()) {
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      const what = `${method} ${path} ${status}`;
      for (const { $ref } of Object.values<Json>(response.headers)) {
        assert.ok(headers[$ref.split('/').at(-1)], `${what} ${$ref}`);
      }
      assert.ok(response.headers.RateLimit, what);
      if (['429', '503'].includes(status)) assert.ok(response.headers['Retry-After'], what);
    }
  }
  const quote = document.paths['/quotes'].post.responses[201].headers;
  assert.deepEqual(Object.keys(quote).sort(), [
    ...['ETag', 'Idempotency-Replayed', 'Location', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'],
  ]);
});

function createValidator() {
  const ajv = new Ajv2020({
    ...{ strict: false, validateSchema: false, logger: false },
    // A schema that many bodies share is compiled once.
    ...{ inlineRefs: false, code: { optimize: false } },
  });
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return (schema: Json): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    const check = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, check);
    return check;
  };
}

/** The formats of the OpenAPI registry that `ajv-formats`, the companion of Ajv, knows. */
const REGISTERED_FORMATS = [
  ...[
    'binary',
    'byte',
    'date',
    'date-time',
    'double',
    'duration',
    'email',
    'float',
    'hostname',
    'int32',
    'int64',
  ],
  ...['ipv4', 'ipv6', 'json-pointer', 'password', 'regex', 'time', 'uri', 'uri-reference', 'uuid'],
];

test('Ajv loads every schema in its strict default mode', () => {
  // These options change neither what is rejected nor what is valid.
  const ajv = new Ajv2020({ logger: false, inlineRefs: false, code: { optimize: false } });
  for (const name of REGISTERED_FORMATS) ajv.addFormat(name, true);
  const withNames = (schema: Json) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"'));
  const named = Object.entries<Json>(document.components.schemas);
  for (const [name, schema] of named) ajv.addSchema(withNames(schema), name);
  for (const [name] of named) assert.ok(ajv.getSchema(name), name);
  const inPlace = schemasBelow(document.paths, '/paths').filter(([path]) => path.endsWith('/schema'));
  for (const [path, schema] of inPlace) {
    assert.doesNotThrow(() => ajv.compile(withNames(schema)), path);
  }
});

test('fields that catalogue or template can supply are optional, and all others are required', () => {
  const compile = createValidator();
  for (const path of ['/quotes', '/quotes/preview']) {
    const { schema } = document.paths[path].post.requestBody.content['application/json'];
    const check = compile(schema);
    const body = { customerId: 'c', title: 't', items: [{ description: 'd', quantity: 1, unitPrice: 1 }] };
    const named = { catalogueItemId: 'cat_x', quantity: 1 };
    const { title: _, items: __, ...rest } = body;
    for (const good of [body, { ...body, items: [named] }, { ...rest, templateId: 'tpl_x' }]) {
      assert.ok(check(good), `${path} ${JSON.stringify(good)} ${JSON.stringify(check.errors)}`);
    }
    for (const bad of [
      { ...rest, templateId: null },
      { ...rest, title: 't' },
      { ...body, items: [{ ...named, quantity: undefined }] },
      { ...body, items: [{ ...named, catalogueItemId: null }] },
      { ...body, items: [{ description: 'd', quantity: 1 }] },
    ]) {
      assert.ok(!check(JSON.parse(JSON.stringify(bad))), `${path} ${JSON.stringify(bad)}`);
    }
  }
});

test('the examples match their schemas', () => {
  const compile = createValidator();
  const fit = (schema: Json, example: unknown, what: string) => {
    const validate = compile(schema);
    assert.ok(validate(example), `${what}: ${JSON.stringify(validate.errors)}`);
  };
  for (const { path, method, operation } of operations()) {
    const bodies = [operation.requestBody, ...Object.values<Json>(operation.responses)];
    for (const content of bodies.flatMap((body) => Object.values<Json>(body?.content ?? {}))) {
      const what = `${method} ${path}`;
      if (content.example) fit(content.schema, content.example, what);
      for (const code of Object.keys(content.examples ?? {})) {
        fit(content.schema, document.components.examples[code].value, `${what} ${code}`);
      }
    }
  }
});

test('webhook requests are described by event type, each with an example', () => {
  const { schemas } = document.components;
  const ofFeed = schemas.Event.oneOf.map(({ $ref }: Json) => $ref);
  const fits = createValidator()({
    oneOf: [...ofFeed, '#/components/schemas/PingEvent'].map(($ref) => ({ $ref })),
  });
  assert.deepEqual(Object.keys(document.webhooks).sort(), ['ping', ...FEED_TYPES].sort());
  for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
    const { schema, example } = post.requestBody.content['application/json'];
    assert.equal(schemas[schema.$ref.split('/').at(-1)].properties.type.const, type);
    assert.equal(example.type, type);
    const withoutData = { ...example, data: {} };
    assert.ok(fits(example), `${type}: ${JSON.stringify(fits.errors)}`);
    assert.ok(!fits(withoutData), `${type}: its data are typed`);
    assert.deepEqual(
      post.parameters.map(({ name }: Json) => name),
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    );
  }
});

test('the type of every problem is a URL that explains it', async () => {
  const { body } = await service.automation.get('/quotes?limit=0');
  assert.equal(body.type, `${service.url}/docs/problems#validation_failed`);
  const reply = await fetch(body.type);
  const page = await reply.text();
  assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  for (const [code, { title }] of Object.entries(PROBLEMS)) {
    const [, text] = new RegExp(` id="${code}".*?>${title}<(.*?)</article>`, 's').exec(page) ?? [];
    assert.match(text ?? '', /What happened<\/h4>\s*<p>.{30,}What to do<\/h4>\s*<p>.{20,}/s, code);
    const example = document.components.examples[code];
    if (example) assert.equal(example.value.type, `${service.url}/docs/problems#${code}`);
  }
  const [, ...headers] = (await sendMalformedRequest(service.url)).split('\r\n');
  assert.equal(JSON.parse(headers.at(-1) ?? '').type, `${service.url}/docs/problems#bad_request`);
});

/** Returns the response to a request that is not HTTP. */
function sendMalformedRequest(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end('nonsense\r\n\r\n'));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

test('PATCH is documented as a merge patch and behaves as one', async () => {
  for (const { path, method, operation } of operations()) {
    const types = Object.keys(operation.requestBody?.content ?? {});
    if (method === 'PATCH')
      assert.deepEqual(types, ['application/json', 'application/merge-patch+json'], path);
    else assert.ok(!types.includes('application/merge-patch+json'), path);
  }
  const { body: quote } = await service.automation.post('/quotes', {
    ...{ customerId: 'cus_demo', title: 'Website', notes: 'x' },
    items: [{ description: 'Work', quantity: 1, unitPrice: 100 }],
  });
  const patched = await service.automation.request(
    'PATCH',
    `/quotes/${quote.id}`,
    { notes: null },
    {
      headers: { 'Content-Type': 'application/merge-patch+json' },
    },
  );
  assert.deepEqual([patched.status, patched.body.notes, patched.body.title], [200, null, 'Website']);
});

testAll('Spectral finds no errors with its strictest rules and ours', async () => {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas as Json, 'all']], rules: OPENAPI_RULES } as RulesetDefinition);
  const found = await spectral.run(document);
  assert.deepEqual(
    found.map(({ code, path, message }) => `${code} ${path.join('/')} ${message}`),
    [],
  );
});

test('our Spectral rules report what they are for', async () => {
  const spectral = new Spectral();
  const own = Object.entries(OPENAPI_RULES).filter(([, rule]) => rule !== 'off');
  spectral.setRuleset({ rules: Object.fromEntries(own) } as RulesetDefinition);
  // Two paths have everything that the rules are about.
  const { webhooks: _, paths, ...rest } = structuredClone(document);
  const malformed = {
    ...rest,
    paths: { '/quotes': paths['/quotes'], '/quotes/{id}': paths['/quotes/{id}'] },
  };
  const { get } = malformed.paths['/quotes/{id}'];
  get.operationId = 'get-quote';
  get.summary = 'Get a quote.';
  get.description = '';
  delete get.parameters[0].description;
  delete get.responses[200].content['application/json'].example;
  delete get.responses[401];
  delete get.responses[404].content['application/problem+json'].examples;
  delete malformed.paths['/quotes'].post.requestBody.content['application/json'].example;
  delete malformed.components.schemas.Quote.properties.number.description;
  const found = await spectral.run(malformed);
  assert.deepEqual([...new Set(found.map(({ code }) => code))].sort(), own.map(([name]) => name).sort());
});

testAll('Redocly finds no errors with its strictest rules', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proffer-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [REDOCLY, 'lint', file, '--extends=recommended-strict', '--format=json'],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
      },
    ).catch((error: { stdout: string }) => error);
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    assert.equal(totals.errors, 0, JSON.stringify(problems, null, 1).slice(0, 2000));
    assert.deepEqual(
      problems.map((problem: Json) => problem.ruleId),
      [],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
