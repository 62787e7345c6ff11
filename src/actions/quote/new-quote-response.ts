import type { KeptResponse } from '../../store/tables/idempotency.ts';
import type { InsertedQuote } from '../../store/tables/quote/quotes.ts';

/** How a quote that is not there yet will be responded with, as plain data. */
export interface NewQuoteResponse {
  status: number;
  /** `{id}` in them stands for its identifier. */
  headers: Record<string, string>;
  /** Whether the quote itself is the body. */
  hasQuote: boolean;
}

export function responseTo(
  { status, headers, hasQuote }: NewQuoteResponse,
  { id, doc }: InsertedQuote,
): KeptResponse {
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('{id}', id)]);
  return {
    status,
    headers: Object.fromEntries(filled),
    ...(hasQuote && { body: withPublicUrl(doc, null) }),
  };
}

/** For those who may write: the stored JSON, with the address of the customer's page. */
export function withPublicUrl(doc: string, url: string | null): string {
  return `${doc.slice(0, -1)},"publicUrl":${JSON.stringify(url)}}`;
}
