import { isSelectable, isSelected, type LineItem } from '../../domain/line/line-item.ts';
import type { Totals } from '../../domain/money/totals.ts';
import { isAccepted, isConverted } from '../../domain/quote/quote.ts';
import { formatPercent, formatQuantity } from '../../i18n/format.ts';
import { getTaxName } from '../../i18n/tax-labels.ts';
import { type Html, html } from '../../markup/html.ts';
import { icon } from '../icons.ts';
import { fill } from '../shell.ts';
import { buildOffer, FIELDS, findFirstLines, isChoosing } from './offer.ts';
import { renderProse } from './prose.ts';
import { type DocumentPage, lines, money, type QuotePage } from './view.ts';

/** Id of the accept form, which owns the inputs in the table. */
export const ACCEPT_FORM = 'accept-form';

interface ItemsTable {
  page: DocumentPage;
  sections: Totals['sections'];
  tax: string | null;
  /** The page on which the customer can choose items; `null` elsewhere. */
  choosing: QuotePage | null;
  /** Index of the first line of each choice, by name. */
  first: Map<string, number>;
  /** Choices with a selected line. */
  made: Set<string | undefined>;
}

/** A line and its index in the quote. */
interface Line {
  item: LineItem;
  at: number;
}

/** The items of a quote, which the customer may choose from. */
export function renderOffer(page: QuotePage): Html {
  const { quote, totals } = page;
  const isChosen = isAccepted(quote) || isConverted(quote);
  const items = isChosen ? quote.items.map(({ quantityRange: _, ...item }) => item) : quote.items;
  return renderItems(page, items, totals.sections, isChoosing(page) ? page : null);
}

export function renderItems(
  page: DocumentPage,
  items: readonly LineItem[],
  sections: Totals['sections'],
  choosing: QuotePage | null = null,
): Html {
  const { t, account, locale } = page;
  const isTaxed = items.some((item) => item.taxRate > 0);
  const table: ItemsTable = {
    ...{ page, sections, choosing },
    tax: isTaxed ? getTaxName(account, locale.language) : null,
    first: findFirstLines(items),
    made: new Set(items.filter(isSelected).map(({ choice }) => choice)),
  };
  let section = 0;
  return html`<table class="items" aria-labelledby="items"${choosing && html` data-offer="${JSON.stringify(buildOffer(choosing))}"`}>
<thead><tr><th scope="col">${t.description}</th><th scope="col" class="number">${t.quantity}</th><th scope="col" class="number">${t.unitPrice}</th>${table.tax && html`<th scope="col" class="number"><bdi>${table.tax}</bdi></th>`}<th scope="col" class="number">${t.amount}</th></tr></thead>
${groupLines(items).map(
  ({ name, group }) => html`<tbody>
${name !== undefined && renderSection(table, name, section++)}${group.map((line) => renderLine(table, line))}</tbody>
`,
)}</table>
${choosing && renderRecalculate(choosing)}`;
}

/** Consecutive lines of the same section, or of none. */
function groupLines(items: readonly LineItem[]): { name: string | undefined; group: Line[] }[] {
  const groups: { name: string | undefined; group: Line[] }[] = [];
  for (const [at, item] of items.entries()) {
    const last = groups.at(-1);
    if (last && last.name === item.section) last.group.push({ item, at });
    else groups.push({ name: item.section, group: [{ item, at }] });
  }
  return groups;
}

function renderSection({ page, sections, tax }: ItemsTable, name: string, index: number): Html {
  const subtotal = sections[index]?.subtotal ?? 0;
  return html`<tr class="section"><th scope="rowgroup" colspan="${tax ? 4 : 3}"><bdi>${name}</bdi></th><td class="number sum" data-section="${index}">${money(page, subtotal)}</td></tr>
`;
}

function renderLine(table: ItemsTable, { item, at }: Line): Html {
  const { page, tax } = table;
  const isFirst = item.choice !== undefined && table.first.get(item.choice) === at;
  return html`${isFirst && renderChoice(table, item, at)}<tr data-line="${at}"${!isSelected(item) && html` class="off"`}><th scope="row" class="what">${renderDescription(table, { item, at })}</th><td class="number quantity">${renderQuantity(table, { item, at })}</td><td class="number price">${money(page, item.unitPrice)}</td>${tax && html`<td class="number rate"><span class="phone"><bdi>${tax}</bdi> </span><bdi>${formatPercent(item.taxRate, page.locale)}</bdi></td>`}<td class="number sum" data-amount>${money(page, item.amount)}</td></tr>
`;
}

/** Heading above the first of several alternatives. */
function renderChoice(table: ItemsTable, { choice, optional }: LineItem, at: number): Html {
  const { t } = table.page;
  const isNone = !table.made.has(choice);
  return html`<tr class="choice"><td colspan="${table.tax ? 5 : 4}"><p id="choice${at}">${fill(t.choice, { choice: html`<bdi>${choice}</bdi>` })}</p>${table.choosing && optional && renderNone(t, at, isNone)}</td></tr>
`;
}

