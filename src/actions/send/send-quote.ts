import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import { createDeliveryProblem } from '../../domain/mail/delivery-problem.ts';
import { MAX_CALLER_WAIT_MS, SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { SendOptions } from '../../domain/quote/sent-quote.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import type { StoredResponse } from '../../store/tables/idempotency.ts';
import { completeKey, releaseKey } from '../../store/tables/idempotency.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import { getAccountTime } from '../account/account-time.ts';
import { claim, type IdempotentRequest } from '../idempotency/once.ts';
import type { ChangeableQuote } from '../quote/change-quote.ts';
import { retryWrite } from '../retry-write.ts';
import {
  beginSend,
  isLinkCurrent,
  type PreparedSend,
  prepareSendDocument,
  type SendRequest,
} from './begin-send.ts';
import { deliverQuoteMail } from './deliver-quote-mail.ts';
import { endSend } from './end-send.ts';

const MAX_TRIES = 5;
const NOT_SENT = 'The quote was not sent.';

/**
 * Emails the quote as a PDF in three steps, because a transaction must not wait for the mail server: record the send,
 * deliver the email, record the outcome. If the process dies in between, `recoverSends` ends the send.
 */
export async function sendQuote<Response extends StoredResponse>(
  deps: Deps,
  sender: { accountId: string; actor: Actor },
  wishes: SendOptions,
  found: ChangeableQuote,
  { repeatable, respond }: { repeatable: Repeatable<Response>; respond: (stored: StoredQuote) => Response },
): Promise<Response> {
  const request = await addressed(deps, sender, wishes, found.quote, repeatable?.key ?? null);
  const begun = await begin(deps, request, found, repeatable);
  return 'earlier' in begun ? begun.earlier : handOver(deps, begun.prepared, repeatable, respond);
}

/** `undefined` without an Idempotency-Key. The key is claimed until the send ends or its lease expires. */
type Repeatable<Response extends StoredResponse> = IdempotentRequest<Response> | undefined;

async function addressed(
  deps: Deps,
  { accountId, actor }: { accountId: string; actor: Actor },
  { email, cc, subject, message }: SendOptions,
  quote: Quote,
  idempotencyKey: string | null,
): Promise<SendRequest> {
  const to = email ?? (await findCustomer(deps.db.read, accountId, quote.customerId))?.email;
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
    idempotencyKey,
  };
}

/** Renders the document and records the send, or returns the response of an earlier request. */
async function begin<Response extends StoredResponse>(
  deps: Deps,
  request: SendRequest,
  found: ChangeableQuote,
  repeatable: Repeatable<Response>,
): Promise<{ prepared: PreparedSend } | { earlier: Response }> {
  for (let current = found, tries = 1; ; tries++) {
    const outgoing = await prepareSendDocument(deps, request, current.quote);
    const now = deps.clock();
    const begun = await deps.db.write(
      async (tx) => {
        const stored = await current.lock(tx);
        // The quote has changed while its document was rendered: render it again.
        if (stored.version !== current.version) return undefined;
        if (!(await isLinkCurrent(tx, request, outgoing, now))) return undefined;
        const earlier = repeatable && (await claim(tx, repeatable, now + SEND_LEASE_MS));
        return earlier ? { earlier } : { prepared: await beginSend(tx, deps, request, outgoing, now) };
      },
      { account: request.accountId },
    );
    if (begun) return begun;
    if (tries === MAX_TRIES) {
      throw new Problem(
        'quote_changed',
        'The quote kept changing while it was being prepared. Nothing was sent. Try again.',
      );
    }
    current = await current.again();
  }
}

async function handOver<Response extends StoredResponse>(
  deps: Deps,
  prepared: PreparedSend,
  repeatable: Repeatable<Response>,
  respond: (stored: StoredQuote) => Response,
): Promise<Response> {
  const { accountId } = prepared.request;
  const delivery = await deliverQuoteMail(deps, prepared);
  const problem = delivery.captured ? undefined : createDeliveryProblem(delivery.outcome, NOT_SENT);
  const writeDown = () =>
    deps.db.write(
      async (tx) => {
        const stored = await endSend(tx, prepared, delivery, await getAccountTime(tx, accountId));
        if (problem || !stored) {
          if (repeatable) await releaseKey(tx, accountId, repeatable.key, prepared.sending.running_until);
          return undefined;
        }
        const response = respond(stored);
        if (repeatable) await completeKey(tx, accountId, repeatable.key, response);
        return response;
      },
      { account: accountId },
    );
  const response = await retryWrite(writeDown, { callerWaitsMs: MAX_CALLER_WAIT_MS });
  if (!delivery.captured && delivery.error) throw delivery.error;
  if (problem) throw problem;
  if (!response) throw quoteNotFound();
  return response;
}
