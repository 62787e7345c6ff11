import { readSignerLinks } from '../../../actions/agreement/signing/signer-links.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';
import { formatEtag, toNotModified } from '../../etag.ts';
import { formatQuote, hasSigners } from '../../quote-response.ts';
import { QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { QuoteSchema } from '../../schemas/quote.ts';

export const quoteGetRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/quotes/:id',
  scope: 'read',
  operation: {
    id: 'getQuote',
    tag: 'Quotes',
    summary: 'Get a quote',
    headers: ['If-None-Match'],
    responses: {
      200: { description: 'The quote', schema: QuoteSchema, example: QUOTE_EXAMPLE },
      304: { description: 'Not changed since the ETag in If-None-Match' },
    },
    problems: ['not_found'],
  },
  handle: get,
};

async function get(call: Call): Promise<ApiResponse> {
  const row = await readQuote(call.deps, call.caller.accountId, call.params.id ?? '', call.now);
  const etag = formatEtag(row);
  const known = toNotModified(call, etag);
  if (known) return known;
  const links = hasSigners(row.doc) ? await readSignerLinks(call.deps, call.caller.accountId, row.doc) : [];
  return { status: 200, headers: { ETag: etag }, body: formatQuote(call, row.doc, row.link_id, links) };
}
