import type { Static } from 'typebox';
import { createDocumentUrl } from '../../actions/sending/documents/document-url.ts';
import {
  type FoundDocument,
  getInvoiceDocument,
  getQuoteDocument,
  readPdf,
} from '../../actions/sending/documents/find-document.ts';
import { prefersOverJson } from '../../http/headers/accept.ts';
import { createPdfHeaders, PDF_TYPE } from '../../http/headers/pdf-headers.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../endpoint.ts';
import { Type } from '../schemas/type.ts';

const HostedDocument = Type.Object(
  {
    url: Type.String({
      description:
        'Opens without a key until `expiresAt`, or until the quote is deleted or its links are revoked',
    }),
    sha256: Type.String({ description: 'SHA-256 of the file' }),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { title: 'DocumentLink', additionalProperties: false },
);
type HostedDocument = Static<typeof HostedDocument>;

const hosted = {
  description: 'The URL of the PDF. With `Accept: application/pdf`, the file itself',
  schema: HostedDocument,
  example: {
    url: 'http://127.0.0.1:3000/pdf/3q2-7wAAAbEiAw',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    expiresAt: '2026-11-08T09:30:00.000Z',
  } satisfies HostedDocument,
  contentType: PDF_TYPE,
};

const quotePdf: Operation = {
  id: 'getQuotePdf',
  tag: 'Quotes',
  summary: 'Get the PDF of a quote',
  description:
    'The PDF of the quote as it is now, generated if it does not exist yet. Unlike the emailed PDF, it has no link to the customer page.',
  responses: { 200: hosted },
  problems: ['not_found', 'pdf_busy', 'pdf_too_large', 'pdf_failed'],
};

const invoicePdf: Operation = {
  id: 'getInvoicePdf',
  tag: 'Invoices',
  summary: 'Get the PDF of an invoice',
  responses: { 200: hosted },
  problems: ['not_found', 'pdf_busy', 'pdf_too_large', 'pdf_failed'],
};

export const documentRoutes: Endpoint[] = [
  { method: 'GET', path: '/api/v1/quotes/:id/pdf', scope: 'read', operation: quotePdf, handle: getQuotePdf },
  {
    method: 'GET',
    path: '/api/v1/invoices/:id/pdf',
    scope: 'read',
    operation: invoicePdf,
    handle: getInvoicePdf,
  },
];

async function getQuotePdf(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  return documentResponse(call, await getQuoteDocument(deps, caller, params.id ?? '', now));
}

async function getInvoicePdf(call: Call): Promise<ApiResponse> {
  const { deps, caller, params } = call;
  return documentResponse(call, await getInvoiceDocument(deps, caller.accountId, params.id ?? ''));
}

async function documentResponse(call: Call, document: FoundDocument): Promise<ApiResponse> {
  const { deps, caller } = call;
  const { accountId } = caller;
  const headers = { Vary: 'Authorization, Accept, Accept-Encoding' };
  if (!prefersOverJson(call.request.headers.accept, PDF_TYPE)) {
    const { url, expiresAt } = createDocumentUrl(deps, { ...document, accountId });
    const body: HostedDocument = { url, sha256: document.sha256, expiresAt };
    return json(200, body, headers);
  }
  const pdf = await readPdf(deps, accountId, document);
  if (!pdf) throw new Error('the document is gone');
  return {
    status: 200,
    headers: { ...headers, ...createPdfHeaders(document.fileName), ETag: `"${document.sha256}"` },
    body: pdf,
  };
}
