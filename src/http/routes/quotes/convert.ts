import { earlierOr } from '../../../actions/idempotency/once.ts';
import { type Converted, convertQuote } from '../../../actions/quote/convert-quote.ts';
import { KNOWN_PAYMENT_METHODS } from '../../../domain/invoice.ts';
import { refuseNothingSelected } from '../../../domain/quote/problems.ts';
import { compileCheck } from '../../../schemas/check.ts';
import { CONVERTED_EXAMPLE, ConvertedInvoice, ConvertQuote } from '../../../schemas/invoice.ts';
import { optionalBody } from '../../api/body.ts';
import { changeQuote } from '../../api/change-quote.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../../api/endpoint.ts';
import { idempotencyOf } from '../../api/idempotency.ts';

const checkConvert = compileCheck(ConvertQuote);

export const quoteConvertRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/quotes/:id/convert-to-invoice',
  scope: 'write',
  operation: {
    id: 'convertQuote',
    tag: 'Quotes',
    summary: 'Convert a quote to an invoice, once',
    description: `Known payment methods: ${KNOWN_PAYMENT_METHODS.join(', ')}.`,
    headers: ['Idempotency-Key', 'If-Match'],
    body: {
      schema: ConvertQuote,
      optional: true,
      example: { dueDate: '2026-12-31', paymentMethod: 'ONLINE_PAYMENT' },
    },
    answers: {
      201: {
        description: 'The invoice, with the converted quote in `quote`',
        schema: ConvertedInvoice,
        example: CONVERTED_EXAMPLE,
      },
    },
    problems: [
      'not_found',
      'quote_converted',
      'nothing_selected',
      'precondition_failed',
      'validation_failed',
      'malformed_json',
      'body_too_large',
      'unsupported_media_type',
      'idempotency_mismatch',
      'idempotency_in_progress',
    ],
  },
  handle: convert,
};

function convert(call: Call): Promise<ApiResponse> {
  const repeatable = idempotencyOf(call);
  const { deps, caller, now } = call;
  return earlierOr(deps, repeatable, () =>
    changeQuote(
      call,
      (current) => {
        refuseNothingSelected(current);
        return optionalBody(call, checkConvert) as ConvertQuote;
      },
      (wishes, found) => convertQuote(deps, caller, wishes, found, { repeatable, respond, now }),
    ),
  );
}

function respond({ invoice, quote }: Converted): ApiResponse {
  const converted: ConvertedInvoice = { ...invoice, quote };
  return json(201, converted, { Location: `/api/v1/invoices/${invoice.id}` });
}
