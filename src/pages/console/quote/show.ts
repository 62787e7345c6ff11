import { readApproval } from '../../../actions/agreement/approval/read-approval.ts';
import { hasEvidence } from '../../../actions/agreement/evidence/bundle-evidence.ts';
import { readOpenProposals } from '../../../actions/agreement/proposals/read-proposals.ts';
import { readSignerUrls } from '../../../actions/agreement/signing/signer-links.ts';
import { listInvoices } from '../../../actions/invoices/invoices.ts';
import { listUndelivered } from '../../../actions/mail/captured-mails.ts';
import { listRevisionsWithChanges, readQuoteLog, showQuote } from '../../../actions/quotes/show-quote.ts';
import { buildLinkUrl } from '../../../actions/sending/links/links.ts';
import { notifiesOwner } from '../../../actions/sending/outbox/notice-address.ts';
import { Problem } from '../../../domain/errors.ts';
import { type Invoice, isCreditNote } from '../../../domain/invoice/invoice.ts';
import { isAccepted, isDeclined, isOpen, type Quote } from '../../../domain/quote/quote.ts';
import { formatEnd } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import type { PageContext, PageReply } from '../console-route.ts';
import { createCaptureNotice } from '../not-delivered.ts';
import { type QuoteViewer, renderName, type Words } from '../quote-viewer.ts';
import { describeProblem } from './describe-problem.ts';
import { buildQuotePage } from './quote-page.ts';
import type { QuoteView } from './quote-view.ts';
import { createFormToken } from './steps/forms.ts';

export function toViewer(context: PageContext): QuoteViewer {
  const { base, locale, t, account, now, role, seesCosts, capture } = context;
  return { base, locale, t, account, role, seesCosts, now, capture, canWrite: role !== 'reader' };
}

/** Shows the current page of a quote. */
export async function showQuotePage(
  context: PageContext,
  more: Pick<QuoteView, 'notice' | 'reply'> & { status?: number } = {},
): Promise<PageReply> {
  const { deps, account, params, query, now } = context;
  const { status = 200, ...said } = more;
  const viewer = toViewer(context);
  const shown = await showQuote(deps, account.id, params.id ?? '', now);
  const { row, quote } = shown;
  const { capture } = context;
  const [log, { revisions, changesNow }, invoices, approval, proposals, undelivered] = await Promise.all([
    readQuoteLog(deps, account.id, row, query.before),
    listRevisionsWithChanges(deps, account.id, quote),
    readQuoteInvoices(context, quote),
    readApproval(deps, account, quote, context.caller),
    row.open_proposals > 0 ? readOpenProposals(deps, account.id, quote, context.seesCosts) : [],
    listUndelivered(deps, { accountId: account.id, capture }, [quote.id]),
  ]);
  const isShared = viewer.canWrite && row.link_id !== null && isOpen(quote);
  const view: QuoteView = {
    ...viewer,
    ...log,
    quote,
    invoices,
    version: row.version,
    views: row.views,
    customerName: shown.source.customer.name,
    decision: shown.decision,
    hasEvidence:
      shown.decision !== null || (quote.revision > 1 && (await hasEvidence(deps, account.id, quote.id))),
    areRemindersStopped: row.reminders_stopped_at !== null,
    isUndelivered: undelivered.has(quote.id),
    publicUrl: isShared && !quote.signers ? buildLinkUrl(deps, row.link_id as string) : null,
    signerUrls:
      viewer.canWrite && quote.signers ? await readSignerUrls(deps, account.id, row.doc) : new Map(),
    notifiesOwner: await notifiesOwner(deps, account.id),
    revisions,
    changesNow,
    approval,
    proposals,
    once: createFormToken(),
    listQuery: findListQuery(context),
    ...said,
  };
  const notice = said.notice ?? findNotice(context, view);
  return { status, page: buildQuotePage(notice ? { ...view, notice } : view) };
}

async function readQuoteInvoices({ deps, account, now }: PageContext, quote: Quote): Promise<Invoice[]> {
  if (quote.invoices.length === 0) return [];
  const page = { quoteId: quote.id, limit: MAX_INVOICES, offset: 0 };
  const { docs } = await listInvoices(deps, account.id, page, now);
  const invoices = docs.map((doc) => JSON.parse(doc) as Invoice);
  return invoices.filter((invoice) => !isCreditNote(invoice)).reverse();
}

/** More than the stages of a schedule and their credit notes usually are. */
const MAX_INVOICES = 100;

/** Shows the page of the quote with an error. Throws if the quote does not exist. */
export async function showProblem(context: PageContext, error: unknown): Promise<PageReply> {
  const text = describeProblem(context, error);
  const status = error instanceof Problem ? error.status : 500;
  return showQuotePage(context, { status, notice: { tone: 'bad', text } });
}

/** Returns the query of the list that the user came from, for the link back. */
function findListQuery({ request, base }: Pick<PageContext, 'request' | 'base'>): string {
  const from = URL.parse(request.headers.referer ?? '');
  return from?.pathname.endsWith(`${base}/quotes`) ? from.search.slice(1) : '';
}

/** Returns the notice that the URL names, but only if it is true: anybody can craft such a URL. */
function findNotice(context: PageContext, view: QuoteView): QuoteView['notice'] {
  const text = formatNotice(context, view);
  if (!text) return undefined;
  const isMail = ['sent', 'reminded', 'replied'].includes(context.query.notice ?? '');
  return isMail && view.capture ? createCaptureNotice(view) : { tone: 'good', text };
}

function formatNotice({ query, t, account }: PageContext, view: QuoteView): Words {
  const { quote, events, recipient, notifiesOwner, locale } = view;
  const words = t.quote;
  const to = renderName(recipient);
  const has = (type: string) => events.some((event) => event.type === type);
  switch (query.notice) {
    case 'sent':
      if (!has('sent') || recipient === null) return undefined;
      return fill(notifiesOwner ? words.didSend : words.didSendNotNotified, { to });
    case 'reminded':
      return isOpen(quote) && words.didRemind;
    case 'accepted':
      return isAccepted(quote) && words.didAccept;
    case 'declined':
      return isDeclined(quote) && words.didDecline;
    case 'renewed':
      return fill(words.didRenew, { date: formatEnd(quote.validUntil, locale, account.timeZone) });
    case 'saved':
      return has('updated') && words.didSave;
    case 'invoiced':
      return (
        quote.invoices.length > 0 &&
        fill(words.didInvoice, { number: renderName(quote.invoices.at(-1)?.number) })
      );
    case 'asked':
      return view.approval?.approval?.state === 'requested' && t.approval.didAsk;
    case 'approved':
      return view.approval?.approval?.state === 'approved' && t.approval.didApprove;
    case 'rejected':
      return view.approval?.approval?.state === 'rejected' && t.approval.didReject;
    case 'ended':
      return quote.series?.some(({ endsOn }) => endsOn !== null) && words.didEnd;
    case 'revoked':
      return recipient === null && has('links_revoked') && words.didRevoke;
    case 'applied':
      return has('change_requested') && has('updated') && t.proposal.didApply;
    case 'change-declined':
      return has('change_declined') && t.proposal.didDecline;
    case 'replied':
      return has('message_sent') && words.didReply;
    case 'read':
      return view.unread === 0 && words.didRead;
    default:
      return undefined;
  }
}
