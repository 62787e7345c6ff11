import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { bindTools } from '../../src/api/mcp/tool-server.ts';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { mayHoldAmount } from '../../src/api/schemas/amounts.ts';
import type { Json } from '../support/service/client.ts';

const document: Json = openApiDocument(ENDPOINTS, 'https://quotes.example');
const tools = bindTools(ENDPOINTS);

/** Arguments that stand for a header, or that only tools have. */
const HEADERS: Record<string, string> = { idempotencyKey: 'Idempotency-Key', ifMatch: 'If-Match' };

function findOperation(id: string): Json {
  const all = Object.values<Json>(document.paths).flatMap((path) => Object.values<Json>(path));
  return all.find(({ operationId }) => operationId === id);
}

function resolve(schema: Json): Json {
  const [named = schema] = schema?.anyOf ?? [];
  return named?.$ref ? document.components.schemas[named.$ref.split('/').at(-1)] : schema;
}

const bodyOf = (operation: Json) => resolve(operation.requestBody?.content['application/json'].schema);

it('every tool has an operation in the OpenAPI document, and takes only what the operation takes', () => {
  for (const { tool, inputSchema } of tools) {
    const operation = findOperation(tool.operation);
    assert.ok(operation, tool.name);
    const parameters = operation.parameters.map(({ name }: Json) => name);
    const body = Object.keys(bodyOf(operation)?.properties ?? {});
    for (const name of Object.keys(inputSchema.properties)) {
      if (name === 'detail') continue;
      assert.ok([...parameters, ...body].includes(HEADERS[name] ?? name), `${tool.name} ${name}`);
    }
    for (const name of [...(tool.omit ?? []), ...Object.keys(tool.query ?? {})]) {
      assert.ok([...parameters, ...body].includes(name), `${tool.name} ${name}`);
    }
  }
});

it('nested fields are those of the operation, and amounts are decimal strings', () => {
  for (const { tool, inputSchema } of tools) {
    const body = bodyOf(findOperation(tool.operation));
    if (body) compare(inputSchema, body, tool.name);
  }
});

function compare(ours: Json, theirs: Json, path: string): void {
  const known = resolve(theirs);
  if (ours.items) compare(ours.items, known.items, `${path}[]`);
  for (const [name, schema] of Object.entries<Json>(ours.properties ?? {})) {
    if (name === 'detail' || name in HEADERS || (path.split('.').length === 1 && name === 'id')) continue;
    const other = resolve(known.properties[name]);
    assert.ok(other, `${path}.${name}`);
    if (mayHoldAmount(name)) assert.ok([schema.type].flat().includes('string'), `${path}.${name}`);
    else assert.equal([schema.type].flat()[0], [other.type].flat()[0], `${path}.${name}`);
    compare(schema, other, `${path}.${name}`);
  }
}

it('every amount of the operations is known as one', () => {
  const seen = new Set<string>();
  const walk = (schema: Json, name: string): void => {
    const known = resolve(schema);
    if (!known || typeof known !== 'object') return;
    if (known.format === 'int64') seen.add(name);
    for (const part of known.anyOf ?? []) walk(part, name);
    walk(known.items, name);
    for (const [key, part] of Object.entries<Json>(known.properties ?? {})) {
      if (key !== 'pagination') walk(part, key);
    }
  };
  for (const { tool } of tools) {
    const operation = findOperation(tool.operation);
    walk(bodyOf(operation), '');
    for (const { name, schema } of operation.parameters) walk(schema, name);
    for (const [status, { content }] of Object.entries<Json>(operation.responses)) {
      if (Number(status) < 300) walk(content?.['application/json']?.schema, '');
    }
  }
  assert.ok(seen.size > 8);
  assert.deepEqual(
    [...seen].filter((name) => !mayHoldAmount(name)),
    [],
  );
});

it('the schema of each tool is an object that every client understands', () => {
  for (const { tool, inputSchema } of tools) {
    const text = JSON.stringify(inputSchema);
    assert.equal(inputSchema.type, 'object');
    assert.doesNotMatch(
      text,
      /"(anyOf|oneOf|allOf|\$ref|x-[a-z]+|int64)"|smallest (currency )?unit/i,
      tool.name,
    );
    assert.ok(text.length < 12_000, `${tool.name} ${text.length}`);
  }
});
