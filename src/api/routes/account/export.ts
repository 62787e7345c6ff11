import { exportAccount } from '../../../actions/account/export/export-account.ts';
import { createPdfRenderer } from '../../../actions/account/export/missing-pdfs.ts';
import { createZipHeaders } from '../../../http/headers/zip-headers.ts';
import type { ApiResponse, Call, Endpoint, Operation } from '../../endpoint.ts';

const operation: Operation = {
  id: 'exportAccount',
  tag: 'Account',
  summary: 'Export everything of the account',
  description:
    'Requires the session of an owner who signed in within the last 15 minutes. A streamed ZIP file of one moment: the settings, everything in `data` as one JSON object per line, quotes, customers and invoices also as CSV, and all PDFs and attachments. It has no passwords, keys or other secrets. `manifest.json` is written last and lists all files with their SHA-256: an export without it was cut off. An account has one export at a time.',
  responses: { 200: { description: 'The archive', contentType: 'application/zip' } },
  problems: ['rate_limited'],
};

export const accountExportRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/account/export',
  scope: 'read',
  for: 'owner',
  needsRecentSignIn: true,
  operation,
  handle: download,
};

async function download({ deps, caller, request, now }: Call): Promise<ApiResponse> {
  const headers = createZipHeaders(`${caller.accountId}.zip`);
  if (request.method === 'HEAD') return { status: 200, headers };
  const options = { now, renderPdf: createPdfRenderer(deps, now) };
  return { status: 200, headers, stream: await exportAccount(deps, caller.accountId, options) };
}
