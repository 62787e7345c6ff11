import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Client, Json } from '../support/service/client.ts';
import { withPath } from './operations.ts';
import { valueFor } from './schema-values.ts';

/** A request whose path, query and headers are generated. */
export interface FuzzedCall {
  name: string;
  method: string;
  template: string;
  /** Values of the path; an object is created for an `id` that is missing. */
  path: Record<string, string | undefined>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: Json;
}

/** Generates calls of every operation of the document, whether it has a body or not. */
export function callsOf(document: Json): fc.Arbitrary<FuzzedCall> {
  const all = Object.entries<Record<string, Json>>(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => callOf(template, method, operation)),
  );
  return fc.oneof(...all);
}

function callOf(template: string, method: string, operation: Json): fc.Arbitrary<FuzzedCall> {
  const of = (place: string): Json[] =>
    (operation.parameters ?? []).filter((each: Json) => each.in === place);
  const { example } = operation.requestBody?.content['application/json'] ?? {};
  const path = of('path').map(({ name }) => [name, name === 'id' ? fc.oneof(existing, segment) : segment]);
  const headers = of('header').map(({ name }) => [name, headerValue]);
  const query = of('query').map(({ name, schema }) =>
    name === 'metadata'
      ? fc.tuple(fc.constant('metadata[key]'), fc.string())
      : fc.tuple(fc.constant(name), fc.oneof(valueFor(schema), fc.string())),
  );
  return fc.record({
    name: fc.constant(operation.operationId as string),
    method: fc.constant(method.toUpperCase()),
    template: fc.constant(template),
    path: fc.record(Object.fromEntries(path)) as fc.Arbitrary<FuzzedCall['path']>,
    query: fc
      .array(fc.oneof(...query, fc.tuple(fc.string(), fc.string())), { maxLength: 4 })
      .map((pairs) => pairs.map(([name, value]): [string, string] => [name, String(value)])),
    headers: fc.record(Object.fromEntries(headers), { requiredKeys: [] }) as fc.Arbitrary<
      Record<string, string>
    >,
    body: fc.constant(example),
  });
}

const existing = fc.constant(undefined);
/** Dots alone would name another path. */
const segment = fc
  .oneof(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }))
  .map((text) => text.toWellFormed())
  .filter((text) => !/^\.+$/.test(text));
const headerValue = fc.oneof(
  fc.constantFrom('*', '"1"', '"2", "1"', 'W/"1"', '""', '"', 'a-key', 'x'.repeat(256)),
  fc.stringMatching(/^[\x21-\x7e\x80-\xff]{1,20}$/),
);

/** Expects no 5xx, and a response that matches the document (checked by the client). */
export async function call(api: Client, { name, method, template, path, query, headers, body }: FuzzedCall) {
  let place = template;
  for (const [parameter, value] of Object.entries(path)) {
    if (value !== undefined) place = place.replace(`{${parameter}}`, encodeURIComponent(value));
  }
  const search = new URLSearchParams(query.map(([key, value]) => [key, value.toWellFormed()]));
  const suffix = query.length > 0 ? `?${search}` : '';
  const sent = method === 'GET' ? undefined : body;
  const reply = await withPath(place, api, (found) => api.request(method, found + suffix, sent, { headers }));
  assert.ok(reply.status < 500, `${name} ${method} ${place}${suffix}: ${reply.text}`);
}
