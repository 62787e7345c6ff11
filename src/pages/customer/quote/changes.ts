import { type Html, html } from '../../../domain/markup/html.ts';
import { isPricedInParts } from '../../../domain/money/quantity-prices.ts';
import type { ContentChanges, LineChange } from '../../../domain/quote/changes.ts';
import type { LineItem } from '../../../domain/quote/line/line-item.ts';
import { isQuantityShown, SHOW_ALL, type Show } from '../../../domain/quote/line/show.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { formatMoney, formatPercent, formatQuantity } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import type { QuotePage } from './view.ts';

/** The changes for a customer who has seen an earlier revision. */
export function renderChanges(page: QuotePage): Html | null {
  const { changes, quote, t, locale } = page;
  if (!changes) return null;
  const now = quote.show;
  const { linePrices, quantities } = changes.before.show ?? SHOW_ALL;
  const before = { linePrices: now.linePrices && linePrices, quantities: now.quantities && quantities };
  return html`<section class="card changes" aria-labelledby="changes">
<h2 id="changes">${t.changes}</h2>
<p class="muted">${t.changesSince}</p>
${renderChangedParts({ quote, t, locale, show: { before, now } }, changes)}
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

/** Data that the changes need. Without `show`, the viewer sees everything. */
type ChangedText = Pick<QuotePage, 't' | 'locale'> & {
  quote: Pick<Quote, 'total' | 'currency'>;
  show?: { before: Show; now: Show };
};

function renderLine(page: ChangedText, line: LineChange, currencyBefore: string): Html {
  const { t, quote, show } = page;
  const isRemoved = line.kind === 'removed';
  const now = isRemoved ? line.before : line.now;
  const label = { added: t.lineAdded, removed: t.lineRemoved, changed: t.lineChanged }[line.kind];
  const price = isRemoved
    ? renderPrice(page, now, currencyBefore, show?.before)
    : renderPrice(page, now, quote.currency, show?.now);
  const value = line.kind === 'changed' && previous(page, line, currencyBefore);
  const before = value && fill(t.previously, { value });
  return html`<li class="${line.kind}"><span class="tag">${label}</span> <span><bdi class="name">${getItemName(now)}</bdi>
${price && html`<span class="price muted">${price}</span>`}${before && html` <span class="price muted">${before}</span>`}</span></li>
`;
}

/** Describes the item before the change; `null` if nothing of it may be shown. */
function previous(
  page: ChangedText,
  { before, now }: Extract<LineChange, { kind: 'changed' }>,
  currency: string,
): Html | null {
  const isRenamed = before.description !== now.description;
  const parts = [
    isRenamed && html`<bdi>${getItemName(before)}</bdi>`,
    renderPrice(page, before, currency, page.show?.before),
  ].filter((part) => part !== false && part !== null);
  return parts.length === 0 ? null : joinParts(parts);
}

/** Quantity, prices and tax rate of an item, as far as they are shown; `null` if none is. */
function renderPrice(
  { t, locale }: ChangedText,
  item: LineItem,
  currency: string,
  show: Show = SHOW_ALL,
): Html | null {
  const { quantity, unit, unitPrice, taxRate, amount } = item;
  const count = isQuantityShown(show, item) && `${formatQuantity(quantity, locale)}${unit ? ` ${unit}` : ''}`;
  const price = show.linePrices && !isPricedInParts(item) && formatMoney(unitPrice, currency, locale);
  const times = [count, price].filter(Boolean).join(' × ');
  if (times === '') return null;
  if (!show.linePrices) return html`${t.quantity} <bdi>${times}</bdi>`;
  return joinParts([
    html`<bdi>${times}</bdi>`,
    ...(taxRate > 0 ? [html`<bdi>${formatPercent(taxRate, locale)}</bdi>`] : []),
    html`<bdi class="money">${formatMoney(amount, currency, locale)}</bdi>`,
  ]);
}

function joinParts(parts: readonly Html[]): Html {
  return html`${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
}

/** The first line of the description names the item. */
function getItemName({ description }: LineItem): string {
  return description.split('\n', 1)[0] ?? '';
}
