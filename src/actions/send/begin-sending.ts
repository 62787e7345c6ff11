import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Parties } from '../../domain/document.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { messageIdOf } from '../../domain/mail/mail-address.ts';
import { SENDING_LEASE_MS } from '../../domain/mail/sending-times.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { CONTENT_FIELDS, type Quote } from '../../domain/quote/quote.ts';
import { asSent } from '../../domain/quote/sent-quote.ts';
import type { Sql } from '../../store/database.ts';
import { keepDocument } from '../../store/tables/documents.ts';
import { KEY_KEPT_MS } from '../../store/tables/idempotency.ts';
import {
  findEarlierTry,
  findPendingSending,
  insertSending,
  type Sending,
} from '../../store/tables/mail/sendings.ts';
import { insertLink, isLink, isLinkOpen } from '../../store/tables/quote/links.ts';
import { accountNow } from '../account/account-time.ts';
import { ensureDocument, type HostedDocument } from '../document/ensure-document.ts';
import { currentParties } from '../document/parties.ts';
import { openSource } from '../document/quote-document.ts';
import { hashToken, linkToken, publicQuoteUrl } from '../link/links.ts';
import { giveUpSending } from './recover-sendings.ts';
import { checkSendingCaps } from './sending-caps.ts';

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
export interface PreparedSending extends Outgoing {
  request: SendRequest;
  sending: Sending;
  /** Whether the link was created for this send. */
  isNewLink: boolean;
}

/** Chooses the link and renders the document of the quote as it will be sent. */
export async function documentForSending(deps: Deps, request: SendRequest, before: Quote): Promise<Outgoing> {
  const { accountId } = request;
  const parties = await currentParties(deps.db.read, accountId, before.customerId);
  const now = deps.clock();
  // Each send has its own document: check the limits before rendering it.
  await checkSendingCaps(deps.db.read, deps, request, before.id, now);
  const quote = asSent(before, parties.account, await accountNow(deps.db.read, accountId));
  const { linkId } = await linkFor(deps.db.read, request, before, now);
  const source = { ...openSource(quote, parties), publicUrl: publicQuoteUrl(deps, linkId) };
  return { before, quote, parties, linkId, document: await ensureDocument(deps, accountId, source) };
}

/** Whether the document still contains the right link for this send; runs inside the transaction. */
export async function leadsRight(
  tx: Sql,
  request: SendRequest,
  { before, linkId }: Outgoing,
  now: number,
): Promise<boolean> {
  const right = await linkFor(tx, request, before, now);
  return right.isNewLink
    ? !(await isLink(tx, request.accountId, before.id, linkId))
    : right.linkId === linkId;
}

/** Rejects a send that is not allowed now, or records that an email is about to be delivered, inside a transaction. */
export async function beginSending(
  tx: Sql,
  deps: Deps,
  request: SendRequest,
  outgoing: Outgoing,
  now: number,
): Promise<PreparedSending> {
  const { accountId } = request;
  const quoteId = outgoing.quote.id;
  await refuseSecond(tx, accountId, quoteId, now);
  await checkSendingCaps(tx, deps, request, quoteId, now);

  const { linkId } = outgoing;
  const { earlier, isNewLink } = await linkFor(tx, request, outgoing.before, now);
  const id = newId('snd', now);
  const sending: Sending = {
    id,
    quote_id: quoteId,
    message_id: earlier?.message_id ?? messageIdOf(id, deps.config.mailFrom),
    link_id: linkId,
    recipient: request.to,
    idempotency_key: request.idempotencyKey,
    content_sha256: hashContent(outgoing.before),
    state: 'pending',
    created_at: now,
    running_until: now + SENDING_LEASE_MS,
  };
  await insertSending(tx, accountId, sending, [request.to, ...request.cc]);
  if (isNewLink) {
    await insertLink(tx, {
      account_id: accountId,
      quote_id: quoteId,
      id: linkId,
      token_hash: hashToken(linkToken(deps, linkId)),
      recipient: request.to,
      created_at: now,
    });
  }
  await keepDocument(tx, accountId, outgoing.document.sha256);
  return { ...outgoing, request, sending, isNewLink };
}

/** A repeat uses the link that the earlier attempt may have delivered. */
async function linkFor(
  sql: Sql,
  request: SendRequest,
  quote: Quote,
  now: number,
): Promise<{ linkId: string; isNewLink: boolean; earlier: Sending | undefined }> {
  const earlier = await earlierTry(sql, request, quote.id, hashContent(quote), now);
  const isNewLink = !earlier || !(await isLinkOpen(sql, request.accountId, quote.id, earlier.link_id));
  return { linkId: isNewLink ? newId('lnk', now) : earlier.link_id, isNewLink, earlier };
}

async function refuseSecond(tx: Sql, accountId: string, quoteId: string, now: number): Promise<void> {
  const pending = await findPendingSending(tx, accountId, quoteId);
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
  await giveUpSending(tx, { ...pending, account_id: accountId });
}

/**
 * Finds the earlier attempt of a repeat, which is sent with the same Message-ID so that the receiver can recognize the
 * duplicate. A quote that was edited since gets a new one: it must not be mistaken for a copy.
 */
async function earlierTry(
  tx: Sql,
  { accountId, idempotencyKey }: SendRequest,
  quoteId: string,
  contentSha256: string,
  now: number,
): Promise<Sending | undefined> {
  if (idempotencyKey === null) return undefined;
  const earlier = await findEarlierTry(tx, accountId, quoteId, idempotencyKey, now - KEY_KEPT_MS);
  return earlier?.content_sha256 === contentSha256 ? earlier : undefined;
}

function hashContent(quote: Quote): string {
  const content = [...CONTENT_FIELDS, 'validUntil' as const, 'reference' as const].map(
    (field) => quote[field],
  );
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
