import { isDeepStrictEqual } from 'node:util';
import { completeItems, toInput } from '../../../actions/quotes/content/complete-content.ts';
import { updateQuote } from '../../../actions/quotes/update-quote.ts';
import { Problem } from '../../../domain/errors.ts';
import type { QuotePatch } from '../../../domain/quote/compose-quote.ts';
import { listSelection } from '../../../domain/quote/line/selection.ts';
import { assertDraft, assertNotPartlyInvoiced } from '../../../domain/quote/problems.ts';
import {
  CONTENT_FIELDS,
  getContentValue,
  isAccepted,
  isConverted,
  type Quote,
} from '../../../domain/quote/quote.ts';
import { isPartlyInvoiced } from '../../../domain/quote/schedule/invoicing.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { omitFields, readBody } from '../../body.ts';
import { changeQuote } from '../../change-quote.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { createQuoteResponse } from '../../quote-response.ts';
import { compileCheck } from '../../schemas/check.ts';
import { QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { PatchQuote, QUOTE_READ_ONLY, QuoteSchema } from '../../schemas/quote.ts';
import { assertContent, readContent } from './quote-body.ts';

const checkPatch = compileCheck(PatchQuote);

export const quoteUpdateRoute: Endpoint = {
  method: 'PATCH',
  path: '/api/v1/quotes/:id',
  scope: 'draft',
  operation: {
    id: 'updateQuote',
    tag: 'Quotes',
    summary: 'Update a quote',
    description:
      'JSON merge patch (RFC 7396): omitted fields keep their values, `null` clears an optional field, `items` and `paymentSchedule` are replaced as a whole, and `metadata` is merged by key. Changing the content of an accepted or declined quote returns it to `DRAFT`. `selection` says which options the customer chose, and `answers` what they answered; the PDF of that selection is generated before the decision is recorded.',
    headers: ['Idempotency-Key', 'If-Match'],
    body: { schema: PatchQuote, example: { validUntil: '2027-01-31T12:00:00.000Z' } },
    responses: { 200: { description: 'The quote', schema: QuoteSchema, example: QUOTE_EXAMPLE } },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'quote_converted',
      'approval_required',
      'partly_invoiced',
      'quote_changed',
      'precondition_failed',
      'customer_unknown',
      'pdf_busy',
      'pdf_too_large',
      'pdf_failed',
      ...REPEAT_PROBLEMS,
    ],
  },
  handle: update,
};

function update(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const respond = (stored: StoredQuote) => createQuoteResponse(call, stored);
  return respondOnce(call, respond, ({ keep }) =>
    changeQuote(call, {
      assertAllowed(quote) {
        if (call.mustBeDraft) assertDraft(quote);
        if (!caller.canWrite && recordsDecision(call, quote)) throw decisionForbidden();
        if (isPartlyInvoiced(quote) && changesAgreedFields(call, quote)) assertNotPartlyInvoiced(quote);
      },
      isForConverted: (quote) => repeatsAcceptance(call, quote),
      readBody: (current) => (isConverted(current) ? {} : readPatch(call, current)),
      work: (patch, found) => updateQuote(deps, caller, found, patch, now, keep),
    }),
  );
}

/** Whether the body records what the customer decided. */
function recordsDecision(call: Call, { status }: Quote): boolean {
  const given = tryReadBody(call);
  return (
    given?.selection != null ||
    given?.answers != null ||
    (given?.status !== undefined && given.status !== status)
  );
}

/** Whether the body records again what made the quote an invoice at once: the response to it may have been lost. */
function repeatsAcceptance(call: Call, quote: Quote): boolean {
  const given = tryReadBody(call);
  const { acceptedAt, invoiceOnAcceptance } = quote;
  if (!given || !isAccepted(given as QuotePatch) || acceptedAt === null || !invoiceOnAcceptance) return false;
  const { status: _status, selection, answers, ...others } = given;
  return (
    matches(selection, listSelection(quote.items)) &&
    matches(answers, quote.answers) &&
    Object.entries(others).every(([field, value]) => isDeepStrictEqual(value, quote[field as keyof Quote]))
  );
}

/** Whether what is given, which may be less, says what is there. */
function matches(given: unknown, stored: unknown): boolean {
  if (given == null) return true;
  if (Array.isArray(given))
    return given.every((each) => Array.isArray(stored) && stored.some((known) => matches(each, known)));
  if (!isObject(given)) return given === stored;
  return isObject(stored) && Object.entries(given).every(([name, value]) => matches(value, stored[name]));
}

function decisionForbidden(): Problem {
  return new Problem(
    'forbidden',
    'This key may only prepare drafts, and cannot record a decision. Use a key with the "write" scope, or do this in the console.',
  );
}

function tryReadBody(call: Call): Record<string, unknown> | undefined {
  try {
    return readBody(call).value;
  } catch {
    return undefined;
  }
}

/** Whether the body changes agreed fields, validly or not. They are fixed once a stage is invoiced. */
function changesAgreedFields(call: Call, quote: Quote): boolean {
  const given = tryReadBody(call);
  if (!given) return false;
  const isChanged = (field: (typeof AGREED_FIELDS)[number]) =>
    given[field] !== undefined &&
    !isDeepStrictEqual(omitMargins(given[field]), getContentValue(quote, field) ?? null);
  return given.selection != null || AGREED_FIELDS.some(isChanged);
}

/** Costs and margins of items are not agreed with the customer. */
function omitMargins(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item) => (isObject(item) ? omitFields(item, ['cost', 'margin']) : item));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

const AGREED_FIELDS = [...CONTENT_FIELDS, 'validUntil', 'status'] as const;

async function readPatch(call: Call, current: Quote): Promise<PatchQuote> {
  const { deps, caller } = call;
  const content = await completeItems(deps, caller, readContent(call, QUOTE_READ_ONLY), current);
  await assertContent(call, content, checkPatch, { ...current, ...content.value }, current);
  return toInput(content) as PatchQuote;
}
