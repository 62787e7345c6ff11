import { NO_ACCOUNTING } from '../../../src/domain/books/accounting.ts';
import type { Json } from '../service/client.ts';
import { type StoredReply, THIS_VERSION } from '../store/stored-database.ts';

/** A reply as tests compare it. A problem contains the identifier of its request, so it has no body here. */
export interface SeenReply {
  status: number;
  etag: string | null;
  body: Json;
}

/**
 * What came after each version that has a stored database, in order. Add the next version here, and what it adds to
 * replies to the one before. What is null there, as an optional text, needs no entry.
 */
const ADDED_AFTER: Record<string, (path: string, reply: SeenReply) => SeenReply> = {
  '1.0.0': (path, reply) => ({
    ...reply,
    body: addBooks(path, addRecurring(path, addQuestions(path, reply.body))),
  }),
  [THIS_VERSION]: (_path, reply) => reply,
};

/**
 * Its database has the first schema only: accounts say what becomes of recurring items and when invoices are paid and that
 * they take no proposals, and invoices have their printed notes under their name.
 */
function addRecurring(path: string, body: Json): Json {
  if (path === '/account') {
    const added = { paymentTermDays: 30, proposals: 'off', programsMayAccept: false };
    return { ...body, recurringInvoices: 'draft', ...added };
  }
  if (path === '/statistics') return { ...body, recurring: [] };
  return mapObjects(body, (resource) =>
    // Others only mention an invoice, by its number.
    resource.id?.startsWith('inv_') && 'amountDue' in resource
      ? { ...resource, printedNotes: resource.notes }
      : resource,
  );
}

/** Accounts have questions, and acceptances answers. */
function addQuestions(path: string, body: Json): Json {
  if (path === '/account') return { ...body, acceptanceFields: [] };
  return mapObjects(body, (resource) => {
    if (resource.type === 'quote.accepted') return { ...resource, data: { answers: {}, ...resource.data } };
    return 'offerSha256' in resource ? { ...resource, answers: {} } : resource;
  });
}

/** The account says how it books, and imports of payments which columns they read. */
function addBooks(path: string, body: Json): Json {
  if (path === '/account') return { ...body, accounting: NO_ACCOUNTING };
  return path.startsWith('/payments/imports/') ? { ...body, columns: [] } : body;
}

/** Maps every object inside a value, the innermost first. */
function mapObjects(value: Json, change: (object: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, mapObjects(each, change)]);
  return change(Object.fromEntries(entries));
}

/** Returns the reply of a stored version as this version must give it. */
export function expectedReply(version: string, path: string, stored: StoredReply): SeenReply {
  const versions = Object.keys(ADDED_AFTER);
  const first = versions.indexOf(version);
  if (first < 0) throw new Error(`ADDED_AFTER does not say what came after ${version}.`);
  return versions
    .slice(first)
    .reduce((reply, each) => ADDED_AFTER[each]?.(path, reply) ?? reply, toSeenReply(stored));
}

/** Leaves out what is null and was not there before, such as an optional text that came later. */
export function omitNewNulls(seen: Json, before: Json): Json {
  if (Array.isArray(seen)) return seen.map((each, at) => omitNewNulls(each, before?.[at]));
  if (typeof seen !== 'object' || seen === null || typeof before !== 'object' || before === null) return seen;
  const kept = Object.entries(seen).filter(([name, value]) => value !== null || name in before);
  return Object.fromEntries(kept.map(([name, value]) => [name, omitNewNulls(value, before[name])]));
}

export function toSeenReply({ status, etag, text }: StoredReply): SeenReply {
  // Responses that have grown since may be compressed now.
  const plain = etag?.replace('-gzip', '') ?? null;
  return { status, etag: plain, body: status < 400 ? JSON.parse(text) : undefined };
}
