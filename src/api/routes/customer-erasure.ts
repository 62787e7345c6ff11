import { eraseCustomer } from '../../actions/customers/erasure/erase-customer.ts';
import { exportCustomer } from '../../actions/customers/erasure/export-customer.ts';
import type { ErasureResult } from '../../domain/account/retention.ts';
import { createZipHeaders } from '../../http/headers/zip-headers.ts';
import { REPEAT_PROBLEMS } from '../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../endpoint.ts';
import { respondOnce } from '../idempotency.ts';
import { ERASURE_EXAMPLE, ErasureSchema } from '../schemas/person/erasure.ts';

const operations = {
  erase: {
    id: 'eraseCustomer',
    tag: 'Customers',
    summary: 'Erase a customer for good',
    description:
      'Requires the session of an owner who signed in within the last 15 minutes. Quotes that were never accepted go with all that belongs to them, and so do messages, emails, events, webhook deliveries and kept responses. Invoices and accepted quotes with their evidence stay until `retainUntil`, as the law requires; the customer then stays as an identifier without data, and nothing new can be made of it. This cannot be undone, and a repeat returns what is kept.',
    headers: ['Idempotency-Key'],
    responses: {
      200: { description: 'The documents that are kept', schema: ErasureSchema, example: ERASURE_EXAMPLE },
    },
    problems: ['not_found', 'send_in_progress', ...REPEAT_PROBLEMS],
  },
  export: {
    id: 'exportCustomer',
    tag: 'Customers',
    summary: 'Export all about a customer',
    description:
      'Requires the session of an owner who signed in within the last 15 minutes. A streamed ZIP file: the customer, its quotes with history, messages, decisions and revisions, its invoices and payments as JSON, and all PDFs, attachments and captured emails.',
    responses: { 200: { description: 'The archive', contentType: 'application/zip' } },
    problems: ['not_found'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/customers/:id';
const access = { for: 'owner', needsRecentSignIn: true } as const;

export const customerErasureRoutes: Endpoint[] = [
  {
    method: 'POST',
    path: `${PATH}/erase`,
    scope: 'write',
    ...access,
    operation: operations.erase,
    handle: erase,
  },
  {
    method: 'GET',
    path: `${PATH}/export`,
    scope: 'read',
    ...access,
    operation: operations.export,
    handle: download,
  },
];

function erase(call: Call): Promise<ApiResponse> {
  const { deps, caller, params } = call;
  const respond = (result: ErasureResult) => json(200, result);
  return respondOnce(call, respond, ({ keep }) => eraseCustomer(deps, caller, params.id ?? '', keep));
}

async function download({ deps, caller, params, request }: Call): Promise<ApiResponse> {
  const headers = createZipHeaders(`customer-${params.id}.zip`);
  if (request.method === 'HEAD') return { status: 200, headers };
  return { status: 200, headers, stream: await exportCustomer(deps, caller.accountId, params.id ?? '') };
}
