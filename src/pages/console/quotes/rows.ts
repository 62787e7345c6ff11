import { type Html, html } from '../../../domain/markup/html.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import { needsCosts, type QuoteSort } from '../../../domain/quote/list/quote-sorts.ts';
import { isDraft, isExpired, isOpen } from '../../../domain/quote/quote.ts';
import { formatPercent, formatShortEndDay } from '../../../i18n/format.ts';
import { renderWhen } from '../quote-viewer.ts';
import { type Column, type ColumnSort, renderTable } from '../resources/list.ts';
import { money, renderEndDay, statusBadge } from '../viewer.ts';
import { createHighlighter } from './highlight.ts';
import { listHref } from './list-url.ts';
import type { ListedQuote, QuoteListView } from './list-view.ts';
import { renderQuoteDetail } from './quote-detail.ts';

/** Name prefix of the checkbox that selects a quote; its value is the `updatedAt` that was shown. */
export const PICK_PREFIX = 'pick-';

/** The table, with checkboxes for people who may use bulk actions. */
export function renderRows(view: QuoteListView): Html {
  const { base, t, canWrite, state, hidden } = view;
  const words = t.quotes;
  const mark = createHighlighter(state.search);
  const columns: (Column<ListedQuote> | false)[] = [
    canWrite && [
      null,
      ({ id, number, updatedAt }) =>
        html`<input type="checkbox" name="${PICK_PREFIX}${id}" value="${updatedAt}" aria-label="${words.mark.replace('{number}', () => number)}">`,
      'pick',
    ],
    [
      words.columnQuote,
      ({ id, title, number, matched, isUnread }) =>
        html`<a data-open href="${base}/quotes/${id}"><bdi>${mark(title)}</bdi></a><span class="under">${isUnread && html`<span class="new-message">${words.newMessage}</span> `}<bdi>${mark(number)}</bdi>${matched && html`<span class="matched"> · <bdi>${mark(matched)}</bdi></span>`}</span>`,
      'what',
    ],
    !hidden.has('customer') && [
      words.customer,
      ({ customerName }) => html`<bdi>${mark(customerName)}</bdi>`,
      'whom',
      sortBy(view, 'customerName'),
    ],
    !hidden.has('total') && [
      words.columnTotal,
      ({ total, currency }) => money(view, total, currency),
      'number',
      sortBy(view, '-total'),
    ],
    isMarginShown(view) && [
      words.columnMargin,
      ({ margin, currency }) => renderMargin(view, margin, currency),
      'number narrow-hidden',
      sortBy(view, '-margin'),
    ],
    !hidden.has('status') && [words.columnStatus, (quote) => renderStatus(view, quote), 'status'],
    !hidden.has('until') && [
      t.quote.validUntil,
      (quote) => renderUntil(view, quote),
      'until narrow-hidden',
      sortBy(view, 'validUntil'),
    ],
    !hidden.has('last') && [
      words.columnLast,
      (quote) => renderLast(view, quote),
      'last',
      sortBy(view, '-lastEventAt'),
    ],
  ];
  return renderTable(t.shell.quotes, columns, view.quotes, { className: 'pick-table quote-table' });
}

export function isMarginShown({ seesCosts, state }: Pick<QuoteListView, 'seesCosts' | 'state'>): boolean {
  return seesCosts === true && (state.isMarginShown || needsCosts(state.sort));
}

function renderMargin(view: QuoteListView, known: ListedQuote['margin'], currency: string): Html {
  if (!known || known.margin === null) return html`–`;
  const { margin, marginPercent } = known;
  return html`${money(view, margin, currency)}${marginPercent !== null && html`<span class="under">${formatPercent(marginPercent, view.locale)}</span>`}`;
}

/** The first click sorts as `first` says, the next one the other way round. */
function sortBy({ base, state }: QuoteListView, first: QuoteSort): ColumnSort {
  const column = first.replace('-', '');
  const isUsed = state.sort.replace('-', '') === column;
  const isDescending = state.sort.startsWith('-');
  const sort = isUsed ? ((isDescending ? column : `-${column}`) as QuoteSort) : first;
  return {
    href: listHref(base, state, { sort }),
    order: isUsed ? (isDescending ? 'descending' : 'ascending') : undefined,
  };
}

function renderStatus(view: QuoteListView, quote: ListedQuote): Html {
  const fact = renderQuoteDetail(view, quote);
  return html`${statusBadge(view, quote.status)}${fact && html` <span class="fact">${fact}</span>`}`;
}

/** Once a quote is decided, its last day says nothing more. */
function renderUntil(view: QuoteListView, quote: ListedQuote): Html | false {
  const { locale, account } = view;
  const isShown = isDraft(quote) || isOpen(quote) || isExpired(quote);
  return (
    isShown &&
    renderEndDay(view, quote.validUntil, formatShortEndDay(quote.validUntil, locale, account.timeZone))
  );
}

/** Event types that need attention. */
const URGENT: readonly string[] = [
  'send_failed',
  'bounced',
  'question',
  'renewal_requested',
  'change_requested',
] satisfies HistoryEvent['type'][];

function renderLast(view: QuoteListView, { lastEvent, updatedAt, isUndelivered }: ListedQuote): Html {
  if (!lastEvent || (isUndelivered && lastEvent.type === 'sent')) return renderWhen(view, updatedAt);
  const words: Record<string, string> = view.t.history.glance;
  const text = words[lastEvent.type] ?? lastEvent.type;
  return html`${URGENT.includes(lastEvent.type) ? html`<span class="urgent">${text}</span>` : text}<span class="under">${renderWhen(view, lastEvent.at)}</span>`;
}
