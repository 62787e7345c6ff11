import type { Deps } from '../../../app/deps.ts';
import type { QuoteSource } from '../../../domain/document.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import { hasDecision, isDraft, type Quote, toDraft } from '../../../domain/quote/quote.ts';
import type { Link } from '../../../store/tables/links.ts';
import { findLastDecision } from '../../../store/tables/quote/decisions.ts';
import { findShownQuoteRow } from '../../../store/tables/quote/quotes.ts';
import type { DocumentRecord } from '../../../store/tables/quote/shown-documents.ts';
import { getAccountTime } from '../../account/account-time.ts';
import { findSignedDocument } from '../../agreement/signing/signed-document.ts';
import { findCurrentQuoteRow } from '../../quotes/expire-quotes.ts';
import type { HostedDocument } from '../documents/ensure-document.ts';
import {
  buildQuoteSource,
  ensureLinkedDocument,
  getDocumentRecord,
  toShownQuote,
} from '../documents/quote-document.ts';
import {
  buildRevisionSource,
  ensureRevisionDocument,
  findLastRevision,
} from '../documents/revision-document.ts';

/** The current quote behind a link, and its document. */
export interface OpenedQuote {
  link: Link;
  version: number;
  quote: Quote;
  /** Source of the document; the page shows the same parties. */
  source: QuoteSource;
  document: HostedDocument;
  /** Record of the document; `null` for a draft. */
  record: DocumentRecord | null;
  /** Number of open requests for changes, of all links. */
  openProposals: number;
}

export async function openQuote(deps: Deps, link: Link): Promise<OpenedQuote | undefined> {
  const { account_id: accountId, document_id: quoteId } = link;
  const now = await getAccountTime(deps.db.read, accountId);
  const row = await findCurrentQuoteRow(deps.db, accountId, quoteId, now, findShownQuoteRow);
  if (!row) return undefined;
  const { version } = row;
  const shown = toShownQuote(row);
  const openLast = () => openLastRevision(deps, link, shown.quote, version);
  const last = isDraft(shown.quote) ? await openLast() : undefined;
  if (last) return last;
  const source = await buildQuoteSource(deps.db.read, accountId, shown);
  // A send that may have arrived has a link and no revision: then there is nothing to show.
  if (source.isNotApproved) return openLast();
  const document =
    (await findSignedDocument(deps, accountId, shown.quote, source)) ??
    (await ensureLinkedDocument(deps, accountId, shown, source, link.id));
  const { validUntil, reference } = source.quote;
  const quote = { ...shown.quote, validUntil, reference };
  const marks = { record: getDocumentRecord(shown), openProposals: row.open_proposals };
  return { link, version, quote, source, document, ...marks };
}

/** While a quote is in revision, the page shows the revision that this customer got last, not the draft. */
async function openLastRevision(
  deps: Deps,
  link: Link,
  current: Quote,
  version: number,
): Promise<OpenedQuote | undefined> {
  const { account_id: accountId } = link;
  const last = await findLastRevision(deps.db.read, accountId, current);
  if (!last) return undefined;
  const source = await buildRevisionSource(deps.db.read, accountId, last);
  const document = await ensureRevisionDocument(deps, accountId, last, source, link.id);
  const marks = { record: null, openProposals: 0 };
  return document && { link, version, ...marks, quote: toDraft(last.quote), source, document };
}

/** Returns the record of the decision on the opened quote, if any. */
export async function findDecision(
  { db }: Pick<Deps, 'db'>,
  { link, quote }: Pick<OpenedQuote, 'link' | 'quote'>,
): Promise<DecisionRecord | null> {
  return (hasDecision(quote) && (await findLastDecision(db.read, link.account_id, quote.id))) || null;
}
