import { paginateWhole } from '../../../src/api/schemas/list.ts';
import type { Json } from '../service/client.ts';
import type { StoredReply } from '../store/stored-database.ts';
import { addFieldsOf020 } from './fields-of-0.2.0.ts';

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
  '0.1.0': addFieldsOf020,
  '0.2.0': (path, reply) => ({ ...reply, body: addToImport(path, addPagination(reply.body)) }),
};

/** A bank line can pay several invoices, and entries that are no payment have a reason. */
function addToImport(path: string, body: Json): Json {
  if (!path.startsWith('/payments/imports/')) return body;
  const lines = body.lines.map((line: Json) => ({ ...line, ...toPayments(line) }));
  return { ...body, lines, ignoredEntries: [] };
}

function toPayments({ amount, invoiceId, paymentId }: Json): Json {
  const payments = paymentId ? [{ amount, invoiceId, paymentId }] : [];
  return { payments, amountLeft: paymentId ? 0 : amount, perhapsRecorded: false };
}

/** Lists that are returned whole have the shape of those with pages. */
function addPagination(body: Json): Json {
  const isWhole = Array.isArray(body?.data) && !('pagination' in body) && !('next' in body);
  return isWhole ? { ...body, pagination: paginateWhole(body.data.length) } : body;
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
