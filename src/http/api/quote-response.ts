import { publicQuoteUrl } from '../../actions/link/links.ts';
import { type NewQuoteResponse, withPublicUrl } from '../../actions/quote/new-quote-response.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import type { ApiResponse, Call } from './endpoint.ts';
import { etagOf } from './etag.ts';

/** Returns the stored JSON of a quote, with the link to the customer page if the caller may write. */
export function quoteText({ deps, caller }: Call, doc: string, linkId: string | null): string {
  if (!caller.canWrite) return doc;
  return withPublicUrl(doc, linkId === null ? null : publicQuoteUrl(deps, linkId));
}

export function quoteResponse(
  call: Call,
  stored: StoredQuote,
  status = 200,
  headers: Record<string, string> = {},
): ApiResponse {
  return {
    status,
    headers: { ETag: etagOf(stored), ...headers },
    body: quoteText(call, JSON.stringify(stored.quote), stored.linkId),
  };
}

export const CREATED: NewQuoteResponse = {
  status: 201,
  headers: { ETag: etagOf({ version: 1 }), Location: '/api/v1/quotes/{id}' },
  hasQuote: true,
};
