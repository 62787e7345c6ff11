import type { Deps } from '../../deps.ts';
import type { QuoteSource } from '../../domain/document.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import { asDraft, isDraft, type Quote } from '../../domain/quote/quote.ts';
import { findDocumentByHash } from '../../store/tables/documents.ts';
import { lastDecision } from '../../store/tables/quote/decisions.ts';
import { findLink, type Link } from '../../store/tables/quote/links.ts';
import { listRevisions } from '../../store/tables/quote/revisions.ts';
import {
  ensureDocument,
  type HostedDocument,
  openSource,
  partiesOf,
  quoteSource,
} from '../document/ensure-document.ts';
import { findSettledQuoteRow } from '../quote/settle-expiry.ts';
import { hashToken } from './links.ts';

/** What a link opens: the quote as it is now, and its document. */
export interface OpenedQuote {
  link: Link;
  version: number;
  quote: Quote;
  /** What the document is made from: the page names the same parties. */
  source: QuoteSource;
  document: HostedDocument;
}

const TOKEN = /^[\w-]{43}$/;

export async function findLinkOf({ db }: Pick<Deps, 'db'>, token: string): Promise<Link | undefined> {
  return TOKEN.test(token) ? findLink(db.read, hashToken(token)) : undefined;
}

export async function openQuote(deps: Deps, link: Link): Promise<OpenedQuote | undefined> {
  const row = await findSettledQuoteRow(deps.db, link.account_id, link.quote_id, deps.clock());
  if (!row) return undefined;
  const { version } = row;
  const quote = JSON.parse(row.doc) as Quote;
  const shown = isDraft(quote) ? await lastSent(deps, link, quote) : undefined;
  if (shown) return { link, version, ...shown };
  const source = await quoteSource(deps.db.read, link.account_id, quote);
  const document = await ensureDocument(deps, link.account_id, source);
  return { link, version, quote: { ...quote, validUntil: source.quote.validUntil }, source, document };
}

/** While the seller revises a quote, the page shows what this customer was sent last, not what is being written. */
async function lastSent(
  { db }: Pick<Deps, 'db'>,
  { account_id: accountId }: Link,
  current: Quote,
): Promise<Pick<OpenedQuote, 'quote' | 'source' | 'document'> | undefined> {
  const revisions = await listRevisions(db.read, accountId, current.id);
  const last = revisions.findLast(({ quote }) => quote.customerId === current.customerId);
  const document = last && (await findDocumentByHash(db.read, accountId, last.documentSha256));
  if (!last || !document) return undefined;
  return {
    quote: asDraft(last.quote),
    source: openSource(last.quote, await partiesOf(db.read, accountId, last.quote.customerId)),
    document: { sourceSha256: document.source_sha256, sha256: document.sha256, fileName: document.file_name },
  };
}

/** The record of the answer to what a link opens, if there is one. */
export async function answerTo(
  { db }: Pick<Deps, 'db'>,
  { link, quote }: Pick<OpenedQuote, 'link' | 'quote'>,
): Promise<Acceptance | null> {
  const isDecided = quote.acceptedAt !== null || quote.declinedAt !== null;
  return (isDecided && (await lastDecision(db.read, link.account_id, quote.id))) || null;
}
