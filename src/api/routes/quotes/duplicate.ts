import type { Static } from 'typebox';
import { addUnknownCustomer } from '../../../actions/quotes/content/check-content.ts';
import { readFigures } from '../../../actions/quotes/costs/read-figures.ts';
import { createQuote } from '../../../actions/quotes/create-quote.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { copyQuoteInput } from '../../../domain/quote/duplicate.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { checkBody, readBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { createNewQuoteResponse } from '../../quote-response.ts';
import { compileCheck } from '../../schemas/check.ts';
import { nullable } from '../../schemas/fields.ts';
import { QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { content, QuoteSchema } from '../../schemas/quote.ts';
import { Type } from '../../schemas/type.ts';

const DuplicateQuote = Type.Object(
  { customerId: Type.Optional(nullable(content.customerId)) },
  { title: 'NewDuplicate', additionalProperties: false },
);
type DuplicateQuote = Static<typeof DuplicateQuote>;
const checkDuplicate = compileCheck(DuplicateQuote);

export const quoteDuplicateRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/quotes/:id/duplicate',
  scope: 'draft',
  operation: {
    id: 'duplicateQuote',
    tag: 'Quotes',
    summary: 'Duplicate a quote',
    description:
      'Creates a `DRAFT` with the same content, attachments and notes, for the same customer or another one. Number, dates and the identifiers of the items are new; reference, metadata, messages and the decision are not copied. A `CONVERTED` quote can be duplicated too.',
    headers: ['Idempotency-Key'],
    body: { schema: DuplicateQuote, optional: true, example: { customerId: 'cus_demo' } },
    responses: {
      201: {
        description: 'The new quote; its URL is in `Location`',
        schema: QuoteSchema,
        example: QUOTE_EXAMPLE,
      },
    },
    problems: [...BODY_PROBLEMS, 'not_found', 'customer_unknown', 'limit_reached', ...REPEAT_PROBLEMS],
  },
  handle: duplicate,
};

function duplicate(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  return respondOnce(call, createNewQuoteResponse, async (repeat) => {
    const { doc } = await readQuote(deps, caller.accountId, params.id ?? '', now);
    const body = readBody(call, { optional: true });
    assertNoErrors(await addUnknownCustomer(deps, caller.accountId, body, checkBody(body, checkDuplicate)));
    const { customerId } = body.value as DuplicateQuote;
    const quote = JSON.parse(doc) as Quote;
    const { attachments } = quote;
    const figures = await readFigures(deps, caller.accountId, quote.id);
    const wanted = { actor: caller.actor, input: copyQuoteInput(quote, customerId, figures), attachments };
    return createQuote(deps, caller.accountId, wanted, repeat);
  });
}
