import { createHash } from 'node:crypto';
import { renderQuoteEmail } from '../../adapters/mail/letters/quote.ts';
import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import {
  clearSignatures,
  findSigner,
  listSignersInTurn,
  type Signer,
  updateSigner,
} from '../../domain/quote/acceptance/signers.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { computeEdition, isPrintedSame } from '../../domain/quote/printed-quote.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import {
  CONTENT_FIELDS,
  getContentValue,
  isConverted,
  isDecided,
  isOpen,
  type Quote,
} from '../../domain/quote/quote.ts';
import { isPartlyInvoiced } from '../../domain/quote/schedule/invoicing.ts';
import { applySend, isEdited, mergeSent, type SendOptions } from '../../domain/quote/sent-quote.ts';
import { addTaxParts } from '../../domain/tax/tax-parts.ts';
import type { Sql } from '../../store/database.ts';
import { deleteUnusedParties } from '../../store/tables/quote/parties.ts';
import { type FrozenContent, replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { addRevision } from '../../store/tables/quote/revisions.ts';
import { storeShownDocument } from '../../store/tables/quote/shown-documents.ts';
import { getAccountTime } from '../account/account-time.ts';
import { withholdUnapproved } from '../agreement/approval/apply-approval-rules.ts';
import { assertApproved, assertSendable } from '../agreement/approval/assert-approved.ts';
import type { VerdictCaller } from '../agreement/approval/judge-for-caller.ts';
import { inviteSigners } from '../agreement/signing/invite-signers.ts';
import { findSignedDocument } from '../agreement/signing/signed-document.ts';
import { recordEvent } from '../events/record-event.ts';
import type { ChangeableQuote } from '../quotes/change-quote.ts';
import { loadCurrentQuote } from '../quotes/expire-quotes.ts';
import { NOT_REPEATED, type Repeat } from '../repeat.ts';
import { ensureDocument } from './documents/ensure-document.ts';
import { readCurrentParties, storeParties } from './documents/parties.ts';
import { buildSource } from './documents/quote-document.ts';
import { fitsInMail, readMailAttachments } from './mail-attachments.ts';
import type { PreparedSend, SendRequest } from './prepared-send.ts';
import { findChangesForRecipient } from './revision-changes.ts';
import { addressSend, sendDocument } from './send-document.ts';
import type { FoundDocument, SendKind } from './send-kind.ts';
import { checkRecipientLimit } from './send-limits.ts';

/** Emails the quote as a PDF. Only an accepted email makes it `SENT`. */
export async function sendQuote(
  deps: Deps,
  sender: VerdictCaller,
  options: SendOptions,
  found: ChangeableQuote,
  repeat: Repeat<StoredQuote> = NOT_REPEATED,
): Promise<StoredQuote> {
  const { accountId } = sender;
  await assertSendable(deps, sender, found.quote);
  const key = repeat.request?.key ?? null;
  const request = found.quote.signers
    ? await addressSigners(deps, sender, options, found.quote, key)
    : await addressSend(deps, sender, options, found.quote, key);
  return sendDocument(deps, QUOTE_SEND, request, toFoundDocument(deps, accountId, found, request.to), repeat);
}

/** The transaction that begins the send rejects what must be approved first. */
function toFoundDocument(
  deps: Deps,
  accountId: string,
  { quote, version, lock, again }: ChangeableQuote,
  to: string,
): FoundDocument<Quote, StoredQuote> {
  return {
    doc: quote,
    version,
    async lock(tx) {
      const stored = await lock(tx);
      await assertApproved(tx, deps, accountId, stored.quote);
      // Somebody else may have signed, or the signers may be others now.
      if (stored.quote.signers && !listRecipients(stored.quote).some(({ email }) => email === to)) {
        throw QUOTE_SEND.createChanged();
      }
      return stored;
    },
    again: async () => toFoundDocument(deps, accountId, await again(), to),
  };
}

/** The first of the signers in turn gets the email at once, the others by the outbox. */
async function addressSigners(
  deps: Deps,
  { accountId, actor }: { accountId: string; actor: Actor },
  { email, cc, subject = null, message = null }: SendOptions,
  quote: Quote,
  idempotencyKey: string | null,
): Promise<SendRequest> {
  if (email != null) {
    const text = 'may not be given for a quote with signers: each gets a link of their own';
    assertNoErrors([{ path: '/email', message: text }]);
  }
  const [first, ...others] = listRecipients(quote);
  const copies = cc ?? [];
  for (const address of [...others.map((signer) => signer.email), ...copies]) {
    await checkRecipientLimit(deps.db.read, deps, accountId, address, deps.clock());
  }
  const to = first?.email ?? '';
  return { accountId, actor, to, cc: [], copies, subject, message, idempotencyKey };
}

/** Those whose turn it is. A decided quote that is sent again is signed again by all. */
function listRecipients(quote: Quote): Signer[] {
  return listSignersInTurn(isDecided(quote) ? clearSignatures(quote) : quote);
}

/** The rules of a send that only quotes have; `sendDocument` does the rest. */
export const QUOTE_SEND: SendKind<Quote, StoredQuote> = {
  kind: 'quote',
  describeNotSent: () => 'The quote was not sent.',
  createNotFound: quoteNotFound,
  createChanged: () =>
    new Problem(
      'quote_changed',
      'The quote kept changing while it was being prepared. Nothing was sent. Try again.',
    ),
  hashContent,
  async compose({ db }, accountId, before) {
    const parties = await readCurrentParties(db.read, accountId, before.customerId);
    const sent = applySend(before, parties.account, await getAccountTime(db.read, accountId));
    const doc = addTaxParts(sent, parties);
    return { doc, parties, sender: parties.account };
  },
  async render(deps, accountId, { doc, parties, publicUrl }) {
    const source = buildSource(doc, parties);
    if (!doc.signers) return ensureDocument(deps, accountId, { ...source, publicUrl });
    return (
      (await findSignedDocument(deps, accountId, doc, source)) ?? ensureDocument(deps, accountId, source)
    );
  },
  async renderEmail(deps, { doc: quote, parties, publicUrl, request, pdfBytes }) {
    const { attachments } = quote;
    const isCarried = fitsInMail(attachments, pdfBytes);
    const { subject, message } = request;
    const hasFileLinks = attachments.length > 0 && !isCarried;
    const changes = await findChangesForRecipient(deps.db.read, request.accountId, quote, request.to);
    const { name } = findSigner(quote, request.to) ?? parties.customer;
    const customer = { ...parties.customer, name };
    const letter = { quote, ...parties, customer, publicUrl, subject, message, hasFileLinks, changes };
    const content = renderQuoteEmail(letter);
    const files = isCarried ? await readMailAttachments(deps, request.accountId, attachments) : [];
    return { content, files };
  },
  load: loadCurrentQuote,
  storeSent,
  describeSent: ({ revision }) => ({ revision }),
  recordEvent: (tx, accountId, stored, event, now) =>
    recordEvent(tx, accountId, stored, event, { at: now, now }),
};

function hashContent(quote: Quote): string {
  const content = [...CONTENT_FIELDS, 'validUntil' as const, 'reference' as const]
    .map((field) => (quote[field] === undefined ? undefined : getContentValue(quote, field)))
    .filter((value) => value !== undefined);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Stores the quote as `SENT`. One that was invoiced in the meantime, partly or fully, keeps its status. */
async function storeSent(
  tx: Sql,
  deps: Deps,
  prepared: PreparedSend<Quote>,
  stored: StoredQuote,
  now: number,
): Promise<StoredQuote> {
  const { request, before, doc: mailed } = prepared;
  const { accountId } = request;
  const partiesSha256 = await storeParties(tx, accountId, prepared.parties);
  const sent = { ...computeEdition(stored, mailed, partiesSha256, mailed.reference), partiesSha256 };
  await storeRevision(tx, prepared, sent, now);
  if (isConverted(stored.quote) || isPartlyInvoiced(stored.quote)) return stored;
  const sentAt = new Date(now).toISOString();
  const joined = updateSigner(mergeSent(stored.quote, before, mailed, now), request.to, { sentAt });
  const merged = isEdited(stored.quote, before) ? joined : addTaxParts(joined, prepared.parties);
  const isChanged = stored.version !== prepared.version;
  const quote = isChanged ? await withholdUnapproved(tx, accountId, merged) : merged;
  const frozen = await freezeAfterSend(tx, prepared, stored, sent, quote);
  const ended = await replaceQuote(tx, accountId, stored, quote, frozen);
  await deleteUnusedParties(tx, accountId, [stored.partiesSha256]);
  if (quote.signers && isOpen(quote) && !isEdited(stored.quote, before)) {
    const others = listSignersInTurn(quote).filter(({ email }) => email !== request.to);
    const { subject, message, copies = [] } = request;
    const source = buildSource(quote, prepared.parties);
    await inviteSigners(tx, deps, accountId, ended, others, { source, subject, message, copies, now });
  }
  return ended;
}

/** Returns the edition that was sent, or the next one with its own parties if the quote has changed in the meantime. */
async function freezeAfterSend(
  tx: Sql,
  { request: { accountId }, before, doc: mailed }: PreparedSend<Quote>,
  stored: StoredQuote,
  sent: FrozenContent,
  quote: Quote,
): Promise<FrozenContent> {
  if (isPrintedSame(quote, mailed)) return sent;
  const edition = sent.edition + 1;
  if (!isEdited(stored.quote, before)) return { ...sent, edition };
  const partiesSha256 =
    stored.partiesSha256 ??
    (await storeParties(tx, accountId, await readCurrentParties(tx, accountId, quote.customerId)));
  return { ...sent, edition, partiesSha256 };
}

/** Stores the sent revision and its document permanently. */
async function storeRevision(
  tx: Sql,
  { request, doc: quote, document, sending }: PreparedSend<Quote>,
  { edition, partiesSha256 }: FrozenContent & { partiesSha256: string },
  now: number,
): Promise<void> {
  // All signers are offered the same document, without a link.
  const record = { subjectId: quote.id, edition, linkId: quote.signers ? '' : sending.link_id };
  await storeShownDocument(tx, request.accountId, record, document.sourceSha256);
  await addRevision(tx, request.accountId, quote.id, {
    revision: quote.revision,
    sentAt: new Date(now).toISOString(),
    sentTo: request.to,
    documentSha256: document.sha256,
    quote,
    edition,
    partiesSha256,
  });
}
