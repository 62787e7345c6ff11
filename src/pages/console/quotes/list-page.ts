import { type Html, html } from '../../../domain/markup/html.ts';
import { needsCosts } from '../../../domain/quote/list/quote-sorts.ts';
import { QUOTE_STATUSES } from '../../../domain/quote/quote.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import { formatTotal, renderPages } from '../resources/list.ts';
import type { ConsolePage } from '../shell.ts';
import { renderColumnMenu } from './columns.ts';
import { renderFilters, renderNarrowing } from './filters.ts';
import { DEFAULT_SORT, isNarrowed, listHref, listQuery } from './list-url.ts';
import type { QuoteListView } from './list-view.ts';
import { isMarginShown, renderRows } from './rows.ts';

/** The list of quotes. */
export function buildQuoteListPage(view: QuoteListView): ConsolePage {
  const { t, canWrite, notice } = view;
  return {
    section: 'quotes',
    title: t.shell.quotes,
    wide: true,
    styles: ['quotes.css', 'picks.css'],
    scripts: ['picks.js'],
    notice,
    actions: canWrite && !isNew(view) && renderNew(view),
    body: html`${renderTabs(view)}
<div class="quote-tools">${renderFilters(view)}${view.quotes.length > 0 && renderColumnMenu(view)}</div>
${renderNarrowing(view)}
${view.quotes.length > 0 ? renderFound(view) : renderEmpty(view)}`,
  };
}

function renderNew({ base, t }: QuoteListView): Html {
  return html`<a class="button" data-new href="${base}/quotes/new">${t.shell.newQuote}</a>`;
}

/** An account without quotes shows the link to create one only in place of the list. */
function isNew({ all }: QuoteListView): boolean {
  return QUOTE_STATUSES.every((status) => all[status] === 0);
}

function renderTabs({ base, state, t, locale, counts }: QuoteListView): Html {
  const all = counts && QUOTE_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const tab = (status: QuoteListView['state']['status'], text: string, n: number | undefined | null) =>
    html`<a href="${listHref(base, state, { status })}"${state.status === status && html` aria-current="page"`}>${text}${n != null && html` <span class="count">${formatQuantity(n, locale)}</span>`}</a>
`;
  return html`<nav class="tabs" aria-label="${t.quotes.tabs}">
${tab(null, t.quotes.all, all)}${QUOTE_STATUSES.map((status) => tab(status, t.shell[status], counts?.[status]))}</nav>`;
}

function renderFound(view: QuoteListView): Html {
  const { base, canWrite } = view;
  const rows = html`${renderSummary(view)}
${renderRows(view)}`;
  const list = canWrite
    ? html`<form class="marking" method="post" action="${base}/quotes/several">
<input type="hidden" name="back" value="${view.backQuery}">
${rows}
${renderBulkActions(view)}
</form>`
    : rows;
  const query = Object.fromEntries(new URLSearchParams(listQuery(view.state)));
  const { state, total, pageSize } = view;
  const pages = { ...view, path: `${base}/quotes`, query, page: state.page, total };
  return html`${list}
${renderPages(pages, pageSize)}`;
}

function renderSummary(view: QuoteListView): Html {
  const { base, state, t, locale, total, isExact, canWrite } = view;
  const found = fill(pickPlural(t.quotes.found, total, locale), { n: formatTotal(total, isExact, locale) });
  const query = listQuery(state);
  const href = `${base}/quotes/export${query === '' ? '' : `?${query}`}`;
  return html`<div class="found">${canWrite && html`<label class="mark-all" hidden><input type="checkbox" data-mark-all> ${t.quotes.markAll}</label>`}<span role="status">${found}</span> <a href="${href}" download>${t.quotes.exportAll}</a>${view.seesCosts && renderMarginLink(view)}</div>`;
}

function renderMarginLink(view: QuoteListView): Html {
  const { base, state, t } = view;
  const isShown = isMarginShown(view);
  const sort = isShown && needsCosts(state.sort) ? DEFAULT_SORT : state.sort;
  const href = listHref(base, state, { isMarginShown: !isShown, sort });
  return html` <a href="${href}">${isShown ? t.quotes.hideMargin : t.quotes.showMargin}</a>`;
}

/** Bulk actions, in a bar at the foot of the window while at least one quote is selected. Styles show and count. */
function renderBulkActions({ t: { quotes } }: QuoteListView): Html {
  const marked = fill(quotes.marked, { n: html`<span data-marked></span>` });
  return html`<fieldset class="bulk-actions"><legend role="status">${marked}</legend><div class="actions">
<button class="button quiet" type="submit" name="do" value="send">${quotes.send}</button>
<button class="button quiet" type="submit" name="do" value="remind">${quotes.remind}</button>
<button class="button quiet" type="submit" name="do" value="export">${quotes.export}</button>
<button class="button bad" type="submit" name="do" value="delete">${quotes.delete}</button>
<button class="button quiet" type="reset">${quotes.unmark}</button>
</div></fieldset>`;
}

/** Empty state for an account without quotes, a search, a status or a page past the end. */
function renderEmpty(view: QuoteListView): Html {
  const { base, state, t, canWrite, total } = view;
  const { quotes } = t;
  if (isNew(view)) {
    const text = canWrite ? quotes.nothingYetText : quotes.nothingYetReader;
    return empty(quotes.nothingYet, text, canWrite && renderNew(view));
  }
  if (total > 0) return empty(quotes.pastEnd, null, link(listHref(base, state), quotes.firstPage));
  const all = link(`${base}/quotes`, quotes.showAll);
  if (isNarrowed(state)) return empty(quotes.nothingFound, quotes.nothingFoundText, all);
  return empty(state.status ? quotes.nothingIn[state.status] : quotes.nothingFound, null, all);
}

function empty(title: string, text: string | null, way: Html | false): Html {
  return html`<div class="empty"><h2>${title}</h2>${text && html`<p class="muted">${text}</p>`}${way}</div>`;
}

function link(href: string, text: string): Html {
  return html`<a class="button quiet" href="${href}">${text}</a>`;
}
