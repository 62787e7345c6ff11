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
 * replies to the one before.
 */
const ADDED_AFTER: Record<string, (path: string, reply: SeenReply) => SeenReply> = {
  '1.0.0': (path, reply) => ({
    ...reply,
    body: addBooks(path, addRecurring(path, addQuestions(path, reply.body))),
  }),
  [THIS_VERSION]: (_path, reply) => reply,
};

/**
 * Its database has the first schema only: accounts say what becomes of recurring items, when and how invoices are paid and
 * that they take no proposals, the catalogue has recurring items and prices by quantity, invoices name their series
 * and their printed notes, and customers their price list.
 */
function addRecurring(path: string, body: Json): Json {
  if (path === '/account') {
    const added = {
      paymentTermDays: 30,
      defaultPaymentMethod: null,
      proposals: 'off',
      programsMayAccept: false,
    };
    return { ...body, recurringInvoices: 'draft', closedAt: null, ...added };
  }
  if (path === '/statistics') return { ...body, recurring: [] };
  return mapObjects(body, (resource) => {
    if ('buyerReference' in resource) return { ...resource, priceListId: null };
    if (resource.id?.startsWith('cat_')) return { ...resource, recurring: null, quantityPrices: null };
    // Others only mention an invoice, by its number.
    return resource.id?.startsWith('inv_') && 'amountDue' in resource
      ? { ...resource, series: null, printedNotes: resource.notes }
      : resource;
  });
}

/** Accounts and templates have questions, and acceptances answers and how the customer decided. */
function addQuestions(path: string, body: Json): Json {
  if (path === '/account') return { ...body, acceptanceFields: [] };
  return mapObjects(body, (resource) => {
    if (resource.id?.startsWith('tpl_')) return { ...resource, acceptanceFields: null };
    if (resource.type === 'quote.accepted') return { ...resource, data: { answers: {}, ...resource.data } };
    return 'offerSha256' in resource ? { ...resource, answers: {}, via: null } : resource;
  });
}

/** The account says how it books, and customers have numbers. */
function addBooks(path: string, body: Json): Json {
  if (path === '/account') return { ...body, accounting: NO_ACCOUNTING };
  if (path.startsWith('/payments/imports/')) return { ...body, columns: [] };
  return mapObjects(body, (resource) =>
    'eInvoiceFormat' in resource ? { ...resource, debtorNumber: null } : resource,
  );
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

export function toSeenReply({ status, etag, text }: StoredReply): SeenReply {
  // Responses that have grown since may be compressed now.
  const plain = etag?.replace('-gzip', '') ?? null;
  return { status, etag: plain, body: status < 400 ? JSON.parse(text) : undefined };
}
