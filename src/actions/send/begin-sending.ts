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
import { insertLink, isLinkOpen } from '../../store/tables/quote/links.ts';
import { ensureDocument, type HostedDocument } from '../document/ensure-document.ts';
import { currentParties } from '../document/parties.ts';
import { openSource } from '../document/quote-document.ts';
import { hashToken, linkToken } from '../link/links.ts';
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

/** What is about to go out. */
export interface Outgoing {
  /** The quote as it was found. */
  before: Quote;
  /** The quote as the mail and the PDF show it. */
  quote: Quote;
  /** Seller and customer as the mail and the PDF show them. */
  parties: Parties;
  document: HostedDocument;
}

/** Everything about one sending that was fixed before the mail is handed over. */
export interface PreparedSending extends Outgoing {
  request: SendRequest;
  sending: Sending;
  /** Nobody has got this link before. */
  isNewLink: boolean;
}

/** The document of the quote as it will be when it is sent. */
export async function documentForSending(deps: Deps, accountId: string, before: Quote): Promise<Outgoing> {
  const parties = await currentParties(deps.db.read, accountId, before.customerId);
  const quote = asSent(before, parties.account, deps.clock());
  const document = await ensureDocument(deps, accountId, openSource(quote, parties));
  return { before, quote, parties, document };
}

/** In a transaction: refuses what must not be sent now, and writes down that a mail is about to go out. */
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

  const contentSha256 = hashContent(outgoing.before);
  const earlier = await earlierTry(tx, request, quoteId, contentSha256, now);
  const isNewLink = !earlier || !(await isLinkOpen(tx, accountId, quoteId, earlier.link_id));
  const id = newId('snd', now);
  const sending: Sending = {
    id,
    quote_id: quoteId,
    message_id: earlier?.message_id ?? messageIdOf(id, deps.config.mailFrom),
    link_id: isNewLink ? newId('lnk', now) : earlier.link_id,
    recipient: request.to,
    idempotency_key: request.idempotencyKey,
    content_sha256: contentSha256,
    state: 'pending',
    created_at: now,
    running_until: now + SENDING_LEASE_MS,
  };
  await insertSending(tx, accountId, sending, [request.to, ...request.cc]);
  if (isNewLink) {
    await insertLink(tx, {
      account_id: accountId,
      quote_id: quoteId,
      id: sending.link_id,
      token_hash: hashToken(linkToken(deps, sending.link_id)),
      recipient: request.to,
      created_at: now,
    });
  }
  await keepDocument(tx, accountId, outgoing.document.sha256);
  return { ...outgoing, request, sending, isNewLink };
}

async function refuseSecond(tx: Sql, accountId: string, quoteId: string, now: number): Promise<void> {
  const pending = await findPendingSending(tx, accountId, quoteId);
  if (!pending) return;
  if ((pending.running_until ?? 0) > now) {
    throw new Problem('send_in_progress', 'Another request is sending this quote. Wait until it has ended.', {
      headers: { 'Retry-After': '5' },
    });
  }
  await giveUpSending(tx, { ...pending, account_id: accountId }, now);
}

/**
 * A repeat is the very same message, under the same Message-ID, so that the receiving side can tell. Not so when
 * the quote has been edited since: the new text must not be taken for a copy of the old.
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
  const content = [...CONTENT_FIELDS, 'validUntil' as const].map((field) => quote[field]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
