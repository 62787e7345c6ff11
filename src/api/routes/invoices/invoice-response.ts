import { addPublicUrl } from '../../../actions/quotes/new-quote-response.ts';
import { buildLinkUrl } from '../../../actions/sending/links/links.ts';
import type { StoredInvoice } from '../../../store/tables/invoice/invoices.ts';
import type { ApiResponse, Call } from '../../endpoint.ts';
import { formatInvoiceEtag } from '../../etag.ts';

/** Returns the stored JSON of an invoice, with the link to its page if the caller may write. */
export function formatInvoice({ deps, caller }: Call, doc: string, linkId: string | null): string {
  if (!caller.canWrite) return doc;
  return addPublicUrl(doc, linkId === null ? null : buildLinkUrl(deps, linkId, 'invoice'));
}

export function createInvoiceResponse(call: Call, stored: StoredInvoice, more: object = {}): ApiResponse {
  return {
    status: 200,
    headers: { ETag: formatInvoiceEtag(stored) },
    body: formatInvoice(call, JSON.stringify({ ...stored.invoice, ...more }), stored.linkId),
  };
}
