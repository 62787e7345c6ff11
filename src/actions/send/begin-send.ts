import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Parties } from '../../domain/document.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { formatMessageId } from '../../domain/mail/mail-address.ts';
import { SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { CONTENT_FIELDS, type Quote } from '../../domain/quote/quote.ts';
import { applySend } from '../../domain/quote/sent-quote.ts';
import type { Sql } from '../../store/database.ts';
import { markDocumentPermanent } from '../../store/tables/documents.ts';
import { KEY_TTL_MS } from '../../store/tables/idempotency.ts';
import {
  findEarlierSend,
  findPendingSend,
  insertSend,
  type Sending,
} from '../../store/tables/mail/sendings.ts';
import { hasLink, insertLink, isLinkOpen } from '../../store/tables/quote/links.ts';
import { getAccountTime } from '../account/account-time.ts';
import { ensureDocument, type HostedDocument } from '../document/ensure-document.ts';
import { readCurrentParties } from '../document/parties.ts';
import { buildSource } from '../document/quote-document.ts';
import { buildLinkUrl, deriveLinkToken, hashToken } from '../link/links.ts';
import { abandonSend } from './recover-sends.ts';
import { checkSendLimits } from './send-limits.ts';

export interface SendRequest {
  accountId: string;
  actor: Actor;
  to: string;
  cc: string[];
  subject: string | null;
  message: string | null;
  idempotencyKey: string | null;
}

/** Content of a send. */
export interface Outgoing {
  /** The quote before the send. */
  before: Quote;
  /** The quote as the email and the PDF show it. */
  quote: Quote;
  /** Account and customer as the email and the PDF show them. */
  parties: Parties;
  /** The link printed in the document. */
  linkId: string;
  document: HostedDocument;
}

/** A send whose content and record are fixed before the email is delivered. */
export interface PreparedSend extends Outgoing {
  request: SendRequest;
  sending: Sending;
  /** Whether the link was created for this send. */
  isNewLink: boolean;
}

/** Chooses the link and renders the document of the quote as it will be sent. */
export async function prepareSendDocument(
  deps: Deps,
  request: SendRequest,
  before: Quote,
): Promise<Outgoing> {
  const { accountId } = request;
  const parties = await readCurrentParties(deps.db.read, accountId, before.customerId);
  const now = deps.clock();
  // Each send has its own document: check the limits before rendering it.
  await checkSendLimits(deps.db.read, deps, request, before.id, now);
  const quote = applySend(before, parties.account, await getAccountTime(deps.db.read, accountId));
  const { linkId } = await chooseLink(deps.db.read, request, before, now);
  const source = { ...buildSource(quote, parties), publicUrl: buildLinkUrl(deps, linkId) };
  return { before, quote, parties, linkId, document: await ensureDocument(deps, accountId, source) };
}

/** Whether the document still contains the right link for this send; runs inside the transaction. */
export async function isLinkCurrent(
  tx: Sql,
  request: SendRequest,
  { before, linkId }: Outgoing,
  now: number,
): Promise<boolean> {
  const right = await chooseLink(tx, request, before, now);
  return right.isNewLink
    ? !(await hasLink(tx, request.accountId, before.id, linkId))
    : right.linkId === linkId;
}

/** Rejects a send that is not allowed now, or records that an email is about to be delivered, inside a transaction. */
export async function beginSend(
  tx: Sql,
  deps: Deps,
  request: SendRequest,
  outgoing: Outgoing,
  now: number,
): Promise<PreparedSend> {
  const { accountId } = request;
  const quoteId = outgoing.quote.id;
  await rejectConcurrentSend(tx, accountId, quoteId, now);
  await checkSendLimits(tx, deps, request, quoteId, now);

  const { linkId } = outgoing;
  const { earlier, isNewLink } = await chooseLink(tx, request, outgoing.before, now);
  const id = newId('snd', now);
  const sending: Sending = {
    id,
    quote_id: quoteId,
    message_id: earlier?.message_id ?? formatMessageId(id, deps.config.mailFrom),
    link_id: linkId,
    recipient: request.to,
    idempotency_key: request.idempotencyKey,
    content_sha256: hashContent(outgoing.before),
    state: 'pending',
    created_at: now,
    running_until: now + SEND_LEASE_MS,
  };
  await insertSend(tx, accountId, sending, [request.to, ...request.cc]);
  if (isNewLink) {
    await insertLink(tx, {
      account_id: accountId,
      quote_id: quoteId,
      id: linkId,
      token_hash: hashToken(deriveLinkToken(deps, linkId)),
      recipient: request.to,
      created_at: now,
    });
  }
  await markDocumentPermanent(tx, accountId, outgoing.document.sha256);
  return { ...outgoing, request, sending, isNewLink };
}

/** A repeat uses the link that the earlier attempt may have delivered. */
async function chooseLink(
  sql: Sql,
  request: SendRequest,
  quote: Quote,
  now: number,
): Promise<{ linkId: string; isNewLink: boolean; earlier: Sending | undefined }> {
  const earlier = await findEarlierAttempt(sql, request, quote.id, hashContent(quote), now);
  const isNewLink = !earlier || !(await isLinkOpen(sql, request.accountId, quote.id, earlier.link_id));
  return { linkId: isNewLink ? newId('lnk', now) : earlier.link_id, isNewLink, earlier };
}

async function rejectConcurrentSend(tx: Sql, accountId: string, quoteId: string, now: number): Promise<void> {
  const pending = await findPendingSend(tx, accountId, quoteId);
  if (!pending) return;
  if ((pending.running_until ?? 0) > now) {
    throw new Problem(
      'send_in_progress',
      'Another request is already sending this quote. Wait until it has finished.',
      {
        headers: { 'Retry-After': '5' },
      },
    );
  }
  await abandonSend(tx, { ...pending, account_id: accountId });
}

/**
 * Finds the earlier attempt of a repeat, which is sent with the same Message-ID so that the receiver can recognize the
 * duplicate. A quote that was edited since gets a new one: it must not be mistaken for a copy.
 */
async function findEarlierAttempt(
  tx: Sql,
  { accountId, idempotencyKey }: SendRequest,
  quoteId: string,
  contentSha256: string,
  now: number,
): Promise<Sending | undefined> {
  if (idempotencyKey === null) return undefined;
  const earlier = await findEarlierSend(tx, accountId, quoteId, idempotencyKey, now - KEY_TTL_MS);
  return earlier?.content_sha256 === contentSha256 ? earlier : undefined;
}

function hashContent(quote: Quote): string {
  const content = [...CONTENT_FIELDS, 'validUntil' as const, 'reference' as const].map(
    (field) => quote[field],
  );
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
