import { buildLinkUrl } from '../actions/sending/links/links.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { SignerLink } from '../store/tables/links.ts';
import type { InsertedQuote, StoredQuote } from '../store/tables/quote/quotes.ts';
import type { ApiResponse, Call } from './endpoint.ts';
import { formatEtag } from './etag.ts';

/** Returns the stored JSON of a quote, with the link to the customer page if the caller may write. */
export function formatQuote(
  { deps, caller }: Call,
  doc: string,
  linkId: string | null,
  signerLinks: readonly SignerLink[] = [],
): string {
  if (!caller.canWrite) return doc;
  if (hasSigners(doc)) return addSignerUrls(deps, doc, signerLinks);
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
    body: formatQuote(call, JSON.stringify(stored.quote), stored.linkId, stored.signerLinks),
  };
}

/** Whether the JSON of a quote has signers. Inside of a text, the quotation marks would be escaped. */
export function hasSigners(doc: string): boolean {
  return doc.includes(',"signers":[{');
}

/** Each signer has a link of their own, and the quote has none. */
function addSignerUrls(deps: Call['deps'], doc: string, links: readonly SignerLink[]): string {
  const quote = JSON.parse(doc) as Quote;
  const signers = quote.signers?.map((signer) => {
    const link = links.find(({ email }) => email === signer.email);
    return { ...signer, publicUrl: link ? buildLinkUrl(deps, link.id) : null };
  });
  return addPublicUrl(JSON.stringify({ ...quote, signers }), null);
}

export function createNewQuoteResponse({ id, doc }: InsertedQuote): ApiResponse {
  const headers = { ETag: formatEtag({ version: 1 }), Location: `/api/v1/quotes/${id}` };
  return { status: 201, headers, body: addPublicUrl(doc, null) };
}

/** Adds the link to stored JSON, for callers with the write scope. */
export function addPublicUrl(doc: string, url: string | null): string {
  return `${doc.slice(0, -1)},"publicUrl":${JSON.stringify(url)}}`;
}
