import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import { createDeliveryProblem } from '../../domain/mail/delivery-problem.ts';
import { MAX_CALLER_WAIT_MS, SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { SendOptions } from '../../domain/quote/sent-quote.ts';
import type { Sql } from '../../store/database.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import { writeNow } from '../account/account-time.ts';
import type { Repeat } from '../repeat.ts';
import { retryWrite } from '../retry-write.ts';
import { beginSend, isLinkCurrent, prepareSendDocument } from './begin-send.ts';
import { deliverMail } from './deliver-mail.ts';
import { endSend } from './end-send.ts';
import type { PreparedSend, SendRequest } from './prepared-send.ts';
import type { FoundDocument, SendableDocument, SendKind, StoredDocument } from './send-kind.ts';

const MAX_TRIES = 5;

/**
 * Emails a document as a PDF in three steps, because a transaction must not wait for the mail server: record the send,
 * deliver the email, record the outcome. If the process dies in between, `recoverSends` ends the send.
 */
export async function sendDocument<Doc extends SendableDocument, Stored extends StoredDocument>(
  deps: Deps,
  kind: SendKind<Doc, Stored>,
  request: SendRequest,
  found: FoundDocument<Doc, Stored>,
  repeat: SendRepeat<Stored>,
): Promise<Stored> {
  const prepared = await begin(deps, kind, request, found, repeat);
  return handOver(deps, kind, prepared, repeat);
}

/** The key is claimed until the send ends or its lease expires. */
interface SendRepeat<Stored> extends Pick<Repeat<Stored>, 'claim' | 'complete' | 'release'> {
  /** End of the claim that the request has on its key already; `undefined` if it has none. */
  heldUntil?: number | undefined;
}

/** Determines the recipient: the one that the request names, or else the customer. */
export async function addressSend(
  deps: Deps,
  { accountId, actor }: { accountId: string; actor: Actor },
  { email, cc, subject, message }: SendOptions,
  { customerId }: SendableDocument,
  idempotencyKey: string | null,
): Promise<SendRequest> {
  const to = email ?? (await findCustomer(deps.db.read, accountId, customerId))?.email;
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

/** Renders the PDF and records the send. */
async function begin<Doc extends SendableDocument, Stored extends StoredDocument>(
  deps: Deps,
  kind: SendKind<Doc, Stored>,
  request: SendRequest,
  found: FoundDocument<Doc, Stored>,
  repeat: SendRepeat<Stored>,
): Promise<PreparedSend<Doc>> {
  try {
    return await prepareAndBegin(deps, kind, request, found, repeat);
  } catch (error) {
    const { heldUntil } = repeat;
    // Nothing was sent: the same request may be repeated immediately.
    if (heldUntil !== undefined) {
      await deps.db.write((tx) => repeat.release(tx, heldUntil), {
        ...{ account: request.accountId, evenIfClosed: true },
      });
    }
    throw error;
  }
}

async function prepareAndBegin<Doc extends SendableDocument, Stored extends StoredDocument>(
  deps: Deps,
  kind: SendKind<Doc, Stored>,
  request: SendRequest,
  found: FoundDocument<Doc, Stored>,
  repeat: SendRepeat<Stored>,
): Promise<PreparedSend<Doc>> {
  for (let current = found, tries = 1; ; tries++) {
    const outgoing = await prepareSendDocument(deps, kind, request, current);
    const now = deps.clock();
    const begun = await deps.db.write(
      async (tx) => {
        const stored = await current.lock(tx);
        // The document has changed while its PDF was rendered: render it again.
        if (stored.version !== current.version) return undefined;
        if (!(await isLinkCurrent(tx, kind, request, outgoing, now))) return undefined;
        // From here on the key is claimed as long as the send may run.
        await repeat.claim(tx, now + SEND_LEASE_MS, repeat.heldUntil);
        return beginSend(tx, deps, kind, request, outgoing, now);
      },
      { account: request.accountId },
    );
    if (begun) return begun;
    if (tries === MAX_TRIES) throw kind.createChanged();
    current = await current.again();
  }
}

async function handOver<Doc extends SendableDocument, Stored extends StoredDocument>(
  deps: Deps,
  kind: SendKind<Doc, Stored>,
  prepared: PreparedSend<Doc>,
  repeat: SendRepeat<Stored>,
): Promise<Stored> {
  const { accountId } = prepared.request;
  const delivery = await deliverMail(deps, kind, prepared);
  const problem = delivery.captured
    ? undefined
    : createDeliveryProblem(delivery.outcome, kind.describeNotSent(prepared.doc));
  const end = async (tx: Sql, now: number) => {
    const stored = await endSend(tx, deps, kind, prepared, delivery, now);
    if (!problem && stored) return repeat.complete(tx, stored);
    const { running_until: until } = prepared.sending;
    if (until !== null) await repeat.release(tx, until);
    return undefined;
  };
  const writeDown = () => writeNow(deps.db, accountId, end, { evenIfClosed: true });
  const sent = await retryWrite(writeDown, { callerWaitsMs: MAX_CALLER_WAIT_MS });
  if (!delivery.captured && delivery.error) throw delivery.error;
  if (problem) throw problem;
  if (!sent) throw kind.createNotFound();
  return sent;
}
