import { earlierOr } from '../../../actions/idempotency/once.ts';
import { createQuote } from '../../../actions/quote/create-quotes.ts';
import { findTemplate } from '../../../actions/template/templates.ts';
import { failOn } from '../../../domain/field-errors.ts';
import { withTemplate } from '../../../domain/quote/template.ts';
import { compileCheck } from '../../../schemas/check.ts';
import { CreateQuote, QUOTE_EXAMPLE, QUOTE_READ_ONLY, QuoteSchema } from '../../../schemas/quote.ts';
import { type ReadBody, readBody } from '../../api/body.ts';
import type { ApiResponse, Call, Endpoint } from '../../api/endpoint.ts';
import { idempotencyOf } from '../../api/idempotency.ts';
import { createdQuote } from '../../api/quote-response.ts';
import { fromCatalogue, quoteErrors, withoutReadOnly } from './quote-body.ts';

const checkCreate = compileCheck(CreateQuote);
const NOT_AT_CREATION = [...QUOTE_READ_ONLY, 'status'];

export const quoteCreateRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/quotes',
  scope: 'write',
  operation: {
    id: 'createQuote',
    tag: 'Quotes',
    summary: 'Create a quote',
    description: 'Gives a `DRAFT` with a number of its own. The customer must exist.',
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
    answers: {
      201: {
        description: 'The new quote; its address is in `Location`',
        schema: QuoteSchema,
        example: QUOTE_EXAMPLE,
      },
    },
    problems: [
      'validation_failed',
      'malformed_json',
      'customer_unknown',
      'body_too_large',
      'unsupported_media_type',
      'idempotency_mismatch',
      'idempotency_in_progress',
    ],
  },
  handle: create,
};

function create(call: Call): Promise<ApiResponse> {
  const { deps, caller } = call;
  const repeatable = idempotencyOf(call);
  return earlierOr(deps, repeatable, async () => {
    const body = await fromTemplate(call, withoutReadOnly(readBody(call), NOT_AT_CREATION));
    failOn(await quoteErrors(call, body, checkCreate, body.value));
    const wanted = { actor: caller.actor, input: body.value as CreateQuote };
    return createQuote(deps, caller.accountId, wanted, repeatable, (created) => createdQuote(call, created));
  });
}

/** The body with what its template says beside it. The template is not looked for where the body names none. */
async function fromTemplate(call: Call, body: ReadBody): Promise<ReadBody> {
  const { deps, caller, now } = call;
  const { templateId } = body.value;
  if (typeof templateId !== 'string') return fromCatalogue(call, body, {});
  const template = await findTemplate(deps, caller.accountId, templateId);
  if (!template) return { ...body, errors: [...body.errors, TEMPLATE_UNKNOWN] };
  return fromCatalogue(call, { ...body, value: withTemplate(body.value, template, now) }, template);
}

const TEMPLATE_UNKNOWN = { path: '/templateId', message: 'does not match any template of this account' };
