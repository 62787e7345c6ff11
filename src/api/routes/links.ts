import { revokeLinks } from '../../actions/sending/links/revoke-links.ts';
import type { DocumentKind } from '../../domain/document.ts';
import type { Call, Endpoint, Operation } from '../endpoint.ts';

const quoteLinks: Operation = {
  id: 'revokeQuoteLinks',
  tag: 'Quotes',
  summary: 'Revoke the links to the customer page',
  description:
    'Links that were already sent stop working, and so do the PDF URLs issued so far. Sending the quote again creates a new link, `GET …/pdf` a new URL.',
  responses: { 204: { description: 'Revoked' } },
  problems: ['not_found'],
};

const invoiceLinks: Operation = {
  id: 'revokeInvoiceLinks',
  tag: 'Invoices',
  summary: 'Revoke the links to the page of an invoice',
  description:
    'Links that were already sent stop working, and so do the PDF URLs issued so far. Sending the invoice again creates a new link, `GET …/pdf` a new URL.',
  responses: { 204: { description: 'Revoked' } },
  problems: ['not_found'],
};

export const quoteLinksRoute = createRoute('quote', '/api/v1/quotes/:id/links', quoteLinks);
export const invoiceLinksRoute = createRoute('invoice', '/api/v1/invoices/:id/links', invoiceLinks);

function createRoute(kind: DocumentKind, path: string, operation: Operation): Endpoint {
  const handle = async ({ deps, caller, params, now }: Call) => {
    await revokeLinks(deps, kind, caller, params.id ?? '', now);
    return { status: 204 };
  };
  return { method: 'DELETE', path, scope: 'write', operation, handle };
}
