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
  template: string;
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
          template,
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
  'price-lists': { name: 'Dealers' },
};
let customers = 0;

/** Objects that no request has changed, by client and kind. */
const unused = new WeakMap<Client, Map<string, string[]>>();

/**
 * Sends a request to the path of an object that exists, and that no other request changes meanwhile. A request that was
 * rejected leaves its object to the next one, because most of the time went into new objects.
 */
export async function withPath(
  template: string,
  api: Client,
  send: (path: string) => Promise<Reply>,
): Promise<Reply> {
  if (!template.includes('{id}')) return send(template);
  const kind = kindOf(template);
  const own = unused.get(api) ?? new Map<string, string[]>();
  unused.set(api, own);
  const id = own.get(kind)?.pop() ?? (await createObject(kind, api));
  const reply = await send(template.replace('{id}', id));
  if (reply.status >= 400) own.set(kind, [...(own.get(kind) ?? []), id]);
  return reply;
}

function kindOf(template: string): string {
  const [, noun = ''] = template.split('/');
  if (template.includes('/messages')) return 'messages';
  return noun === 'invoices' && /\{id\}(\/issue)?$/.test(template) ? 'drafts of invoices' : noun;
}

async function createObject(kind: string, api: Client): Promise<string> {
  if (kind === 'customers') return `c${customers++ % 50}`;
  if (kind === 'messages') return (await findMessageQuote(api)).id;
  if (kind === 'webhook-endpoints') return (await endpointOf(api)).id;
  if (kind === 'drafts of invoices') return (await draftInvoice(api)).id;
  if (kind === 'invoices') return (await issuedInvoice(api)).id;
  if (OTHERS[kind]) return (await api.post(`/${kind}`, OTHERS[kind])).body.id;
  const { id } = await createQuote(api);
  return kind === 'events' ? (await api.get('/events?limit=1')).body.data[0].id : id;
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
  if (['/quotes', '/customers', '/catalogue-items', '/templates', '/price-lists'].includes(template))
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
    // A quote without questions or signers has no list of them.
    assert.equal(got?.length ?? 0, given.length, where);
    for (const [index, entry] of given.entries()) assertStored(entry, got[index], `${where}/${index}`);
  } else if (typeof given === 'object') {
    for (const [name, value] of Object.entries(given)) {
      // With prices by quantity, the price follows from them, and what is sent is ignored.
      const isFollowed = name === 'unitPrice' && given.quantityPrices;
      if (!READ_ONLY.has(name) && !isFollowed) assertStored(value, got[name], `${where}/${name}`);
    }
  } else if (where.endsWith('/validUntil')) assert.equal(Date.parse(got), Date.parse(given), where);
  else if (/\/(iban|bic)$/.test(where)) assert.equal(got, given.replaceAll(/\s/g, '').toUpperCase(), where);
  // Blank fields are left out of an item.
  else if (/\/items\/\d+\/(unit|sku|section|choice|taxReason)$/.test(where) && String(given).trim() === '') {
    assert.ok(got === undefined || got === given, where);
  }
  // An item that is not optional does not say so.
  else if (/\/items\/\d+\/optional$/.test(where) && given === false) assert.ok(!got, where);
  // Neither does one that is always selected.
  else if (/\/items\/\d+\/selected$/.test(where) && given === true) assert.notEqual(got, false, where);
  // A blank reason is none.
  else if (where === '/taxReason' && String(given).trim() === '') assert.equal(got, null, where);
  // Minus zero is stored as zero.
  else assert.equal(got, given === 0 ? 0 : given, where);
}

const READ_ONLY = new Set([
  ...['id', 'number', 'kind', 'createdAt', 'updatedAt', 'sentAt', 'acceptedAt', 'declinedAt', 'convertedAt'],
  ...['invoiceId', 'revision', 'viewedAt', 'acceptedBy', 'declineReason', 'publicUrl', 'amount', 'status'],
  ...['subtotal', 'discountAmount', 'taxAmount', 'total'],
  // An instruction, not a value.
  'confirm',
]);
