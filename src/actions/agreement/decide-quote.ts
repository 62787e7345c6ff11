import type { Deps } from '../../app/deps.ts';
import { computeUpdatedAt } from '../../domain/clock.ts';
import { withAnswers } from '../../domain/quote/acceptance/answers.ts';
import { findSigner, hasSignatures, haveAllSigned, isInTurn } from '../../domain/quote/acceptance/signers.ts';
import { listAttachmentHashes } from '../../domain/quote/attachment.ts';
import { applyChoices, applyEvent, clearDecision } from '../../domain/quote/compose-quote.ts';
import type { DecisionRecord } from '../../domain/quote/decision.ts';
import {
  applySelection,
  findSelectionErrors,
  hasSelectedItem,
  type LineChoice,
  listSelection,
} from '../../domain/quote/line/selection.ts';
import { computeEdition, toPrintedQuote } from '../../domain/quote/printed-quote.ts';
import { isDraft, isExpired, isOpen, type Quote, TRANSITIONS } from '../../domain/quote/quote.ts';
import { pickAcceptedSums } from '../../domain/quote/recurring/recurring-fields.ts';
import { addTaxParts } from '../../domain/tax/tax-parts.ts';
import type { Sql } from '../../store/database.ts';
import type { LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import { markDocumentPermanent } from '../../store/tables/documents.ts';
import { findLinkRecipient, type Link } from '../../store/tables/links.ts';
import { replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { addRevision } from '../../store/tables/quote/revisions.ts';
import { writeNow } from '../account/account-time.ts';
import { ensureMailLogo } from '../account/mail-logo.ts';
import { recordEvent } from '../events/record-event.ts';
import { loadCurrentQuote } from '../quotes/expire-quotes.ts';
import { ensureDocument, type HostedDocument } from '../sending/documents/ensure-document.ts';
import { storeParties } from '../sending/documents/parties.ts';
import { buildAcceptedSource, toAcceptedText } from '../sending/documents/quote-document.ts';
import { type OpenedQuote, openQuote } from '../sending/links/open-quote.ts';
import { describeOffer } from './evidence/describe-offer.ts';
import { storeDecision } from './evidence/sign-decision.ts';
import { invoiceAcceptance } from './invoice-acceptance.ts';
import { queueDecisionEmails } from './queue-decision-emails.ts';
import { findInvoiceRecipient, recordSignature, recordSigned } from './signing/record-signature.ts';
import {
  addSignature,
  type CustomerDecision,
  composeSignedRecord,
  describeSignatures,
  findSigningObstacle,
} from './signing/sign.ts';

/**
 * `done`: recorded. `changed`: the content is not what they saw. `decided`: another decision was first. `closed`: expired,
 * or in revision. `unselected`: no item is chosen. `gone`: the quote is deleted or the link is revoked. Of a quote
 * with several signers, `signed`: recorded, and others have still to sign; `waiting`: others sign first; `offer_changed`: somebody
 * has signed another selection.
 */
export type DecisionResult =
  | ('done' | 'signed' | 'changed' | 'decided' | 'closed' | 'unselected' | 'gone')
  | ('waiting' | 'offer_changed');

const MAX_TRIES = 5;

/** Retries if the quote has changed in the meantime: the decision is valid as long as the content is the same. */
export async function decideQuote(
  deps: Deps,
  opened: OpenedQuote,
  input: CustomerDecision,
): Promise<DecisionResult> {
  const { link } = opened;
  let shown: OpenedQuote | undefined = opened;
  for (let tries = 0; shown && tries < MAX_TRIES; tries++) {
    const current: QuoteWithLogo = { ...shown, logo: await ensureMailLogo(deps, shown.source.account) };
    const chosen = await prepareSelection(deps, input, current);
    const result = await writeNow(deps.db, link.account_id, async (tx, now) =>
      recordDecision(tx, deps, input, current, chosen, now),
    );
    if (result !== 'stale') return result;
    shown = await openQuote(deps, link);
  }
  return shown ? 'changed' : 'gone';
}

/** An opened quote with the logo for emails. */
type QuoteWithLogo = OpenedQuote & { logo: LogoBitmap | undefined };

/** The customer's selection and the PDF of exactly this selection. */
interface PreparedSelection {
  choices: LineChoice[];
  document: HostedDocument;
}

/** A selection that differs from the offer has its own PDF, which is rendered before anything is recorded. */
async function prepareSelection(
  deps: Deps,
  { decision, selection, revision, documentSha256 }: CustomerDecision,
  { link, quote, source, document }: OpenedQuote,
): Promise<PreparedSelection> {
  const shown = { choices: [], document };
  const isOfThisText = revision === quote.revision && documentSha256 === document.sha256;
  // The first signature has fixed the selection. Who cannot sign now has no document made.
  const isFirst = !hasSignatures(quote) && isInTurn(quote, link.recipient);
  const isTaken = decision === 'ACCEPTED' && isOpen(quote) && isOfThisText && isFirst;
  if (!isTaken || findSelectionErrors(quote.items, selection).length > 0) return shown;
  const chosen = addTaxParts(applyChoices(quote, selection), source);
  if (JSON.stringify(chosen.items) === JSON.stringify(quote.items)) return shown;
  const made = await ensureDocument(deps, link.account_id, { ...source, quote: toPrintedQuote(chosen) });
  return { choices: selection, document: made };
}

/**
 * Records the decision on the content of `shown` inside a transaction, and queues its emails. `stale`: the quote is no
 * longer at the version of `shown` and must be opened again.
 */
async function recordDecision(
  tx: Sql,
  deps: Deps,
  input: CustomerDecision,
  { link, version, source: seen, document: shown, logo }: QuoteWithLogo,
  { choices, document }: PreparedSelection,
  now: number,
): Promise<DecisionResult | 'stale'> {
  const { account_id: accountId, document_id: quoteId } = link;
  const stored = await loadCurrentQuote(tx, accountId, quoteId, now);
  if (!stored || (await findLinkRecipient(tx, accountId, quoteId, link.id)) === undefined) return 'gone';
  const isAccepted = input.decision === 'ACCEPTED';
  const obstacle = findObstacle(input, stored, { version, shown, recipient: link.recipient });
  if (obstacle) return obstacle;

  const at = new Date(now).toISOString();
  const updatedAt = computeUpdatedAt(stored.quote, now);
  const chosen = addTaxParts(applyChoices(stored.quote, choices), seen);
  const signer = findSigner(chosen, link.recipient);
  const offer = { documentSha256: document.sha256, offerSha256: shown.sha256 };
  const partiesSha256 = await storeParties(tx, accountId, seen);
  const frozen = computeEdition(stored, chosen, stored.partiesSha256);
  const signed =
    signer && isAccepted
      ? addSignature(chosen, stored, input, signer, at, { ...offer, edition: frozen.edition })
      : undefined;
  if (signed && !haveAllSigned(signed.quote)) {
    const next = { ...signed, quote: { ...signed.quote, updatedAt } };
    if (stored.signatures.length === 0)
      await storeRevision(tx, link, { ...stored, partiesSha256 }, shown.sha256, at);
    await recordSignature(tx, deps, { accountId, stored, source: seen, document, frozen, logo }, next, now);
    return 'signed';
  }
  const { answers = input.answers } = signed?.quote ?? {};
  const decidedNow = clearDecision(applyEvent(signed?.quote ?? chosen, toQuoteEvent(input)));
  const all = signed?.signatures ?? stored.signatures;
  const name = signed ? (all[0]?.name ?? null) : input.name;
  const quote: Quote = {
    ...withAnswers(decidedNow, isAccepted ? answers : {}),
    ...(isAccepted ? { acceptedAt: at, acceptedBy: name } : { declinedAt: at, declineReason: input.reason }),
    updatedAt,
  };
  const edition = computeEdition(stored, quote, stored.partiesSha256);
  const before = { ...stored, signatures: all };
  const decided = await replaceQuote(tx, accountId, before, quote, { ...edition, partiesSha256 });
  const record: DecisionRecord = {
    ...{ quoteId, by: 'customer', at, ...input },
    selection: isAccepted ? listSelection(quote.items) : null,
    ...(isAccepted ? pickAcceptedSums(quote) : { total: null }),
    ...offer,
    attachments: listAttachmentHashes(stored.quote.attachments),
    ...(signer && !isAccepted && { name: signer.name }),
    ...(signed ? composeSignedRecord(signed.quote, all) : describeSignatures(quote, all)),
    ...(await describeOffer(tx, accountId, quote, seen)),
  };
  const source = isAccepted ? buildAcceptedSource(seen, quote, record) : null;
  await storeDecision(tx, deps, accountId, record, source && toAcceptedText(source, partiesSha256), now);
  await storeRevision(tx, link, { ...stored, partiesSha256 }, shown.sha256, at);
  await markDocumentPermanent(tx, accountId, document.sha256);
  if (signed) await recordSigned(tx, accountId, decided, signed.own, now);
  await recordEvent(tx, accountId, decided, toHistoryEvent(record), { at: now, now });
  const recipient = await findInvoiceRecipient(tx, accountId, decided, link);
  const { invoiced } = isAccepted
    ? await invoiceAcceptance(tx, deps, accountId, decided, { recipient, now })
    : { invoiced: null };
  const letters = { decision: record, document: source ?? seen, invoiced, recipient };
  await queueDecisionEmails(tx, deps, { link, logo }, decided, letters, now);
  return 'done';
}

function toQuoteEvent({ decision }: CustomerDecision): 'customerAccept' | 'customerDecline' {
  return decision === 'ACCEPTED' ? 'customerAccept' : 'customerDecline';
}

/** Why the quote cannot be decided as the customer saw it; `undefined` if it can. */
function findObstacle(
  input: CustomerDecision,
  stored: StoredQuote,
  seen: { version: number; shown: HostedDocument; recipient: string },
): Exclude<DecisionResult, 'done' | 'signed'> | 'stale' | undefined {
  const { quote, version } = stored;
  if (TRANSITIONS[quote.status][toQuoteEvent(input)] === 'refused') {
    return isDraft(quote) || isExpired(quote) ? 'closed' : 'decided';
  }
  if (version !== seen.version) return 'stale';
  const obstacle = quote.signers && findSigningObstacle(input, stored, seen.recipient);
  if (obstacle || (hasSignatures(quote) && input.decision === 'ACCEPTED')) return obstacle;
  if (input.revision !== quote.revision || input.documentSha256 !== seen.shown.sha256) return 'changed';
  if (input.decision !== 'ACCEPTED') return undefined;
  if (findSelectionErrors(quote.items, input.selection).length === 0) return undefined;
  return hasSelectedItem(applySelection(quote.items, input.selection)) ? 'changed' : 'unselected';
}

/** Stores the content that was decided on as a revision: it may have been edited after the send and read only on the page. */
async function storeRevision(
  tx: Sql,
  link: Link,
  { quote, edition, partiesSha256 }: StoredQuote & { partiesSha256: string },
  documentSha256: string,
  at: string,
): Promise<void> {
  await markDocumentPermanent(tx, link.account_id, documentSha256);
  await addRevision(tx, link.account_id, quote.id, {
    revision: quote.revision,
    sentAt: at,
    sentTo: link.recipient,
    documentSha256,
    quote,
    edition,
    partiesSha256,
  });
}

function toHistoryEvent(record: DecisionRecord) {
  const { name, reason, revision, documentSha256 } = record;
  const answers = Object.keys(record.answers).length > 0 ? { answers: record.answers } : {};
  return record.decision === 'ACCEPTED'
    ? ({
        type: 'accepted',
        actor: { type: 'customer' },
        data: { name, revision, documentSha256, ...answers },
      } as const)
    : ({ type: 'declined', actor: { type: 'customer' }, data: { reason, revision } } as const);
}
