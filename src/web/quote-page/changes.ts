import type { LineItem } from '../../domain/line/line-item.ts';
import type { ContentChanges, LineChange } from '../../domain/quote/changes.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { formatMoney, formatPercent, formatQuantity } from '../../i18n/format.ts';
import { type Html, html } from '../../markup/html.ts';
import { fill } from '../shell.ts';
import type { QuotePage } from './view.ts';

/** The changes for a customer who has seen an earlier revision. */
export function renderChanges(page: QuotePage): Html | null {
  const { changes, quote, t, locale } = page;
  if (!changes) return null;
  return html`<section class="card changes" aria-labelledby="changes">
<h2 id="changes">${t.changes}</h2>
<p class="muted">${t.changesSince}</p>
${renderChangedParts({ quote, t, locale }, changes)}
</section>`;
}

/** The changes between two revisions, line by line. */
export function renderChangedParts(
  page: ChangedText,
  { before, lines, isContentChanged }: ContentChanges,
): Html {
  const { quote, t, locale } = page;
  const sums =
    before.total !== quote.total || before.currency !== quote.currency
      ? html`<dl class="totals">
<div><dt>${t.totalBefore}</dt><dd><bdi class="money">${formatMoney(before.total, before.currency, locale)}</bdi></dd></div>
<div class="grand"><dt>${t.totalNow}</dt><dd><bdi class="money">${formatMoney(quote.total, quote.currency, locale)}</bdi></dd></div>
</dl>`
      : null;
  return html`${lines.length > 0 && html`<ul>${lines.map((line) => renderLine(page, line, before.currency))}</ul>`}
${isContentChanged && html`<p>${t.textChanged}</p>`}
${sums}`;
}

/** Data that the changes need. */
type ChangedText = Pick<QuotePage, 't' | 'locale'> & { quote: Pick<Quote, 'total' | 'currency'> };

function renderLine(page: ChangedText, line: LineChange, currencyBefore: string): Html {
  const { t, quote } = page;
  const now = line.kind === 'removed' ? line.before : line.now;
  const label = { added: t.lineAdded, removed: t.lineRemoved, changed: t.lineChanged }[line.kind];
  const price = priceOf(page, now, line.kind === 'removed' ? currencyBefore : quote.currency);
  const before =
    line.kind === 'changed' && fill(t.previously, { value: previous(page, line, currencyBefore) });
  return html`<li class="${line.kind}"><span class="tag">${label}</span> <span><bdi class="name">${nameOf(now)}</bdi>
<span class="price muted">${price}</span>${before && html` <span class="price muted">${before}</span>`}</span></li>
`;
}

function previous(
  page: ChangedText,
  { before, now }: Extract<LineChange, { kind: 'changed' }>,
  currency: string,
): Html {
  const isRenamed = before.description !== now.description;
  return html`${isRenamed && html`<bdi>${nameOf(before)}</bdi> · `}${priceOf(page, before, currency)}`;
}

function priceOf({ locale }: ChangedText, item: LineItem, currency: string): Html {
  const { quantity, unit, unitPrice, taxRate, amount } = item;
  const times = `${formatQuantity(quantity, locale)}${unit ? ` ${unit}` : ''} × ${formatMoney(unitPrice, currency, locale)}`;
  return html`<bdi>${times}</bdi>${taxRate > 0 && html` · <bdi>${formatPercent(taxRate, locale)}</bdi>`} · <bdi class="money">${formatMoney(amount, currency, locale)}</bdi>`;
}

/** The first line of the description names the item. */
function nameOf({ description }: LineItem): string {
  return description.split('\n', 1)[0] ?? '';
}
