import type { FastifyReply, FastifyRequest } from 'fastify';
import { ensureDocument, type HostedDocument, partiesOf, quoteSource } from '../actions/ensure-document.ts';
import { hashToken } from '../actions/links.ts';
import { loadSettledQuote } from '../actions/settle-expiry.ts';
import type { Deps } from '../deps.ts';
import { isExpiryDue, type Quote } from '../domain/quote.ts';
import { computeTotals } from '../domain/totals.ts';
import { pageHeaders } from '../pages/headers.ts';
import { renderNotFoundPage, renderTryAgainPage } from '../pages/message-page.ts';
import { type QuotePageView, renderQuotePage } from '../pages/quote-page.ts';
import { lastAnswer } from '../store/answers.ts';
import { findDocumentByHash } from '../store/documents.ts';
import { findLink, type Link } from '../store/links.ts';
import { findQuoteRow, type QuoteRow } from '../store/quotes.ts';
import { listRevisions } from '../store/revisions.ts';

/** What a link opens: the quote as it is now, and its document. */
export interface OpenedQuote {
  link: Link;
  token: string;
  row: QuoteRow;
  quote: Quote;
  document: HostedDocument;
}

const TOKEN = /^[\w-]{43}$/;

export async function openLink(deps: Deps, token: string): Promise<OpenedQuote | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const link = await findLink(deps.db.read, hashToken(token));
  if (!link) return undefined;
  const row = await settledRow(deps, link);
  if (!row) return undefined;
  const quote = JSON.parse(row.doc) as Quote;
  const shown = quote.status === 'DRAFT' ? await lastSent(deps, link) : undefined;
  if (shown) return { link, token, row, ...shown };
  const source = await quoteSource(deps.db.read, link.account_id, quote);
  return { link, token, row, quote, document: await ensureDocument(deps, link.account_id, source) };
}

/** While the seller revises a quote, the page shows what was sent last, not what is being written. */
async function lastSent(
  deps: Deps,
  link: Link,
): Promise<Pick<OpenedQuote, 'quote' | 'document'> | undefined> {
  const revisions = await listRevisions(deps.db.read, link.account_id, link.quote_id);
  const last = revisions.at(-1);
  const document = last && (await findDocumentByHash(deps.db.read, link.account_id, last.documentSha256));
  if (!last || !document) return undefined;
  return {
    quote: { ...last.quote, status: 'DRAFT' },
    document: { sourceSha256: document.source_sha256, sha256: document.sha256, fileName: document.file_name },
  };
}

async function settledRow(deps: Deps, link: Link): Promise<QuoteRow | undefined> {
  const { account_id: accountId, quote_id: quoteId } = link;
  const now = deps.clock();
  const row = await findQuoteRow(deps.db.read, accountId, quoteId);
  if (
    !row ||
    !isExpiryDue({ status: row.status, validUntil: new Date(row.valid_until).toISOString() }, now)
  ) {
    return row;
  }
  await deps.db.write((tx) => loadSettledQuote(tx, accountId, quoteId, now), { account: accountId });
  return findQuoteRow(deps.db.read, accountId, quoteId);
}

export async function quotePage(
  deps: Deps,
  opened: OpenedQuote,
  more: Pick<QuotePageView, 'notice' | 'values' | 'errors'> = {},
): Promise<string> {
  const { link, token, quote, document } = opened;
  const { account, customer } = await partiesOf(deps.db.read, link.account_id, quote.customerId);
  const isAnswered = quote.acceptedAt !== null || quote.declinedAt !== null;
  const acceptance = isAnswered ? await lastAnswer(deps.db.read, link.account_id, quote.id) : undefined;
  return renderQuotePage({
    quote,
    customer,
    account,
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
