import type { FastifyReply, FastifyRequest } from 'fastify';
import { withPageLogo } from '../../../actions/account/plated-logo.ts';
import { openThread } from '../../../actions/agreement/messages/thread.ts';
import { findOpenProposal } from '../../../actions/agreement/proposals/read-proposals.ts';
import type { CustomerDecision } from '../../../actions/agreement/signing/sign.ts';
import { listShownInvoices } from '../../../actions/invoices/shown-invoices.ts';
import { type RateLimit, secondsLeft } from '../../../actions/rate-limits.ts';
import { findLinkByToken } from '../../../actions/sending/links/links.ts';
import { findDecision, type OpenedQuote, openQuote } from '../../../actions/sending/links/open-quote.ts';
import { findChangesForLink } from '../../../actions/sending/links/shown-changes.ts';
import { findPageSettings } from '../../../actions/sending/outbox/notice-address.ts';
import type { Deps } from '../../../app/deps.ts';
import { getClientAddress } from '../../../app/telemetry/client-address.ts';
import { Problem } from '../../../domain/errors.ts';
import { computeTotals } from '../../../domain/money/totals.ts';
import { findSigner } from '../../../domain/quote/acceptance/signers.ts';
import { applyChoices } from '../../../domain/quote/compose-quote.ts';
import type { Link } from '../../../store/tables/links.ts';
import type { Form } from '../../form-fields.ts';
import { pageHeaders, quotePageHeaders } from '../../headers.ts';
import { renderNotFoundPage, renderTryAgainPage } from '../../message-page.ts';
import type { Selection } from './chosen-items.ts';
import { isProgram } from './program/is-program.ts';
import { type ReadWishes, readWishes } from './proposal/read-wishes.ts';
import { type QuotePageView, renderQuotePage } from './quote-page.ts';
import { localize } from './view.ts';

export type LinkRequest = FastifyRequest<{
  Params: { token: string; name?: string; invoiceId?: string };
  Querystring: Partial<Record<string, string | string[]>>;
}>;

/** Finds the quote of the link and shows it, or an error page if there is none or the limit is reached. */
export async function withQuote(
  deps: Deps,
  request: LinkRequest,
  reply: FastifyReply,
  show: (opened: OpenedQuote) => Promise<unknown>,
  getLimit?: (link: Link) => RateLimit,
): Promise<unknown> {
  const link = await findLinkByToken(deps, request.params.token, 'quote');
  if (link && getLimit) {
    const now = deps.clock();
    const window = await deps.rateLimits.count(getLimit(link), now);
    if (window.left < 0) {
      return sendTryAgain(request, reply.header('Retry-After', secondsLeft(window, now)), 429);
    }
  }
  const opened = link && (await openQuote(deps, link));
  return opened ? await show(opened) : sendNotFound(request, reply);
}

export async function renderPage(
  deps: Deps,
  token: string,
  opened: OpenedQuote,
  {
    chosen,
    ...more
  }: Partial<Pick<QuotePageView, 'notice' | 'values' | 'errors' | 'thread'>> & { chosen?: Selection } = {},
): Promise<string> {
  const { source, document } = opened;
  const quote = chosen?.choices.length ? applyChoices(opened.quote, chosen.choices) : opened.quote;
  const invoices = await listShownInvoices(deps, opened.link, quote);
  const settings = await findPageSettings(deps, opened.link.account_id);
  const { notifiesSeller, isMailed, proposals, isClosed } = settings;
  const form = { kind: proposals, locale: localize(source).locale };
  return renderQuotePage({
    quote,
    signer: findSigner(quote, opened.link.recipient),
    typed: chosen?.typed,
    selection: chosen?.query,
    customer: source.customer,
    account: await withPageLogo(deps, source.account),
    totals: computeTotals(quote),
    decision: await findDecision(deps, opened),
    base: `/q/${token}`,
    pdfUrl: `/q/${token}/pdf`,
    documentSha256: document.sha256,
    changes: await findChangesForLink(deps, opened),
    invoices: invoices.map((shown) => ({
      ...shown,
      pdfUrl: `/q/${token}/invoices/${shown.invoice.id}/pdf`,
    })),
    ...{ notifiesSeller, isMailed, proposals, isClosed, offered: opened.quote },
    ...(more.values && { wishes: readWishes(more.values, opened.quote, chosen?.choices ?? [], form) }),
    openProposal: opened.openProposals > 0 ? await findOpenProposal(deps, opened.link) : undefined,
    thread: more.thread ?? (await openThread(deps, opened)),
    ...more,
  });
}

/** Reads what the customer would like to be otherwise from the form of the page. */
export async function readPageWishes(
  deps: Deps,
  { link, quote, source }: OpenedQuote,
  form: Form,
  { choices }: Pick<Selection, 'choices'>,
): Promise<ReadWishes> {
  const { proposals: kind } = await findPageSettings(deps, link.account_id);
  return readWishes(form, quote, choices, { kind, locale: localize(source).locale });
}

const REJECTIONS = {
  403: ['cross_site', 'The request names another site as its origin.'],
  415: ['unsupported_media_type', 'This address takes forms only.'],
  429: ['rate_limited', 'Too many requests by this link. Wait for as long as Retry-After says.'],
} as const;

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .headers({ ...quotePageHeaders, Vary: 'Accept' })
    .send(page);
}

export function linkNotFound(): Problem {
  return new Problem('not_found', 'There is no offer at this link: it is wrong, or it works no more.');
}

export function readSender(request: LinkRequest): Pick<CustomerDecision, 'ip' | 'userAgent'> {
  return {
    ip: getClientAddress(request),
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  };
}

/** Sends the same page for wrong, revoked and expired links, so that guessing reveals nothing. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isProgram(request)) throw linkNotFound();
  return reply.code(404).headers(pageHeaders).send(renderNotFoundPage(request.headers['accept-language']));
}

export function sendTryAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  status: 403 | 415 | 429,
): FastifyReply {
  const [code, detail] = REJECTIONS[status];
  if (isProgram(request)) throw new Problem(code, detail);
  return reply.code(status).headers(pageHeaders).send(renderTryAgainPage(request.headers['accept-language']));
}
