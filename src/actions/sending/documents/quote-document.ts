import type { Deps } from '../../../app/deps.ts';
import type { Parties, QuoteSource } from '../../../domain/document.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import { getPrintedReference, toPrintedQuote } from '../../../domain/quote/printed-quote.ts';
import { isDraft, isOpen, type Quote } from '../../../domain/quote/quote.ts';
import { findPrintedEnd } from '../../../domain/quote/sent-quote.ts';
import type { Sql } from '../../../store/database.ts';
import { type AcceptedContent, findAcceptedContent } from '../../../store/tables/quote/decisions.ts';
import type { ShownQuoteRow, StoredQuote } from '../../../store/tables/quote/quotes.ts';
import type { DocumentRecord } from '../../../store/tables/quote/shown-documents.ts';
import { readApprovalMark } from '../../agreement/approval/approval-mark.ts';
import { hashRecord } from '../../agreement/evidence/canonical-json.ts';
import { buildLinkUrl } from '../links/links.ts';
import { ensureDocument, ensureShownDocument, type HostedDocument } from './ensure-document.ts';
import { readFrozenParties, readParties, toPrintedParties } from './parties.ts';

/** A quote with the fields that identify its document. */
export type ShownQuote = Pick<StoredQuote, 'quote' | 'edition' | 'partiesSha256' | 'sentReference'>;

export function toShownQuote(row: ShownQuoteRow): ShownQuote {
  return {
    quote: JSON.parse(row.doc) as Quote,
    edition: row.edition,
    partiesSha256: row.parties_sha256,
    sentReference: row.sent_reference,
  };
}

/** Builds the source of a quote's document: the current content, or the accepted content after acceptance. */
export async function buildQuoteSource(sql: Sql, accountId: string, shown: ShownQuote): Promise<QuoteSource> {
  const { quote } = shown;
  const accepted =
    quote.acceptedAt === null ? undefined : await findAcceptedContent(sql, accountId, quote.id);
  if (!accepted) {
    const parties = await readParties(sql, accountId, shown);
    const mark = await readApprovalMark(sql, parties.account, quote);
    return { ...buildSource(withPrintedReference(shown), parties), ...mark };
  }
  const { partiesSha256, ...text } = accepted;
  return { ...text, ...(await readFrozenParties(sql, accountId, partiesSha256)) };
}

/** The document of a draft, or of what must be approved, follows every change; any other is the one shown first. */
export function ensureQuoteDocument(
  deps: Deps,
  accountId: string,
  shown: ShownQuote,
  source: QuoteSource,
): Promise<HostedDocument> {
  const record = source.isNotApproved ? null : getDocumentRecord(shown);
  return record
    ? ensureShownDocument(deps, accountId, record, source)
    : ensureDocument(deps, accountId, source);
}

/**
 * Returns the document for a link. While the quote is open it contains the link to the customer page, so that each link
 * has its own document, the one that was sent with it. That of several signers is the same for all, without a link.
 */
export function ensureLinkedDocument(
  deps: Deps,
  accountId: string,
  shown: ShownQuote,
  source: QuoteSource,
  linkId: string,
): Promise<HostedDocument> {
  const record = getDocumentRecord(shown);
  if (!record || !isOpen(shown.quote) || shown.quote.signers)
    return ensureQuoteDocument(deps, accountId, shown, source);
  const linked = { ...source, publicUrl: buildLinkUrl(deps, linkId) };
  return ensureShownDocument(deps, accountId, { ...record, linkId }, linked);
}

/** Returns `null` for a draft, which has no document of record. */
export function getDocumentRecord({
  quote,
  edition,
}: Pick<ShownQuote, 'quote' | 'edition'>): DocumentRecord | null {
  return isDraft(quote) ? null : { subjectId: quote.id, edition, linkId: '' };
}

/** Returns the quote with the reference that its document shows. */
export function withPrintedReference({
  quote,
  sentReference,
}: Pick<ShownQuote, 'quote' | 'sentReference'>): Quote {
  return { ...quote, reference: getPrintedReference(quote, sentReference) };
}

/** Builds the source of a document. A draft shows until when it would be valid if it were sent. */
export function buildSource(quote: Quote, parties: Parties): QuoteSource {
  const printed = toPrintedQuote({ ...quote, validUntil: findPrintedEnd(quote, parties.account) });
  return { kind: 'quote', quote: printed, ...toPrintedParties(parties), acceptance: null };
}

/** Builds the source of the offer, before any decision on it. */
export function buildOfferSource(quote: Quote, parties: Parties): QuoteSource {
  return buildSource({ ...quote, status: 'SENT', acceptedAt: null, acceptedBy: null }, parties);
}

/** Builds the source of the accepted content with the record of the acceptance. */
export function buildAcceptedSource(
  seen: QuoteSource,
  quote: Quote,
  acceptance: DecisionRecord,
): QuoteSource {
  const { asked: _asked, recordedBy: _recordedBy, ...printed } = acceptance;
  return {
    ...seen,
    quote: { ...toPrintedQuote(quote), reference: seen.quote.reference },
    // IP, browser and who was asked belong in the record, not in the document.
    acceptance: { ...printed, ip: null, userAgent: null },
    recordSha256: hashRecord(acceptance),
  };
}

/** Replaces the parties by their hash, as the accepted content is stored. */
export function toAcceptedText(
  { account: _account, customer: _customer, ...text }: QuoteSource,
  partiesSha256: string,
): AcceptedContent {
  return { ...text, partiesSha256 };
}
