import { quoteBody } from '../fill.ts';

export const OPERATIONS = ['get', 'list', 'search', 'create'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface PeerRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

/** A running product with the same quotes as all the others. */
export interface Peer {
  name: string;
  version: string;
  /** The database or file that holds its quotes. */
  store: string;
  port: number;
  key: string;
  /** IDs of the quotes created from `quoteBody(0)`, `quoteBody(STEP)`, … */
  ids: string[];
  get(id: string): PeerRequest;
  /** The newest 20 quotes with their items, and the total number. */
  list: PeerRequest;
  /** The newest 20 quotes whose title contains the term, ignoring case, and their total number. */
  search: PeerRequest;
  create: PeerRequest;
  /** Extracts the quote, or the quotes of a page, from a response body. */
  quotes(body: unknown): PeerQuote[];
  stop(): Promise<void>;
}

export interface PeerQuote {
  id: string | number;
  title: string;
  items: PeerItem[];
}

interface PeerItem {
  description: string;
  quantity: number;
  unitPrice: number;
  taxRate: number;
}

export const SEARCH_TERM = 'website redesign';
/** `get` reads every fifth quote. */
export const STEP = 5;
/** `create` always creates this quote. */
export const NEW_QUOTE = 12_345;

/** A quote for products that have no numbers, statuses and timestamps of their own. */
export function plainQuote(index: number) {
  const { customerId, title, items } = quoteBody(index);
  return {
    number: `Q-2026-${String(index + 1).padStart(5, '0')}`,
    status: 'DRAFT',
    customerId,
    title,
    items,
  };
}

export function createdAt(index: number): Date {
  return new Date(Date.UTC(2026, 0, 1) + index * 1000);
}

export function numbered<T extends object>(
  count: number,
  make: (index: number) => T,
): (T & { id: number })[] {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, ...make(index) }));
}

export function sampleIds(count: number, id: (index: number) => string): string[] {
  return Array.from({ length: Math.ceil(count / STEP) }, (_, index) => id(index * STEP));
}
