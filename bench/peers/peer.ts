import { quoteBody } from '../fill.ts';

export const OPERATIONS = ['get', 'list', 'search', 'create'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface PeerRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

/** One running product with the same quotes in it as all the others. */
export interface Peer {
  name: string;
  version: string;
  /** Where its quotes are. */
  store: string;
  port: number;
  key: string;
  /** Of the quotes that were made from `quoteBody(0)`, `quoteBody(STEP)`, … */
  ids: string[];
  get(id: string): PeerRequest;
  /** The newest 20 with their items and the number of all. */
  list: PeerRequest;
  /** The newest 20 whose title contains the term, in any case, and the number of all these. */
  search: PeerRequest;
  create: PeerRequest;
  /** What is common to all in the body of an answer: a quote, or the quotes of a page. */
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
/** Every fifth quote is read by `get`. */
export const STEP = 5;
/** The quote that `create` makes again and again. */
export const NEW_QUOTE = 12_345;

/** A quote as it is put into a product that has no numbers, states and times of its own. */
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

export function everyStep(count: number, id: (index: number) => string): string[] {
  return Array.from({ length: Math.ceil(count / STEP) }, (_, index) => id(index * STEP));
}
