import type { CustomerRecord } from '../../domain/customer/customer.ts';
import type { HistoryEvent } from '../../domain/quote/history.ts';
import {
  type QuoteSummary,
  removeItems,
  type SummaryAdditions,
  toSummaryJson,
} from '../../domain/quote/list/quote-summary.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { type StoredDoc, toCurrentDoc } from '../tables/stored-docs.ts';

export interface SummaryRow extends StoredDoc {
  id: string;
  views: number;
  customer: string | null;
  event: string | null;
}

/** Columns of a summary; `table` is the alias of `quotes`. */
export function summaryColumns(table: string): string {
  return `${table}.id, ${table}.doc, ${table}.shape, ${table}.views, (
    SELECT customers.doc FROM customers
    WHERE customers.account_id = ${table}.account_id AND customers.id = ${table}.customer_id
  ) AS customer, coalesce((
    SELECT events.doc FROM events
    WHERE events.account_id = ${table}.account_id AND events.document_id = ${table}.id ORDER BY events.id DESC LIMIT 1
  ), ${table}.creation) AS event`;
}

export function summaryDocs(rows: readonly SummaryRow[]): string {
  const readName = customerNames();
  const docs = rows.map((row) => toCurrentDoc('quote', row));
  return rows.map((row, index) => toSummaryJson(docs[index] ?? '', additions(row, readName))).join(',');
}

/** Reads summaries as objects instead of JSON. */
export function readSummaries(rows: readonly SummaryRow[]): QuoteSummary[] {
  const readName = customerNames();
  const docs = rows.map((row) => toCurrentDoc('quote', row));
  return rows.map(
    (row, index): QuoteSummary => ({
      ...readOnce(removeItems(docs[index] ?? '')),
      ...additions(row, readName),
    }),
  );
}

const known = new Map<string, Readonly<Omit<Quote, 'items'>>>();
/** Cache size in characters. */
const MAX_KNOWN = 1_000_000;
let knownLength = 0;

/** Caches parsed quotes: lists are read repeatedly and rarely change. */
function readOnce(text: string): Readonly<Omit<Quote, 'items'>> {
  let quote = known.get(text);
  if (!quote) {
    quote = JSON.parse(text) as Omit<Quote, 'items'>;
    knownLength += text.length;
    if (knownLength > MAX_KNOWN) {
      known.clear();
      knownLength = text.length;
    }
    known.set(text, quote);
  }
  return quote;
}

/** Caches names within a page, which often has several quotes of one customer. */
function customerNames(): (doc: string | null) => string {
  const names = new Map<string, string>();
  return (doc) => {
    if (doc === null) return '';
    const name = names.get(doc) ?? (JSON.parse(doc) as Pick<CustomerRecord, 'name'>).name;
    names.set(doc, name);
    return name;
  };
}

function additions(
  { views, customer, event }: SummaryRow,
  readName: (doc: string | null) => string,
): SummaryAdditions {
  const last = event === null ? null : (JSON.parse(event) as HistoryEvent);
  return { customerName: readName(customer), views, lastEvent: last && { type: last.type, at: last.at } };
}
