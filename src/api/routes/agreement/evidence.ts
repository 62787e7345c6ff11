import { bundleEvidence } from '../../../actions/agreement/evidence/bundle-evidence.ts';
import { createZipHeaders } from '../../../http/headers/zip-headers.ts';
import type { ApiResponse, Call, Endpoint, Operation } from '../../endpoint.ts';

const operation: Operation = {
  id: 'getQuoteEvidence',
  tag: 'Quotes',
  summary: 'Get the evidence of the decision on a quote',
  description:
    'A ZIP file that can be checked without this service: `document.pdf`, the document that was accepted or declined; `acceptance.json`, the record of the last decision as canonical JSON (RFC 8785); `acceptance.jws`, its signature (ES256, detached) by a key of `jwks.json`, which stays published at `/.well-known/jwks.json`; `acceptance.tsr`, a time stamp (RFC 3161) of the signature, if the service has a time stamp server; `confirmation.pdf`, the signed document with the record of the acceptance, if the service signs PDFs; the files that were attached, in `attachments/`; and `README.txt`, which says how to check each part, what it shows and what is missing. Each part is made once and kept, also if the quote is edited afterwards; the bytes change once, when the time stamp arrives. The document may contain the link of the customer.',
  responses: { 200: { description: 'The evidence', contentType: 'application/zip' } },
  problems: ['not_found', 'quote_not_decided', 'pdf_busy', 'pdf_too_large', 'pdf_failed'],
};

export const quoteEvidenceRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/quotes/:id/evidence',
  scope: 'write',
  operation,
  handle: evidence,
};

async function evidence({ deps, caller, params, request, now }: Call): Promise<ApiResponse> {
  const { fileName, open } = await bundleEvidence(deps, caller.accountId, params.id ?? '', now);
  const headers = createZipHeaders(fileName);
  if (request.method === 'HEAD') return { status: 200, headers };
  return { status: 200, headers, stream: await open() };
}
