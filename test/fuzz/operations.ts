import assert from 'node:assert/strict';
import { createQuote, draftInvoice, issuedInvoice, sentQuote } from '../support/api/quotes.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';

/** An operation with a body: its path, its schema, and where its values are read back. */
export interface FuzzedOperation {
  name: string;
  method: string;
  schema: Json;
  example: Json;
  /** Relative frequency. */
  weight: number;
  path(api: Client): Promise<string>;
  /** Returns the path at which accepted input can be read. */
  readBack(path: string, reply: Reply): string | undefined;
}

const WEIGHTS: Record<string, number> = { createQuote: 10, updateQuote: 10, putCustomer: 5, sendQuote: 1 };

/** Returns all operations of the document, so that new ones are fuzzed without changes here. */
export function findFuzzedOperations(document: Json): FuzzedOperation[] {
  return Object.entries<Record<string, Json>>(document.paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.requestBody?.content['application/json'])
      .map(([method, operation]) => {
        const { schema, example } = operation.requestBody.content['application/json'];
        return {
          name: operation.operationId as string,
          method: method.toUpperCase(),
          schema: inlined(schema, document),
          example,
          weight: WEIGHTS[operation.operationId] ?? 3,
          path: (api: Client) => pathFor(template, api),
          readBack: (path: string, reply: Reply) => readBackPath(template, path, reply),
        };
      }),
  );
}

/** Replaces all references in the schema by their targets. */
function inlined(schema: Json, document: Json): Json {
  if (Array.isArray(schema)) return schema.map((part) => inlined(part, document));
  if (schema === null || typeof schema !== 'object') return schema;
  const { $ref, ...rest } = schema;
  const named = $ref && document.components.schemas[$ref.split('/').at(-1)];
  const whole = named ? { ...named, ...rest } : rest;
  return Object.fromEntries(Object.entries(whole).map(([name, part]) => [name, inlined(part, document)]));
}

/** Operations closed to keys. */
export const OWNER_PATHS = /^\/(users|invitations|keys|quotes\/[^/]+\/(approve|reject))(\/|$)/;

/** Resources other than quotes that are created to be changed. */
const OTHERS: Record<string, Json> = {
  'catalogue-items': { description: 'Work', unitPrice: 1 },
  templates: { name: 'Small' },
};
let customers = 0;

export async function pathFor(template: string, api: Client): Promise<string> {
  if (!template.includes('{id}')) return template;
  if (template.startsWith('/customers')) return template.replace('{id}', `c${customers++ % 50}`);
  if (template.includes('/messages')) return template.replace('{id}', (await findMessageQuote(api)).id);
  if (template.startsWith('/webhook-endpoints')) return template.replace('{id}', (await endpointOf(api)).id);
  if (template.startsWith('/events')) {
    await createQuote(api);
    return template.replace('{id}', (await api.get('/events?limit=1')).body.data[0].id);
  }
  if (template.startsWith('/invoices')) {
    const make = /\{id\}(\/issue)?$/.test(template) ? draftInvoice : issuedInvoice;
    return template.replace('{id}', (await make(api)).id);
  }
  const [, noun = ''] = template.split('/');
  const { id } = OTHERS[noun] ? (await api.post(`/${noun}`, OTHERS[noun])).body : await createQuote(api);
  return template.replace('{id}', id);
}

/** Messages per quote: a new quote each time would be slow, and a quote has a daily limit. */
const MESSAGES = 45;
const messageQuotes = new WeakMap<Client, { quote: Promise<Json>; left: number }>();

function findMessageQuote(api: Client): Promise<Json> {
  let known = messageQuotes.get(api);
  if (!known || known.left === 0) known = { quote: sentQuote(api), left: MESSAGES };
  known.left--;
  messageQuotes.set(api, known);
  return known.quote;
}

/** Endpoints are reused, because an account can have only a limited number. */
const endpoints = new WeakMap<Client, Promise<Json>>();

function endpointOf(api: Client): Promise<Json> {
  const known =
    endpoints.get(api) ??
    api.request('POST', '/webhook-endpoints', { url: 'https://receiver.invalid/' }).then(({ body }) => body);
  endpoints.set(api, known);
  return known;
}

function readBackPath(template: string, path: string, reply: Reply): string | undefined {
  if (['/quotes', '/customers', '/catalogue-items', '/templates'].includes(template))
    return `${template}/${reply.body.id}`;
  if (template.endsWith('/duplicate')) return `/quotes/${reply.body.id}`;
  if (template.endsWith('/convert-to-invoice')) return `/invoices/${reply.body.id}`;
  if (OWNER_PATHS.test(template)) return undefined;
  if (template.startsWith('/invoices')) return template.endsWith('{id}') ? path : undefined;
  return /\/(send|request-approval|messages|read|preview|remind|mail\/test|replay|resend|test-clock)$/.test(
    template,
  )
    ? undefined
    : path;
}

/** Checks that accepted input is returned unchanged, except defaults for `null`, instants in UTC and IBANs without spaces. */
export function assertStored(given: Json, got: Json, where = ''): void {
  if (given === null || given === undefined) return;
  if (Array.isArray(given)) {
    assert.equal(got?.length, given.length, where);
    for (const [index, entry] of given.entries()) assertStored(entry, got[index], `${where}/${index}`);
  } else if (typeof given === 'object') {
    for (const [name, value] of Object.entries(given)) {
      if (!READ_ONLY.has(name)) assertStored(value, got[name], `${where}/${name}`);
    }
  } else if (where.endsWith('/validUntil')) assert.equal(Date.parse(got), Date.parse(given), where);
  else if (/\/(iban|bic)$/.test(where)) assert.equal(got, given.replaceAll(/\s/g, '').toUpperCase(), where);
  // Blank fields are left out of an item.
  else if (/\/items\/\d+\/(unit|sku|section|choice|taxReason)$/.test(where) && String(given).trim() === '') {
    assert.ok(got === undefined || got === given, where);
  }
  // An item that is not optional does not say so.
  else if (/\/items\/\d+\/optional$/.test(where) && given === false) assert.ok(!got, where);
  // A blank reason is none.
  else if (where === '/taxReason' && String(given).trim() === '') assert.equal(got, null, where);
  // Minus zero is stored as zero.
  else assert.equal(got, given === 0 ? 0 : given, where);
}

const READ_ONLY = new Set([
  ...['id', 'number', 'kind', 'createdAt', 'updatedAt', 'sentAt', 'acceptedAt', 'declinedAt', 'convertedAt'],
  ...['invoiceId', 'revision', 'viewedAt', 'acceptedBy', 'declineReason', 'publicUrl', 'amount', 'status'],
  ...['subtotal', 'discountAmount', 'taxAmount', 'total'],
]);
