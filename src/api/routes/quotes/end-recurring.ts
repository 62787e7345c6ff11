import type { Static } from 'typebox';
import { type EndOptions, endRecurring } from '../../../actions/invoices/recurring/end-recurring.ts';
import { assertRecurring } from '../../../domain/quote/problems.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { readOptionalBody } from '../../body.ts';
import { changeQuote } from '../../change-quote.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { createQuoteResponse } from '../../quote-response.ts';
import { compileCheck } from '../../schemas/check.ts';
import { nullable } from '../../schemas/fields.ts';
import { RECURRING_QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { QuoteSchema } from '../../schemas/quote.ts';
import type { Same } from '../../schemas/same-type.ts';
import { Type } from '../../schemas/type.ts';

const EndRecurring = Type.Object(
  {
    on: Type.Optional(
      nullable(
        Type.String({
          format: 'date',
          description:
            'No period that begins on this day or later is invoiced. Default and earliest: today, in the time zone of the account. `null` takes an end back while the series is `active`',
        }),
      ),
    ),
    seriesId: Type.Optional(nullable(Type.String({ maxLength: 100, description: 'Default: all series' }))),
  },
  { title: 'EndRecurring', additionalProperties: false },
);
true satisfies Same<Static<typeof EndRecurring>, EndOptions>;
const checkEnd = compileCheck(EndRecurring);

export const quoteEndRecurringRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/quotes/:id/end-recurring',
  scope: 'write',
  operation: {
    id: 'endRecurring',
    tag: 'Quotes',
    summary: 'End recurring invoices',
    description:
      'Ends the series of a converted quote on a day. What is invoiced stays. Prices of a series never change: end it and make another quote.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: { schema: EndRecurring, optional: true, example: { on: '2027-02-01' } },
    responses: {
      200: { description: 'The quote', schema: QuoteSchema, example: RECURRING_QUOTE_EXAMPLE },
    },
    problems: [...BODY_PROBLEMS, 'not_found', 'not_recurring', 'precondition_failed', ...REPEAT_PROBLEMS],
  },
  handle: end,
};

function end(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const respond = (stored: StoredQuote) => createQuoteResponse(call, stored);
  return respondOnce(call, respond, ({ keep }) =>
    changeQuote(call, {
      isForConverted: true,
      assertAllowed: assertRecurring,
      readBody: () => readOptionalBody(call, checkEnd) as EndOptions,
      work: (options, found) => endRecurring(deps, caller, options, found, now, keep),
    }),
  );
}
