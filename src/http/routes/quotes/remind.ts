import { replayOr } from '../../../actions/idempotency/once.ts';
import { remindOfQuote } from '../../../actions/outbox/remind-now.ts';
import { assertOpen } from '../../../domain/quote/problems.ts';
import { compileCheck } from '../../../schemas/check.ts';
import { QUOTE_EXAMPLE } from '../../../schemas/quote/quote-example.ts';
import { QuoteSchema } from '../../../schemas/quote.ts';
import { RemindCustomer } from '../../../schemas/send.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { readOptionalBody } from '../../api/body.ts';
import { changeQuote } from '../../api/change-quote.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../api/common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../api/endpoint.ts';
import { readIdempotencyKey } from '../../api/idempotency.ts';
import { createQuoteResponse } from '../../api/quote-response.ts';

const checkRemind = compileCheck(RemindCustomer);

export const quoteRemindRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/quotes/:id/remind',
  scope: 'write',
  operation: {
    id: 'remindCustomer',
    tag: 'Quotes',
    summary: 'Remind the customer of a quote',
    description:
      'Emails the reminder that the account setting `reminderDays` sends automatically, immediately, to the recipient of the last link. The quote must be `SENT` and not expired. It does not change; its history has `reminded` once the mail server has accepted the message. Failed attempts are retried for three days.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: { schema: RemindCustomer, optional: true, example: {} },
    responses: {
      200: {
        description: 'The quote, unchanged',
        schema: QuoteSchema,
        example: { ...QUOTE_EXAMPLE, status: 'SENT', sentAt: '2026-11-01T09:31:00.000Z' },
      },
    },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'quote_converted',
      'quote_not_sent',
      'quote_not_open',
      'precondition_failed',
      'send_limited',
      ...REPEAT_PROBLEMS,
    ],
  },
  handle: remind,
};

function remind(call: Call): Promise<ApiResponse> {
  const repeatable = readIdempotencyKey(call);
  const { deps, caller, now } = call;
  const respond = (stored: StoredQuote) => createQuoteResponse(call, stored);
  return replayOr(deps, repeatable, () =>
    changeQuote(
      call,
      () => readOptionalBody(call, checkRemind),
      (_nothing, found) => remindOfQuote(deps, caller, found, { repeatable, respond, now }),
      assertOpen,
    ),
  );
}
