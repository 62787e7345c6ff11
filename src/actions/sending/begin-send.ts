import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { formatMessageId } from '../../domain/mail/mail-address.ts';
import { SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import type { Sql } from '../../store/database.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import { markDocumentPermanent } from '../../store/tables/documents.ts';
import { KEY_TTL_MS } from '../../store/tables/idempotency.ts';
import { hasLink, isLinkOpen } from '../../store/tables/links.ts';
import {
  findEarlierSend,
  findPendingSend,
  insertSend,
  type Sending,
} from '../../store/tables/mail/sendings.ts';
import { countMails } from '../../store/tables/sequences.ts';
import { assertNotErased } from '../customers/assert-not-erased.ts';
import { recordCustomerMail, toCustomerMail } from '../mail/replies/outgoing-mail.ts';
import { findSender } from '../mail/sender.ts';
import { abandonSend } from './abandon-send.ts';
import { buildLinkUrl, newLinkId, openLink } from './links/links.ts';
import type { Outgoing, PreparedSend, SendRequest } from './prepared-send.ts';
import type { SendableDocument, SendKind, StoredDocument } from './send-kind.ts';
import { checkSendLimits } from './send-limits.ts';

/** Chooses the link and renders the PDF of the document as it will be sent. */
export async function prepareSendDocument<Doc extends SendableDocument, Stored extends StoredDocument>(
  deps: Deps,
  kind: SendKind<Doc, Stored>,
  request: SendRequest,
  { doc: before, version }: { doc: Doc; version: number },
): Promise<Outgoing<Doc>> {
  const { accountId } = request;
  const now = deps.clock();
  // Each send has its own PDF: check the limits before rendering it.
  await checkSendLimits(deps.db.read, deps, request, before.id, now);
  const { doc, parties, sender } = await kind.compose(deps, accountId, before);
  const chosen = await chooseLink(deps.db.read, request, before.id, kind.hashContent(before), now);
  const linkId = chosen.linkId ?? newLinkId(deps, now);
  const publicUrl = buildLinkUrl(deps, linkId, kind.kind);
  const document = await kind.render(deps, accountId, { doc, parties, publicUrl });
  return { before, version, doc, parties, sender, linkId, document };
}

/** Whether the chosen link is still the right one for this send; runs inside the transaction. */
export async function isLinkCurrent<Doc extends SendableDocument, Stored extends StoredDocument>(
  tx: Sql,
  kind: SendKind<Doc, Stored>,
  request: SendRequest,
  { before, linkId }: Outgoing<Doc>,
  now: number,
): Promise<boolean> {
  const right = await chooseLink(tx, request, before.id, kind.hashContent(before), now);
  return right.linkId === undefined
    ? !(await hasLink(tx, request.accountId, before.id, linkId))
    : right.linkId === linkId;
}

/** Rejects a send that is not allowed now, or records that an email is about to be delivered, inside a transaction. */
export async function beginSend<Doc extends SendableDocument, Stored extends StoredDocument>(
  tx: Sql,
  deps: Deps,
  kind: SendKind<Doc, Stored>,
  request: SendRequest,
  outgoing: Outgoing<Doc>,
  now: number,
): Promise<PreparedSend<Doc>> {
  const { accountId } = request;
  const documentId = outgoing.doc.id;
  assertNotErased(await findCustomer(tx, accountId, outgoing.doc.customerId));
  await rejectConcurrentSend(tx, kind, accountId, documentId, now);
  await checkSendLimits(tx, deps, request, documentId, now);

  const { linkId } = outgoing;
  const contentSha256 = kind.hashContent(outgoing.before);
  const { earlier, ...chosen } = await chooseLink(tx, request, documentId, contentSha256, now);
  const isNewLink = chosen.linkId === undefined;
  const id = newId('snd', now);
  const { address } = await findSender(tx, deps, outgoing.sender);
  const sending: Sending = {
    id,
    document_id: documentId,
    message_id: earlier?.message_id ?? formatMessageId(id, address),
    link_id: linkId,
    recipient: request.to,
    idempotency_key: request.idempotencyKey,
    content_sha256: contentSha256,
    state: 'pending',
    created_at: now,
    running_until: now + SEND_LEASE_MS,
  };
  await countMails(tx, accountId);
  await insertSend(tx, accountId, sending, [request.to, ...request.cc]);
  await recordCustomerMail(tx, deps, toCustomerMail(kind.kind, request, sending), now);
  if (isNewLink) {
    await openLink(tx, deps, {
      account_id: accountId,
      document_id: documentId,
      id: linkId,
      recipient: request.to,
      created_at: now,
    });
  }
  await markDocumentPermanent(tx, accountId, outgoing.document.sha256);
  return { ...outgoing, request, sending, isNewLink };
}

/** A repeat uses the link that the earlier attempt may have delivered; otherwise `linkId` is `undefined`. */
async function chooseLink(
  sql: Sql,
  request: SendRequest,
  documentId: string,
  contentSha256: string,
  now: number,
): Promise<{ linkId: string | undefined; earlier: Sending | undefined }> {
  const earlier = await findEarlierAttempt(sql, request, documentId, contentSha256, now);
  const isNewLink = !earlier || !(await isLinkOpen(sql, request.accountId, documentId, earlier.link_id));
  return { linkId: isNewLink ? undefined : earlier.link_id, earlier };
}

async function rejectConcurrentSend<Doc extends SendableDocument, Stored extends StoredDocument>(
  tx: Sql,
  kind: SendKind<Doc, Stored>,
  accountId: string,
  documentId: string,
  now: number,
): Promise<void> {
  const pending = await findPendingSend(tx, accountId, documentId);
  if (!pending) return;
  if ((pending.running_until ?? 0) > now) {
    throw new Problem(
      'send_in_progress',
      `Another request is already sending this ${kind.kind}. Wait until it has finished.`,
      { headers: { 'Retry-After': '5' } },
    );
  }
  await abandonSend(tx, kind, { ...pending, account_id: accountId });
}

/**
 * Finds the earlier attempt of a repeat, which is sent with the same Message-ID so that the receiver can recognize the
 * duplicate. A document that was edited since gets a new one: it must not be mistaken for a copy.
 */
async function findEarlierAttempt(
  tx: Sql,
  { accountId, idempotencyKey }: SendRequest,
  documentId: string,
  contentSha256: string,
  now: number,
): Promise<Sending | undefined> {
  if (idempotencyKey === null) return undefined;
  const earlier = await findEarlierSend(tx, accountId, documentId, idempotencyKey, now - KEY_TTL_MS);
  return earlier?.content_sha256 === contentSha256 ? earlier : undefined;
}
