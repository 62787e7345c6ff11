import { removeQuote } from '../../../actions/quotes/remove-quote.ts';
import { changeQuote } from '../../change-quote.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';

export const quoteDeleteRoute: Endpoint = {
  method: 'DELETE',
  path: '/api/v1/quotes/:id',
  scope: 'write',
  operation: {
    id: 'deleteQuote',
    tag: 'Quotes',
    summary: 'Delete a quote',
    description: 'Its number is never reused.',
    headers: ['If-Match'],
    responses: { 204: { description: 'Deleted' } },
    problems: ['not_found', 'quote_converted', 'partly_invoiced', 'customer_erased', 'precondition_failed'],
  },
  handle: remove,
};

async function remove(call: Call): Promise<ApiResponse> {
  const noBody = () => undefined;
  await changeQuote(call, {
    readBody: noBody,
    work: (_body, found) => removeQuote(call.deps, call.caller, found),
  });
  return { status: 204 };
}
