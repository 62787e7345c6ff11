import { assertConvertible } from '../../../actions/agreement/approval/assert-approved.ts';
import { type Converted, convertQuote } from '../../../actions/quotes/convert-quote.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { findInvoicePatchErrors, findNotesErrors } from '../../../domain/invoice/compose-invoice.ts';
import { KNOWN_PAYMENT_METHODS } from '../../../domain/invoice/payment/payment-method.ts';
import {
  assertItemSelected,
  assertStageInvoiceable,
  findStageNumberErrors,
} from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { checkBody, checkMetadata, readBody } from '../../body.ts';
import { changeQuote } from '../../change-quote.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { compileCheck } from '../../schemas/check.ts';
import { CONVERTED_EXAMPLE } from '../../schemas/invoice/invoice-example.ts';
import { ConvertedInvoice, ConvertQuote } from '../../schemas/invoice.ts';

const checkConvert = compileCheck(ConvertQuote);

export const quoteConvertRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/quotes/:id/convert-to-invoice',
  scope: 'write',
  operation: {
    id: 'convertQuote',
    tag: 'Quotes',
    summary: 'Convert a quote to an invoice, or one stage of it',
    description: `Without \`stage\`: the whole quote, or the rest of it. With \`stage\`: that stage of the payment schedule of an \`ACCEPTED\` quote. Each is invoiced once. When nothing is left, the quote is \`CONVERTED\`. Known payment methods: ${KNOWN_PAYMENT_METHODS.join(', ')}.`,
    headers: ['Idempotency-Key', 'If-Match'],
    body: {
      schema: ConvertQuote,
      optional: true,
      example: { dueDate: '2026-12-31', paymentMethod: 'ONLINE_PAYMENT' },
    },
    responses: {
      201: {
        description: 'The invoice, with the quote as it is now in `quote`',
        schema: ConvertedInvoice,
        example: CONVERTED_EXAMPLE,
      },
    },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'quote_converted',
      'approval_required',
      'nothing_selected',
      'quote_not_accepted',
      'stage_invoiced',
      'periods_unconfirmed',
      'precondition_failed',
      ...REPEAT_PROBLEMS,
    ],
  },
  handle: convert,
};

function convert(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  return respondOnce(call, respond, ({ keep }) => {
    const stage = readStage(call);
    return changeQuote(call, {
      readBody: (current) => readOptions(call, current),
      assertAllowed(quote) {
        assertItemSelected(quote);
        assertStageInvoiceable(quote, stage);
      },
      async assertAllowedEarly(quote) {
        await assertConvertible(deps, caller, quote);
      },
      work: (options, found) => convertQuote(deps, caller, options, found, now, keep),
    });
  });
}

/** Reads the stage, if the body is valid JSON. Errors of the body are reported later, after those of the quote. */
function readStage(call: Call): unknown {
  try {
    return readBody(call, { optional: true }).value.stage;
  } catch {
    return undefined;
  }
}

function readOptions(call: Call, current: Quote): ConvertQuote {
  const body = readBody(call, { optional: true });
  const ofSchema = checkBody(body, checkConvert);
  const errors = checkMetadata(body, ofSchema, current.metadata);
  const options = body.value as ConvertQuote;
  const isValid = (field: string) => !errors.some(({ path }) => path.startsWith(field));
  assertNoErrors([
    ...errors,
    ...(isValid('/stage') ? findStageNumberErrors(current, options.stage) : []),
    ...(isValid('/supply') ? findInvoicePatchErrors(options) : []),
    ...(isValid('/notes') && isValid('/printedNotes') ? findNotesErrors(options) : []),
  ]);
  return options;
}

/** Returns the invoice as it is read, with the link to its page, which it does not have yet. */
function respond({ invoice, quote }: Converted): ApiResponse {
  const converted: ConvertedInvoice = { ...invoice, publicUrl: null, quote };
  return json(201, converted, { Location: `/api/v1/invoices/${invoice.id}` });
}
