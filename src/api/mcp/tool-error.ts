import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import { Problem, type ProblemCode } from '../../domain/errors.ts';
import { toProblem } from '../../http/server/problem-reply.ts';
import { type Fields, formatIfAmount } from '../schemas/amounts.ts';
import type { InputSchema } from './input-schema.ts';
import { createResult } from './results.ts';

const READ_AGAIN =
  'Read it again, then repeat the call with the new etag as ifMatch and a new idempotencyKey.';
const CORRECT = 'Correct the arguments that errors names, then call again.';
const LATER = 'Repeat the call later.';
const NOT_DRAFT =
  'Tell the user the status of the quote: these tools change drafts only. Do not try another way.';
const FINAL = 'Tell the user: it cannot be changed with these tools.';

/** The next step that a model should take. The detail of every other problem says enough. */
const NEXT_STEPS: Partial<Record<ProblemCode, string>> = {
  forbidden: 'Tell the user that the API key does not allow it with these tools. Do not try another way.',
  not_found: 'Look up the id with find_quotes or find_invoices.',
  validation_failed: CORRECT,
  customer_unknown: 'Look up the customer with find_customers.',
  approval_required:
    'Call request_approval, then tell the user that a person must approve the quote in the console before it can be sent.',
  approval_not_needed:
    'Tell the user that nothing waits for approval. The quote can be sent if the key allows it.',
  recipient_missing: 'Ask the user for the email address and pass it as email.',
  idempotency_mismatch: 'Use a new idempotencyKey: this one belongs to another call.',
  idempotency_in_progress: 'Repeat the call in a few seconds with the same idempotencyKey.',
  precondition_failed: READ_AGAIN,
  quote_changed: READ_AGAIN,
  invoice_changed: READ_AGAIN,
  more_than_due: 'Read amountDue with find_invoices and ask the user.',
  quote_converted: FINAL,
  partly_invoiced: FINAL,
  send_in_progress: 'Wait a few seconds, then read the quote with get_quote.',
  mail_timeout: 'Check quote_history before you try again: the email may have been sent.',
  rate_limited: LATER,
  send_limited: LATER,
  pdf_busy: LATER,
  mail_unavailable: LATER,
  list_too_slow: 'Narrow the filter, for example by a status, a customer or a time of creation.',
  overloaded: LATER,
  unavailable: LATER,
};

/** The advice that a tool adds if it takes an idempotencyKey. */
const KEY_ADVICE: Readonly<Record<string, string>> = {
  [CORRECT]: 'Use a new idempotencyKey.',
  [LATER]: 'Use the same idempotencyKey.',
};

/** Converts an error to a result that a model can act on. Internal details stay in the log. */
export function createErrorResult(
  error: unknown,
  { properties }: InputSchema,
  { log }: Pick<Deps, 'log'>,
  { id: requestId }: FastifyRequest,
): CallToolResult {
  const problem = toProblem(error);
  const { code, status, message, errors, extra, headers } = problem;
  if (status >= 500 && !(error instanceof Problem)) {
    log.error({ requestId, code, err: safeError(error) }, 'tool failed');
  }
  const step = code === 'forbidden' && 'quoteStatus' in extra ? NOT_DRAFT : NEXT_STEPS[code];
  const advice = properties.idempotencyKey && KEY_ADVICE[step ?? ''];
  const next = advice ? `${step} ${advice}` : step;
  const seconds = Number(headers['Retry-After']);
  return {
    ...createResult({
      code,
      detail: message,
      ...(errors.length > 0 && {
        errors: errors.map(({ path, message: text }) => ({ path, message: text })),
      }),
      ...presentAmounts(extra),
      ...(next !== undefined && { next }),
      ...(seconds > 0 && { retryAfterSeconds: seconds }),
      ...(status >= 500 && { requestId }),
    }),
    isError: true,
  };
}

/** Formats the amounts of an error as results have them, in the currency next to them. */
function presentAmounts(extra: Fields): Fields {
  const { currency } = extra;
  if (typeof currency !== 'string') return extra;
  return Object.fromEntries(
    Object.entries(extra).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatIfAmount(name, value, extra, currency) : value,
    ]),
  );
}
