import { exportQuotes } from '../../../actions/account/export-csv.ts';
import { readUnreadQuotes } from '../../../actions/agreement/messages/thread.ts';
import { findLastInvoiceStatuses } from '../../../actions/invoices/last-invoices.ts';
import { listUndelivered } from '../../../actions/mail/captured-mails.ts';
import { readMargins } from '../../../actions/quotes/costs/read-margins.ts';
import { listQuotesAndCounts } from '../../../actions/quotes/list-quotes.ts';
import { findMatchedTexts } from '../../../actions/quotes/matched-texts.ts';
import { readSentRevisions } from '../../../actions/quotes/show-quote.ts';
import { createCsvHeaders } from '../../../api/csv.ts';
import { hasApprovalRules } from '../../../domain/quote/approval/approval.ts';
import { needsCosts } from '../../../domain/quote/list/quote-sorts.ts';
import { isOpen } from '../../../domain/quote/quote.ts';
import { watchClient } from '../../../http/client-gone.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { getSheetShape } from '../import/sheet-shape.ts';
import { createCaptureNotice } from '../not-delivered.ts';
import { toViewer } from '../quote/show.ts';
import { columnRoute, readHiddenColumns } from './columns.ts';
import { readFilter } from './list-filter.ts';
import { buildQuoteListPage } from './list-page.ts';
import { DEFAULT_SORT, type ListState, listHref, listQuery, parseListState } from './list-url.ts';
import type { QuoteListView } from './list-view.ts';
import { isMarginShown } from './rows.ts';

const PAGE_SIZE = 25;
const MAX_NUMBER = 100;

export const quoteListRoutes: ConsoleRoute[] = [
  { method: 'GET', path: '/quotes', minRole: 'reader', handle: (context) => showList(context) },
  { method: 'GET', path: '/quotes/export', minRole: 'reader', handle: exportList },
  columnRoute,
];

/** Shows the list that the URL selects. */
export async function showList(context: PageContext, notice?: QuoteListView['notice']): Promise<PageReply> {
  const { deps, account, base, now } = context;
  const state = readState(context);
  const read = await readFilter(context, state);
  if (read.customerId !== null && read.customerId !== state.customer) {
    return { redirect: listHref(base, state, { customer: read.customerId }) };
  }
  const page = { limit: PAGE_SIZE, offset: (state.page - 1) * PAGE_SIZE, sort: read.sort, now };
  const wanted = { ...page, isSummary: true, isParsed: true, isGone: watchClient(context.request) };
  const found = await listQuotesAndCounts(deps, account.id, read.filter, wanted);
  const invoiceStatuses = await findLastInvoiceStatuses(deps, account.id, found.summaries);
  const sentRevisions = await readSentRevisions(deps, account.id, found.summaries);
  const ids = found.summaries.map(({ id }) => id);
  const margins = isMarginShown({ seesCosts: context.seesCosts, state })
    ? await readMargins(deps, account.id, ids)
    : new Map<string, never>();
  const unread = await readUnreadQuotes(deps, account.id, ids);
  const open = found.summaries.filter(isOpen).map(({ id }) => id);
  const undelivered = await listUndelivered(deps, { accountId: account.id, capture: context.capture }, open);
  const { search } = state;
  const matched = await findMatchedTexts(deps, account.id, found.summaries, search);
  const status = notice?.tone === 'bad' ? 400 : 200;
  const view: QuoteListView = {
    ...toViewer(context),
    state,
    quotes: found.summaries.map((quote) => ({
      ...quote,
      invoiceStatus: invoiceStatuses.get(quote.id),
      sentRevision: sentRevisions.get(quote.id),
      margin: margins.get(quote.id),
      matched: matched.get(quote.id),
      isUnread: unread.has(quote.id),
      isUndelivered: undelivered.has(quote.id),
    })),
    total: found.total,
    isExact: found.isExact,
    backQuery: listQuery(state, { page: state.page }),
    all: found.all,
    counts: found.counts,
    hidden: readHiddenColumns(context.request, deps),
    pageSize: PAGE_SIZE,
    customerName: read.customerName,
    customerChoices: read.customerChoices,
    hasApproval: hasApprovalRules(account.approval),
    currency: account.currency,
    errors: read.errors,
    notice:
      notice ?? deletedNotice(context) ?? (undelivered.size > 0 ? createCaptureNotice(context) : undefined),
  };
  return { status, page: buildQuoteListPage(view) };
}

/** Ignores what the URL says about margins for people who may not see them. */
function readState({ query, seesCosts }: PageContext): ListState {
  const state = parseListState(query);
  if (seesCosts) return state;
  const sort = needsCosts(state.sort) ? DEFAULT_SORT : state.sort;
  return { ...state, sort, isMarginShown: false };
}

/** Exports all pages of the list. */
async function exportList(context: PageContext): Promise<PageReply> {
  const { deps, account, seesCosts, now } = context;
  const state = readState(context);
  const { filter, sort } = await readFilter(context, state);
  const sheet = getSheetShape(context);
  const body = exportQuotes(deps, account.id, filter, { sort, seesCosts, sheet, now });
  return { headers: createCsvHeaders('quotes'), body };
}

function deletedNotice({ query, t }: PageContext): QuoteListView['notice'] {
  const number = query.deleted?.slice(0, MAX_NUMBER);
  return number ? { tone: 'good', text: t.quotes.deleted.replace('{number}', () => number) } : undefined;
}
