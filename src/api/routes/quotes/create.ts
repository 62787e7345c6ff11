import { toInput } from '../../../actions/quotes/content/complete-content.ts';
import { createQuote } from '../../../actions/quotes/create-quote.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { createNewQuoteResponse } from '../../quote-response.ts';
import { compileCheck } from '../../schemas/check.ts';
import { QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { CreateQuote, QuoteSchema } from '../../schemas/quote.ts';
import { completeNewQuote, IGNORED_ON_CREATE, readContent } from './quote-body.ts';

const checkCreate = compileCheck(CreateQuote);

export const quoteCreateRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/quotes',
  scope: 'draft',
  operation: {
    id: 'createQuote',
    tag: 'Quotes',
    summary: 'Create a quote',
    description: 'Creates a `DRAFT` quote with its own number. The customer must already exist.',
    headers: ['Idempotency-Key'],
    body: {
      schema: CreateQuote,
      example: {
        customerId: 'cus_demo',
        title: 'Website redesign',
        items: [
          { description: 'Design', quantity: 12.5, unitPrice: 9000, taxRate: 19 },
          { description: 'Hosting, one year', quantity: 1, unitPrice: 24000, taxRate: 19 },
        ],
        discountType: 'percentage',
        discountValue: 10,
      },
    },
    responses: {
      201: {
        description: 'The new quote; its URL is in `Location`',
        schema: QuoteSchema,
        example: QUOTE_EXAMPLE,
      },
    },
    problems: [...BODY_PROBLEMS, 'customer_unknown', 'limit_reached', ...REPEAT_PROBLEMS],
  },
  handle: create,
};

function create(call: Call): Promise<ApiResponse> {
  const { deps, caller } = call;
  return respondOnce(call, createNewQuoteResponse, async (repeat) => {
    const body = readContent(call, IGNORED_ON_CREATE);
    const content = await completeNewQuote(call, body, checkCreate);
    const wanted = { actor: caller.actor, input: toInput(content) as CreateQuote };
    return createQuote(deps, caller.accountId, wanted, repeat);
  });
}
