import { createHash } from 'node:crypto';
import { renderQuoteEmail } from '../../adapters/mail/letters/quote.ts';
import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { isPrintedSame } from '../../domain/quote/printed-quote.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import { CONTENT_FIELDS, isConverted, type Quote } from '../../domain/quote/quote.ts';
import { isPartlyInvoiced } from '../../domain/quote/schedule/invoicing.ts';
import { applySend, isEdited, mergeSent, type SendOptions } from '../../domain/quote/sent-quote.ts';
import { addTaxParts } from '../../domain/tax/tax-parts.ts';
import type { Sql } from '../../store/database.ts';
import { deleteUnusedParties } from '../../store/tables/quote/parties.ts';
import {
  computeEdition,
  type FrozenContent,
  replaceQuote,
  type StoredQuote,
} from '../../store/tables/quote/quotes.ts';
import { addRevision } from '../../store/tables/quote/revisions.ts';
import { storeShownDocument } from '../../store/tables/quote/shown-documents.ts';
import { getAccountTime } from '../account/account-time.ts';
import { withholdUnapproved } from '../agreement/approval/apply-approval-rules.ts';
import { assertApproved } from '../agreement/approval/assert-approved.ts';
import { recordEvent } from '../events/record-event.ts';
import type { ChangeableQuote } from '../quotes/change-quote.ts';
import { loadCurrentQuote } from '../quotes/expire-quotes.ts';
import { NOT_REPEATED, type Repeat } from '../repeat.ts';
import { ensureDocument } from './documents/ensure-document.ts';
import { readCurrentParties, storeParties } from './documents/parties.ts';
import { buildSource } from './documents/quote-document.ts';
import { fitsInMail, readMailAttachments } from './mail-attachments.ts';
import type { PreparedSend } from './prepared-send.ts';
import { findChangesForRecipient } from './revision-changes.ts';
import { addressSend, sendDocument } from './send-document.ts';
import type { FoundDocument, SendKind } from './send-kind.ts';

/** Emails the quote as a PDF. Only an accepted email makes it `SENT`. */
export async function sendQuote(
  deps: Deps,
  sender: { accountId: string; actor: Actor },
  options: SendOptions,
  found: ChangeableQuote,
  repeat: Repeat<StoredQuote> = NOT_REPEATED,
): Promise<StoredQuote> {
  const { accountId } = sender;
  const request = await addressSend(deps, sender, options, found.quote, repeat.request?.key ?? null);
  return sendDocument(deps, QUOTE_SEND, request, toFoundDocument(deps, accountId, found), repeat);
}

/** The transaction that begins the send rejects what must be approved first. */
function toFoundDocument(
  deps: Deps,
  accountId: string,
  { quote, version, lock, again }: ChangeableQuote,
): FoundDocument<Quote, StoredQuote> {
  return {
    doc: quote,
    version,
    async lock(tx) {
      const stored = await lock(tx);
      await assertApproved(tx, deps, accountId, stored.quote);
      return stored;
    },
    again: async () => toFoundDocument(deps, accountId, await again()),
  };
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
  render: (deps, accountId, { doc, parties, publicUrl }) =>
    ensureDocument(deps, accountId, { ...buildSource(doc, parties), publicUrl }),
  async renderEmail(deps, { doc: quote, parties, publicUrl, request, pdfBytes }) {
    const { attachments } = quote;
    const isCarried = fitsInMail(attachments, pdfBytes);
    const { subject, message } = request;
    const hasFileLinks = attachments.length > 0 && !isCarried;
    const changes = await findChangesForRecipient(deps.db.read, request.accountId, quote, request.to);
    const letter = { quote, ...parties, publicUrl, subject, message, hasFileLinks, changes };
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
    .map((field) => quote[field])
    .filter((value) => value !== undefined);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Stores the quote as `SENT`. One that was invoiced in the meantime, partly or fully, keeps its status. */
async function storeSent(
  tx: Sql,
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
  const joined = mergeSent(stored.quote, before, mailed, now);
  const merged = isEdited(stored.quote, before) ? joined : addTaxParts(joined, prepared.parties);
  const isChanged = stored.version !== prepared.version;
  const quote = isChanged ? await withholdUnapproved(tx, accountId, merged) : merged;
  const frozen = await freezeAfterSend(tx, prepared, stored, sent, quote);
  const ended = await replaceQuote(tx, accountId, stored, quote, frozen);
  await deleteUnusedParties(tx, accountId, [stored.partiesSha256]);
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
  const record = { subjectId: quote.id, edition, linkId: sending.link_id };
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
