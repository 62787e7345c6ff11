import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ensureDocument,
  type HostedDocument,
  openSource,
  partiesOf,
  quoteSource,
} from '../../actions/document/ensure-document.ts';
import { hashToken } from '../../actions/link/links.ts';
import { findSettledQuoteRow } from '../../actions/quote/settle-expiry.ts';
import type { Deps } from '../../deps.ts';
import type { QuoteSource } from '../../domain/document.ts';
import { computeTotals } from '../../domain/money/totals.ts';
import { isDraft, type Quote } from '../../domain/quote/quote.ts';
import type { RateLimit } from '../../limits/rate-limits.ts';
import { lastAnswer } from '../../store/tables/answers.ts';
import { findDocumentByHash } from '../../store/tables/documents.ts';
import { findLink, type Link } from '../../store/tables/links.ts';
import type { QuoteRow } from '../../store/tables/quotes.ts';
import { listRevisions } from '../../store/tables/revisions.ts';
import { pageHeaders } from '../../web/headers.ts';
import { renderNotFoundPage, renderTryAgainPage } from '../../web/message-page.ts';
import { type QuotePageView, renderQuotePage } from '../../web/quote-page/quote-page.ts';

/** What a link opens: the quote as it is now, and its document. */
export interface OpenedQuote {
  link: Link;
  row: QuoteRow;
  quote: Quote;
  /** What the document is made from: the page names the same parties. */
  source: QuoteSource;
  document: HostedDocument;
}

export type LinkRequest = FastifyRequest<{ Params: { token: string }; Querystring: { notice?: string } }>;

/** Finds what the link opens and shows it, or the page that says there is nothing, or that it went wrong. */
export type WithQuote = (
  request: LinkRequest,
  reply: FastifyReply,
  show: (opened: OpenedQuote) => Promise<unknown>,
  limitOf?: (link: Link) => RateLimit,
) => Promise<unknown>;

const TOKEN = /^[\w-]{43}$/;

export async function findLinkOf(deps: Deps, token: string): Promise<Link | undefined> {
  return TOKEN.test(token) ? findLink(deps.db.read, hashToken(token)) : undefined;
}

export async function openQuote(deps: Deps, link: Link): Promise<OpenedQuote | undefined> {
  const row = await findSettledQuoteRow(deps.db, link.account_id, link.quote_id, deps.clock());
  if (!row) return undefined;
  const quote = JSON.parse(row.doc) as Quote;
  const shown = isDraft(quote) ? await lastSent(deps, link, quote) : undefined;
  if (shown) return { link, row, ...shown };
  const source = await quoteSource(deps.db.read, link.account_id, quote);
  const document = await ensureDocument(deps, link.account_id, source);
  return { link, row, quote: { ...quote, validUntil: source.quote.validUntil }, source, document };
}

/** While the seller revises a quote, the page shows what this customer was sent last, not what is being written. */
async function lastSent(
  deps: Deps,
  { account_id: accountId }: Link,
  current: Quote,
): Promise<Pick<OpenedQuote, 'quote' | 'source' | 'document'> | undefined> {
  const revisions = await listRevisions(deps.db.read, accountId, current.id);
  const last = revisions.findLast(({ quote }) => quote.customerId === current.customerId);
  const document = last && (await findDocumentByHash(deps.db.read, accountId, last.documentSha256));
  if (!last || !document) return undefined;
  return {
    quote: { ...last.quote, status: 'DRAFT' },
    source: openSource(last.quote, await partiesOf(deps.db.read, accountId, last.quote.customerId)),
    document: { sourceSha256: document.source_sha256, sha256: document.sha256, fileName: document.file_name },
  };
}

export async function quotePage(
  deps: Deps,
  token: string,
  { link, quote, source, document }: OpenedQuote,
  more: Pick<QuotePageView, 'notice' | 'values' | 'errors'> = {},
): Promise<string> {
  const isAnswered = quote.acceptedAt !== null || quote.declinedAt !== null;
  const acceptance = isAnswered ? await lastAnswer(deps.db.read, link.account_id, quote.id) : undefined;
  return renderQuotePage({
    quote,
    customer: source.customer,
    account: source.account,
    totals: computeTotals(quote),
    acceptance: acceptance ?? null,
    base: `/q/${token}`,
    pdfUrl: `/q/${token}/pdf`,
    documentSha256: document.sha256,
    ...more,
  });
}

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).send(page);
}

/** The same for a wrong, a revoked and a dead link, so that guessing tells nothing. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, renderNotFoundPage(request.headers['accept-language']));
}

export function sendTryAgain(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  return sendPage(reply, status, renderTryAgainPage(request.headers['accept-language']));
}
