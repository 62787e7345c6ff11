import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, Reply } from './client.ts';

/** Checks responses against the OpenAPI document of the service. */
export interface Contract {
  document: Json;
  /** Throws if a response does not match the document. */
  check(method: string, path: string, reply: Reply): void;
}

const ALWAYS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

let shared: Promise<Contract> | undefined;

/** Returns one contract for all services of this process: only their URLs differ, and compiling it takes long. */
export function loadContract(url: string): Promise<Contract> {
  shared ??= fetchContract(url);
  return shared;
}

async function fetchContract(url: string): Promise<Contract> {
  const document: Json = await (await fetch(`${url}/api/v1/openapi.json`)).json();
  return { document, check: createCheck(document) };
}

function createCheck(document: Json): Contract['check'] {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    logger: false,
    // A schema that many responses share is compiled once.
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  ajv.addSchema(document, 'contract');
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    let validate = compiled.get(pointer);
    if (!validate) {
      validate = ajv.compile({ $ref: `contract#${pointer}` });
      compiled.set(pointer, validate);
    }
    return validate;
  };
  // A literal part comes before a parameter.
  const templates = Object.keys(document.paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }));

  return (method, path, reply) => {
    const what = `${method} ${path} answered ${reply.status} ${reply.text.slice(0, 300)}`;
    checkHeaders(reply, what);
    assert.notEqual(reply.status, 500, what);
    if (method === 'HEAD') return;
    const plainPath = path.split('?')[0] ?? '';
    const template = templates.find(({ pattern }) => pattern.test(plainPath))?.template;
    const operation = template && document.paths[template]?.[method.toLowerCase()];
    if (!operation) {
      fits(validatorAt('/components/schemas/Problem'), reply, what);
      return;
    }
    const response = operation.responses[reply.status];
    assert.ok(response, `not in the document: ${what}`);
    for (const name of ['ETag', 'Location']) {
      assert.ok(!(name in response.headers) || reply.headers.has(name), `without ${name}: ${what}`);
    }
    const type = (reply.headers.get('Content-Type') ?? '').split(';')[0] ?? '';
    if (!response.content) {
      assert.equal(reply.text, '', `a body that the document does not know: ${what}`);
      return;
    }
    assert.ok(response.content[type], `type ${type} is not in the document: ${what}`);
    if (reply.body === undefined) return;
    const pointer = ['paths', template, method.toLowerCase(), 'responses', reply.status, 'content', type];
    // Most responses use a named schema.
    const named: string | undefined = response.content[type].schema?.$ref?.replace('#', '');
    fits(
      validatorAt(named ?? `/${[...pointer, 'schema'].map((part) => encode(String(part))).join('/')}`),
      reply,
      what,
    );
    if (reply.status >= 400) checkProblem(operation, reply, what);
  };
}

function checkHeaders(reply: Reply, what: string): void {
  assert.match(reply.headers.get('X-Request-Id') ?? '', /^[\w.-]{1,64}$/, `without X-Request-Id: ${what}`);
  const isDownload = reply.headers.get('Content-Disposition')?.startsWith('attachment');
  for (const [name, value] of Object.entries(ALWAYS)) {
    const expected = isDownload && name === 'Content-Security-Policy' ? `sandbox; ${value}` : value;
    assert.equal(reply.headers.get(name), expected, what);
  }
}

/** Checks that the document lists the code for this operation and status. */
function checkProblem(operation: Json, reply: Reply, what: string): void {
  const examples = operation.responses[reply.status].content['application/problem+json'].examples;
  assert.ok(reply.body.code in examples, `code ${reply.body.code} is not in the document: ${what}`);
  assert.equal(reply.body.status, reply.status, what);
  assert.equal(reply.body.requestId, reply.headers.get('X-Request-Id'), what);
}

function fits(validate: ValidateFunction, reply: Reply, what: string): void {
  assert.ok(validate(reply.body), `does not fit the document: ${JSON.stringify(validate.errors)}\n${what}`);
}

function encode(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
