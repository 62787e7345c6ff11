import { deliverQuoteMail, deliveryProblem } from '../actions/deliver-quote-mail.ts';
import { endQuoteSending } from '../actions/end-sending.ts';
import { insist } from '../actions/insist.ts';
import {
  beginSending,
  documentForSending,
  type PreparedSending,
  SENDING_LEASE_MS,
  type SendRequest,
} from '../actions/send-quote.ts';
import { Problem } from '../domain/errors.ts';
import type { Quote } from '../domain/quote.ts';
import { findCustomer } from '../store/customers.ts';
import { completeKey, releaseKey } from '../store/idempotency.ts';
import { checkBody, failOn, readBody } from './body.ts';
import type { Answer, Call, Endpoint } from './endpoint.ts';
import { checkIfMatch } from './etag.ts';
import { QUOTE_EXAMPLE } from './examples.ts';
import { hold, type IdempotentCall, idempotencyOf, replayOr } from './idempotency.ts';
import { findSettledRow, loadOpenQuote } from './load-quote.ts';
import { quoteAnswer, quoteNotFound, refuseConverted } from './quote-answer.ts';
import { QuoteSchema, type SendQuote, SendQuote as SendQuoteSchema } from './schemas.ts';
import { compileCheck } from './validation.ts';

const checkSend = compileCheck(SendQuoteSchema);
const MAX_TRIES = 5;
/** Who waits for the answer hears within five seconds that the database is away. */
const PATIENCE_MS = 4500;

export const sendRoutes: Endpoint[] = [
  {
    method: 'POST',
    path: '/api/v1/quotes/:id/send',
    scope: 'write',
    operation: {
      id: 'sendQuote',
      tag: 'Quotes',
      summary: 'Send a quote by email',
      description:
        'Makes the PDF, mails it to the customer, and sets the status to `SENT` once the mail server has taken the message. When it does not, the status stays and the answer says why.',
      headers: ['Idempotency-Key', 'If-Match'],
      body: {
        schema: SendQuoteSchema,
        optional: true,
        example: { email: 'buyer@northwind.example', message: 'As discussed on the phone.' },
      },
      answers: {
        200: {
          description: 'The quote, sent',
          schema: QuoteSchema,
          example: { ...QUOTE_EXAMPLE, status: 'SENT', sentAt: '2026-11-01T09:31:00.000Z' },
        },
      },
      problems: [
        'not_found',
        'quote_converted',
        'quote_changed',
        'send_in_progress',
        'precondition_failed',
        'validation_failed',
        'malformed_json',
        'recipient_missing',
        'send_limited',
        'mail_refused',
        'mail_unavailable',
        'mail_timeout',
        'pdf_busy',
        'pdf_failed',
        'body_too_large',
        'unsupported_media_type',
        'idempotency_mismatch',
        'idempotency_in_progress',
      ],
    },
    handle: send,
  },
];

async function send(call: Call): Promise<Answer> {
  const idempotent = idempotencyOf(call);
  const begun = await replayOr(call, idempotent, () => begin(call, idempotent));
  return 'status' in begun ? begun : handOver(call, begun, idempotent);
}

/** Checks, makes the document and writes down that a mail is about to go out; or gives the answer of before. */
async function begin(call: Call, idempotent: IdempotentCall | undefined): Promise<PreparedSending | Answer> {
  const { deps } = call;
  for (let tries = 1; ; tries++) {
    const row = await findSettledRow(call);
    const quote = JSON.parse(row.doc) as Quote;
    refuseConverted(quote);
    checkIfMatch(call, row.version);
    const request = await readRequest(call, quote, idempotent);
    const outgoing = await documentForSending(deps, request.accountId, quote);
    const now = deps.clock();
    const begun = await call.write(async (tx) => {
      const stored = await loadOpenQuote(tx, call);
      // Changed while its document was made: it is made again.
      if (stored.version !== row.version) return undefined;
      const held = await hold(tx, call, idempotent, now + SENDING_LEASE_MS);
      return held ?? beginSending(tx, deps, request, outgoing, now);
    });
    if (begun) return begun;
    if (tries === MAX_TRIES)
      throw new Problem('quote_changed', 'The quote is changed all the time. Try again.');
  }
}

async function readRequest(
  call: Call,
  quote: Quote,
  idempotent: IdempotentCall | undefined,
): Promise<SendRequest> {
  const body = readBody(call, { optional: true });
  failOn(checkBody(body, checkSend));
  const { email, cc, subject, message } = body.value as SendQuote;
  const { accountId, actor } = call.caller;
  const to = email ?? (await findCustomer(call.deps.db.read, accountId, quote.customerId))?.email;
  if (!to) {
    throw new Problem(
      'recipient_missing',
      'The customer has no email address. Give one in "email", or add it to the customer.',
      { errors: [{ path: '/email', message: 'is required: the customer has no email address' }] },
    );
  }
  return {
    accountId,
    actor,
    to,
    cc: cc ?? [],
    subject: subject ?? null,
    message: message ?? null,
    idempotencyKey: idempotent?.key ?? null,
  };
}

async function handOver(
  call: Call,
  prepared: PreparedSending,
  idempotent: IdempotentCall | undefined,
): Promise<Answer> {
  const { accountId } = call.caller;
  const delivery = await deliverQuoteMail(call.deps, prepared);
  const problem = delivery.captured ? undefined : deliveryProblem(delivery.outcome);
  const writeDown = () =>
    call.write(async (tx) => {
      const stored = await endQuoteSending(tx, prepared, delivery, call.deps.clock());
      if (problem || !stored) {
        if (idempotent) await releaseKey(tx, accountId, idempotent.key, prepared.sending.running_until);
        return undefined;
      }
      const done = quoteAnswer(call, stored);
      if (idempotent) await completeKey(tx, accountId, idempotent.key, done);
      return done;
    });
  const answer = await insist(writeDown, { patienceMs: PATIENCE_MS });
  if (!delivery.captured && delivery.error) throw delivery.error;
  if (problem) throw problem;
  if (!answer) throw quoteNotFound();
  return answer;
}
