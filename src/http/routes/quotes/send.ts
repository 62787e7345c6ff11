import { replayOr } from '../../../actions/idempotency/once.ts';
import { sendQuote } from '../../../actions/send/send-quote.ts';
import { compileCheck } from '../../../schemas/check.ts';
import { QUOTE_EXAMPLE } from '../../../schemas/quote/quote-example.ts';
import { QuoteSchema } from '../../../schemas/quote.ts';
import { SendQuote } from '../../../schemas/send.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { readOptionalBody } from '../../api/body.ts';
import { changeQuote } from '../../api/change-quote.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../api/common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../api/endpoint.ts';
import { readIdempotencyKey } from '../../api/idempotency.ts';
import { createQuoteResponse } from '../../api/quote-response.ts';

const checkSend = compileCheck(SendQuote);

export const quoteSendRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/quotes/:id/send',
  scope: 'write',
  operation: {
    id: 'sendQuote',
    tag: 'Quotes',
    summary: 'Send a quote by email',
    description:
      'Generates the PDF, emails it to the customer, and sets the status to `SENT` once the mail server has accepted the message. Otherwise the status does not change and the response says why.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: {
      schema: SendQuote,
      optional: true,
      example: { email: 'buyer@northwind.example', message: 'As discussed on the phone.' },
    },
    responses: {
      200: {
        description: 'The quote, sent',
        schema: QuoteSchema,
        example: { ...QUOTE_EXAMPLE, status: 'SENT', sentAt: '2026-11-01T09:31:00.000Z' },
      },
    },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'quote_converted',
      'partly_invoiced',
      'quote_changed',
      'send_in_progress',
      'precondition_failed',
      'recipient_missing',
      'send_limited',
      'mail_refused',
      'mail_unavailable',
      'mail_timeout',
      'pdf_busy',
      'pdf_failed',
      ...REPEAT_PROBLEMS,
    ],
  },
  handle: send,
};

function send(call: Call): Promise<ApiResponse> {
  const repeatable = readIdempotencyKey(call);
  const { deps, caller } = call;
  const respond = (stored: StoredQuote) => createQuoteResponse(call, stored);
  return replayOr(deps, repeatable, () =>
    changeQuote(
      call,
      () => readOptionalBody(call, checkSend) as SendQuote,
      (options, found) => sendQuote(deps, caller, options, found, { repeatable, respond }),
    ),
  );
}
