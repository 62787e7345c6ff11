import type { StoredResponse } from '../../store/tables/idempotency.ts';
import type { InsertedQuote } from '../../store/tables/quote/quotes.ts';

/** Response to a quote that does not exist yet, as plain data. */
export interface NewQuoteResponse {
  status: number;
  /** Headers in which `{id}` is replaced by the id of the quote. */
  headers: Record<string, string>;
  /** Whether the quote itself is the body. */
  hasQuote: boolean;
}

export function buildNewQuoteResponse(
  { status, headers, hasQuote }: NewQuoteResponse,
  { id, doc }: InsertedQuote,
): StoredResponse {
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('{id}', id)]);
  return {
    status,
    headers: Object.fromEntries(filled),
    ...(hasQuote && { body: addPublicUrl(doc, null) }),
  };
}

/** Adds the link to the stored JSON, for callers with the write scope. */
export function addPublicUrl(doc: string, url: string | null): string {
  return `${doc.slice(0, -1)},"publicUrl":${JSON.stringify(url)}}`;
}
