import type { Deps } from '../../deps.ts';
import type { QuoteSource } from '../../domain/document.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import { hasDecision, isDeclined, isDraft, type Quote, toDraft } from '../../domain/quote/quote.ts';
import type { Link } from '../../store/tables/links.ts';
import { findLastDecision } from '../../store/tables/quote/decisions.ts';
import { findShownQuoteRow } from '../../store/tables/quote/quotes.ts';
import { listRevisions } from '../../store/tables/quote/revisions.ts';
import type { DocumentRecord } from '../../store/tables/quote/shown-documents.ts';
import { getAccountTime } from '../account/account-time.ts';
import { requireAccount } from '../account/require-account.ts';
import { judgeApproval } from '../approval/judge-approval.ts';
import type { HostedDocument } from '../document/ensure-document.ts';
import {
  buildQuoteSource,
  ensureLinkedDocument,
  getDocumentRecord,
  toShownQuote,
} from '../document/quote-document.ts';
import { buildRevisionSource, ensureRevisionDocument } from '../document/revision-document.ts';
import { findSettledQuoteRow } from '../quote/settle-expiry.ts';

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
}

export async function openQuote(deps: Deps, link: Link): Promise<OpenedQuote | undefined> {
  const { account_id: accountId, document_id: quoteId } = link;
  const now = await getAccountTime(deps.db.read, accountId);
  const row = await findSettledQuoteRow(deps.db, accountId, quoteId, now, findShownQuoteRow);
  if (!row) return undefined;
  const { version } = row;
  const shown = toShownQuote(row);
  const isRevised = isDraft(shown.quote) || (await isUnapproved(deps, accountId, shown.quote));
  const last = isRevised ? await openLastRevision(deps, link, shown.quote) : undefined;
  if (last) return { link, version, record: null, ...last };
  const source = await buildQuoteSource(deps.db.read, accountId, shown);
  // The link of a send that may have arrived: there is no revision, and nobody has approved the draft.
  if (source.isNotApproved) return undefined;
  const document = await ensureLinkedDocument(deps, accountId, shown, source, link.id);
  const { validUntil, reference } = source.quote;
  const quote = { ...shown.quote, validUntil, reference };
  return { link, version, quote, source, document, record: getDocumentRecord(shown) };
}

/** Whether a decline was recorded of content that must be approved and is not. */
async function isUnapproved({ db }: Deps, accountId: string, quote: Quote): Promise<boolean> {
  if (!isDeclined(quote)) return false;
  return (await judgeApproval(db.read, await requireAccount(db.read, accountId), quote)).isHeld;
}

/** While a quote is in revision, the page shows the revision that this customer got last, not the draft. */
async function openLastRevision(
  deps: Deps,
  { account_id: accountId, id: linkId }: Link,
  current: Quote,
): Promise<Pick<OpenedQuote, 'quote' | 'source' | 'document'> | undefined> {
  const revisions = await listRevisions(deps.db.read, accountId, current.id);
  const last = revisions.findLast(({ quote }) => quote.customerId === current.customerId);
  if (!last || (isDeclined(current) && last.revision === current.revision)) return undefined;
  const source = await buildRevisionSource(deps.db.read, accountId, last);
  const document = await ensureRevisionDocument(deps, accountId, last, source, linkId);
  return document && { quote: toDraft(last.quote), source, document };
}

/** Returns the record of the decision on the opened quote, if any. */
export async function findDecision(
  { db }: Pick<Deps, 'db'>,
  { link, quote }: Pick<OpenedQuote, 'link' | 'quote'>,
): Promise<Acceptance | null> {
  return (hasDecision(quote) && (await findLastDecision(db.read, link.account_id, quote.id))) || null;
}
