import type { Issued } from '../../../actions/invoices/issue-invoice.ts';
import { buildLinkUrl } from '../../../actions/sending/links/links.ts';
import { toWarnings } from '../../../domain/account/particulars/find-missing.ts';
import type { StoredInvoice } from '../../../store/tables/invoice/invoices.ts';
import type { ApiResponse, Call } from '../../endpoint.ts';
import { formatInvoiceEtag } from '../../etag.ts';
import { addPublicUrl } from '../../quote-response.ts';

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

/** The response to issuing an invoice: with warnings, which are not stored. */
export function createIssuedResponse(call: Call, { stored, missing }: Issued): ApiResponse {
  return createInvoiceResponse(call, stored, { warnings: toWarnings(missing) });
}
