import type { HistoryEvent } from '../../../domain/quote/history.ts';
import { type Html, html } from '../../../markup/html.ts';
import { renderWhen } from '../quote-reader.ts';
import { money, statusBadge } from '../reader.ts';
import { createHighlighter } from './highlight.ts';
import type { ListedQuote, QuoteListView } from './list-view.ts';
import { renderQuoteDetail } from './quote-detail.ts';

/** Name prefix of the checkbox that selects a quote; its value is the `updatedAt` that was shown. */
export const PICK_PREFIX = 'pick-';

/** The table, with checkboxes for people who may use bulk actions. */
export function renderRows(view: QuoteListView): Html {
  const { t, canWrite, state } = view;
  const { quotes } = t;
  const mark = createHighlighter(state.search);
  return html`<div class="table-frame"><table class="table quote-table"><caption class="visually-hidden">${t.shell.quotes}</caption>
<thead><tr>${canWrite && html`<td class="pick"></td>`}<th scope="col">${quotes.columnQuote}</th><th scope="col">${quotes.customer}</th><th scope="col" class="number">${quotes.columnTotal}</th><th scope="col">${quotes.columnStatus}</th><th scope="col">${quotes.columnLast}</th></tr></thead>
<tbody>
${view.quotes.map((quote) => renderRow(view, quote, mark))}</tbody></table></div>`;
}

function renderRow(
  view: QuoteListView,
  quote: ListedQuote,
  mark: ReturnType<typeof createHighlighter>,
): Html {
  const { base, t, canWrite } = view;
  const { id, number, title, customerName, total, currency, status, updatedAt } = quote;
  const box =
    canWrite &&
    html`<td class="pick"><input type="checkbox" name="${PICK_PREFIX}${id}" value="${updatedAt}" aria-label="${t.quotes.mark.replace('{number}', () => number)}"></td>`;
  const fact = renderQuoteDetail(view, quote);
  return html`<tr data-row>${box}<td class="what"><a data-open href="${base}/quotes/${id}"><bdi>${mark(title)}</bdi></a><bdi class="under">${mark(number)}</bdi></td><td class="whom"><bdi>${customerName}</bdi></td><td class="number">${money(view, total, currency)}</td><td class="status">${statusBadge(view, status)}${fact && html`<span class="under">${fact}</span>`}</td><td class="last">${renderLast(view, quote)}</td></tr>
`;
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
