import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Fields } from '../schemas/amounts.ts';
import { presentFields } from './present.ts';

/** Converts the response of an operation to the result of a tool. */
export type Summarize = (response: Fields, currency: string) => Fields;

/** A response has at most 4 KB. The rest is for what the protocol adds to a result. */
const MAX_BYTES = 4096 - 256;
const MAX_TEXT_BYTES = 120;
const MAX_SHOWN_ITEMS = 5;
const MAX_SHOWN_EVENTS = 20;
/** More rows never fit. */
const MAX_SHOWN_ROWS = 30;

const TOTALS = ['currency', 'subtotal', 'discountAmount', 'taxAmount', 'total'];
const QUOTE_FIELDS = [
  ...['id', 'number', 'status', 'customerId', 'title', ...TOTALS, 'validUntil', 'revision', 'sentAt'],
  ...['viewedAt', 'acceptedAt', 'acceptedBy', 'declinedAt', 'declineReason', 'convertedAt', 'invoiceId'],
  ...['recurring', 'contractTotal', 'recurringFrom', 'series', 'cost', 'margin', 'marginPercent', 'etag'],
];
const ITEM_FIELDS = ['id', 'description', 'quantity', 'unitPrice', 'amount', 'recurring', 'quantityPrices'];
const APPROVAL_FIELDS = ['state', 'requestedAt', 'note', 'decidedAt', 'decisionNote'];

/** Returns the same value as text and as structured content: some clients read only one of them. */
export function createResult(value: Fields): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}

/** Returns the main fields of a quote and as many of its first items as fit. */
export const summarizeQuote: Summarize = (quote, currency) => {
  const items = quote.items as Fields[];
  const facts = {
    ...summarize(quote, QUOTE_FIELDS, currency),
    ...(quote.approval != null && {
      approval: summarize(quote.approval as Fields, APPROVAL_FIELDS, currency),
    }),
    itemCount: items.length,
  };
  const shown = items.slice(0, MAX_SHOWN_ITEMS).map((item) => summarize(item, ITEM_FIELDS, currency));
  return fit(shown.length, 0, (count) => {
    const isAll = count === items.length;
    const hint = `Only the first ${count} of ${items.length} items. Call with detail: true for all of them.`;
    return { ...facts, items: shown.slice(0, count), ...(!isAll && { hint }) };
  });
};

/** Returns as many rows of a page as fit with their main fields, and how to get the rest. */
export function summarizePage(name: string, fields: readonly string[]): Summarize {
  return (page, currency) => {
    const rows = (page.data as Fields[])
      .slice(0, MAX_SHOWN_ROWS)
      .map((row) => summarize(row, fields, typeof row.currency === 'string' ? row.currency : currency));
    return fit(rows.length, 1, (count) => ({ [name]: rows.slice(0, count), ...describePage(page, count) }));
  };
}

/** Creates the result with the most entries that has at most 4 KB. */
function fit(max: number, min: number, create: (count: number) => Fields): Fields {
  for (let count = max; ; count--) {
    const value = create(count);
    if (count <= min || Buffer.byteLength(JSON.stringify(createResult(value))) <= MAX_BYTES) return value;
  }
}

/** Returns the rows of a page with all fields. */
export function presentPage(name: string): Summarize {
  return (page, currency) => ({
    [name]: (page.data as Fields[]).map((row) =>
      presentFields(row, typeof row.currency === 'string' ? row.currency : currency),
    ),
    ...describePage(page, (page.data as Fields[]).length),
  });
}

function describePage({ data, pagination }: Fields, shown: number): Fields {
  const { page, limit, total, hasMore } = pagination as Pagination;
  const facts = { page, matches: total };
  const isCut = shown < (data as Fields[]).length;
  // A smaller page that begins in the shown rows or right after them: it may repeat rows, but skips none.
  const next = isCut ? Math.floor(((page - 1) * limit) / shown) + 2 : page + 1;
  const call = `Call again with ${isCut ? `limit: ${shown} and ` : ''}page: ${next} for more, or narrow the search.`;
  if (isCut) return { ...facts, hasMore: true, hint: `Only the first ${shown} rows of this page. ${call}` };
  return { ...facts, hasMore, ...(hasMore && { hint: call }) };
}

interface Pagination {
  page: number;
  limit: number;
  total: number | null;
  hasMore: boolean;
}

/** Returns as many of the latest events as fit, without identifiers and hashes. */
export const summarizeHistory: Summarize = ({ data }, currency) => {
  const events = data as { type: string; at: string; actor: Fields; data: Fields }[];
  const latest = events.slice(-MAX_SHOWN_EVENTS).map(({ type, at, actor, data }) => {
    const { messageId: _, documentSha256: _sha256, itemIds: _ids, ...facts } = data;
    const { id: _id, ...who } = actor;
    return presentFields({ type, at, actor: who, data: facts }, currency, cutText);
  });
  return fit(latest.length, 1, (count) => {
    const hint = `Only the latest ${count} of ${events.length} events. Call with detail: true for all of them.`;
    return { events: latest.slice(latest.length - count), ...(count < events.length && { hint }) };
  });
};

export const presentHistory: Summarize = ({ data }, currency) => ({
  events: (data as Fields[]).map((event) => presentFields(event, currency)),
});

export const summarizePayment: Summarize = (payment, currency) => ({
  ...summarize(payment, ['id', 'invoiceId', 'amount', 'date', 'method', 'reference'], currency),
  currency,
});

/** Picks the fields that have a value. */
function summarize(value: Fields, fields: readonly string[], currency: string): Fields {
  const picked = fields.filter((name) => value[name] != null).map((name) => [name, value[name]]);
  return presentFields(Object.fromEntries(picked), currency, cutText);
}

/** Cuts a text by the length of its JSON, so that no text makes a result long. */
function cutText(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(JSON.stringify(character)) - 2;
    if (bytes > MAX_TEXT_BYTES) return `${text.slice(0, end)}…`;
    end += character.length;
  }
  return text;
}
