import { addPublicUrl, type NewQuoteResponse } from '../actions/quotes/new-quote-response.ts';
import { buildLinkUrl } from '../actions/sending/links/links.ts';
import type { StoredQuote } from '../store/tables/quote/quotes.ts';
import type { ApiResponse, Call } from './endpoint.ts';
import { formatEtag } from './etag.ts';

/** Returns the stored JSON of a quote, with the link to the customer page if the caller may write. */
export function formatQuote({ deps, caller }: Call, doc: string, linkId: string | null): string {
  if (!caller.canWrite) return doc;
  return addPublicUrl(doc, linkId === null ? null : buildLinkUrl(deps, linkId));
}

export function createQuoteResponse(
  call: Call,
  stored: StoredQuote,
  status = 200,
  headers: Record<string, string> = {},
): ApiResponse {
  return {
    status,
    headers: { ETag: formatEtag(stored), ...headers },
    body: formatQuote(call, JSON.stringify(stored.quote), stored.linkId),
  };
}

export const CREATED: NewQuoteResponse = {
  status: 201,
  headers: { ETag: formatEtag({ version: 1 }), Location: '/api/v1/quotes/{id}' },
  hasQuote: true,
};
