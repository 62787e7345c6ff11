import type { HistoryEvent } from '../../../domain/quote/history.ts';
import { type Html, html } from '../../../markup/html.ts';
import { type Column, renderTable } from '../list/list.ts';
import { renderWhen } from '../quote-reader.ts';
import { money, statusBadge } from '../reader.ts';
import { createHighlighter } from './highlight.ts';
import type { ListedQuote, QuoteListView } from './list-view.ts';
import { renderQuoteDetail } from './quote-detail.ts';

/** Name prefix of the checkbox that selects a quote; its value is the `updatedAt` that was shown. */
export const PICK_PREFIX = 'pick-';

/** The table, with checkboxes for people who may use bulk actions. */
export function renderRows(view: QuoteListView): Html {
  const { base, t, canWrite, state } = view;
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
      ({ id, title, number }) =>
        html`<a data-open href="${base}/quotes/${id}"><bdi>${mark(title)}</bdi></a><span class="under"><bdi>${mark(number)}</bdi></span>`,
      'what',
    ],
    [words.customer, ({ customerName }) => html`<bdi>${customerName}</bdi>`, 'whom'],
    [words.columnTotal, ({ total, currency }) => money(view, total, currency), 'number'],
    [words.columnStatus, (quote) => renderStatus(view, quote), 'status'],
    [words.columnLast, (quote) => renderLast(view, quote), 'last'],
  ];
  return renderTable(t.shell.quotes, columns, view.quotes, { className: 'quote-table' });
}

function renderStatus(view: QuoteListView, quote: ListedQuote): Html {
  const fact = renderQuoteDetail(view, quote);
  return html`${statusBadge(view, quote.status)}${fact && html`<span class="under">${fact}</span>`}`;
}

/** Event types that need attention. */
const URGENT: readonly string[] = [
  'send_failed',
  'question',
  'renewal_requested',
] satisfies HistoryEvent['type'][];

function renderLast(view: QuoteListView, { lastEvent, updatedAt }: ListedQuote): Html {
  if (!lastEvent) return renderWhen(view, updatedAt);
  const words: Record<string, string> = view.t.history.glance;
  const text = words[lastEvent.type] ?? lastEvent.type;
  return html`${URGENT.includes(lastEvent.type) ? html`<span class="urgent">${text}</span>` : text}<span class="under">${renderWhen(view, lastEvent.at)}</span>`;
}