function renderNone(t: QuotePage['t'], at: number, isNone: boolean): Html {
  return html`<label class="pick none"><input type="radio" name="${FIELDS.choice(at)}" value="" form="${ACCEPT_FORM}"${isNone && html` checked`}> ${t.noneOfThese}</label>`;
}

/** The first line of the description names the item, the others explain it. */
function renderDescription(table: ItemsTable, line: Line): Html {
  const { item } = line;
  const { t, locale } = table.page;
  const [name, ...details] = item.description.split('\n');
  const title = html`<bdi>${name}</bdi>`;
  const { sku, discountType, discountValue, discountAmount = 0 } = item;
  const percent =
    discountType === 'percentage' && html` <bdi>${formatPercent(discountValue ?? 0, locale)}</bdi>`;
  return html`${isSelectable(item) ? renderPick(table, line, title) : title}${details.length > 0 && renderDetails(details.join('\n'))}${sku && html`<span class="detail">${fill(t.itemNumber, { sku: html`<bdi>${sku}</bdi>` })}</span>`}${discountAmount > 0 && html`<span class="detail">${t.discount}${percent} <span data-discount>${money(table.page, -discountAmount)}</span></span>`}`;
}

function renderDetails(text: string): Html {
  return /^- /m.test(text)
    ? html`<div class="detail">${renderProse(text)}</div>`
    : html`<span class="detail">${lines(text)}</span>`;
}

/**
 * A checkbox for an optional item, a radio button for an alternative, or a label if the customer can no longer
 * choose.
 */
function renderPick({ page, choosing, first }: ItemsTable, { item, at }: Line, title: Html): Html {
  const { t } = page;
  const isTaken = isSelected(item);
  const note =
    item.optional && item.choice === undefined && html` <span class="tag">${t.optionalItem}</span>`;
  if (!choosing) {
    return html`${title}${note} <span class="tag">${isTaken && icon('check')}${isTaken ? t.selected : t.notSelected}</span>`;
  }
  const checked = isTaken && html` checked`;
  const firstLine = item.choice === undefined ? undefined : first.get(item.choice);
  const input =
    firstLine === undefined
      ? html`<input type="checkbox" name="${FIELDS.taken(at)}" form="${ACCEPT_FORM}"${checked}>`
      : html`<input type="radio" name="${FIELDS.choice(firstLine)}" value="${at}" form="${ACCEPT_FORM}" aria-describedby="choice${firstLine}"${checked}>`;
  return html`<label class="pick">${input} <span>${title}${note}</span></label>`;
}

function renderQuantity({ page, choosing }: ItemsTable, { item, at }: Line): Html {
  const { t, locale } = page;
  const { quantity, unit, quantityRange: range } = item;
  const measure = unit && html` <bdi>${unit}</bdi>`;
  const hint = range && html`<span class="detail">${rangeText(page, range)}</span>`;
  if (!choosing || !range) return html`<bdi>${formatQuantity(quantity, locale)}</bdi>${measure}${hint}`;
  const name = FIELDS.quantity(at);
  const wrong = choosing.typed?.[at];
  const label = `${t.quantity}: ${item.description.split('\n')[0]}`;
  return html`<span class="amount"><input id="${name}" name="${name}" type="number" inputmode="decimal" required form="${ACCEPT_FORM}" min="${range.min}" max="${range.max}" step="${range.step}" value="${wrong ?? quantity}" aria-label="${label}" aria-describedby="${name}-range"${wrong !== undefined && html` aria-invalid="true"`}>${measure}</span><span class="${wrong === undefined ? 'detail' : 'error'}" id="${name}-range"><span>${rangeText(page, range)}</span></span>`;
}

export function rangeText(
  { t, locale }: DocumentPage,
  { min, max, step }: NonNullable<LineItem['quantityRange']>,
): Html {
  const shown = (value: number) => html`<bdi>${formatQuantity(value, locale)}</bdi>`;
  const message = step === 1 ? t.quantityRange : t.quantitySteps;
  return fill(message, { min: shown(min), max: shown(max), step: shown(step) });
}

/**
 * For browsers without scripts; otherwise the totals update automatically. Enter presses the first button of a
 * form, which must remain the accept button.
 */
function renderRecalculate({ t, base }: QuotePage): Html {
  return html`<p class="recalculate" data-recalculate><button type="submit" form="${ACCEPT_FORM}" hidden>${t.acceptButton}</button>
<button class="button quiet" type="submit" form="${ACCEPT_FORM}" formaction="${base}/choose" formnovalidate>${t.recalculate}</button></p>
<p class="visually-hidden" role="status" data-said></p>`;
}
