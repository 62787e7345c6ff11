import { type Html, html } from '../../../domain/markup/html.ts';
import { isPricedInParts, isStepUsed } from '../../../domain/money/quantity-prices.ts';
import { type RateSum, sumSectionRates } from '../../../domain/money/section-rates.ts';
import type { Totals } from '../../../domain/money/totals.ts';
import { isSelectable, isSelected, type LineItem } from '../../../domain/quote/line/line-item.ts';
import { areStepsShown, isQuantityShown, SHOW_ALL, type Show } from '../../../domain/quote/line/show.ts';
import { isAccepted, isConverted } from '../../../domain/quote/quote.ts';
import { formatPercent, formatQuantity } from '../../../i18n/format.ts';
import { listSteps } from '../../../i18n/quote/list-steps.ts';
import { formatPeriod, formatRecurrence } from '../../../i18n/quote/recurring.ts';
import { getTaxName } from '../../../i18n/tax-labels.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { renderProse } from '../prose.ts';
import { buildOffer, FIELDS, findFirstLines, isChoosing } from './offer.ts';
import { type DocumentPage, hasWrongQuantity, lines, money, type QuotePage } from './view.ts';

/** Id of the accept form, which owns the inputs in the table. */
export const ACCEPT_FORM = 'accept-form';

interface ItemsTable {
  page: DocumentPage;
  show: Show;
  /** Columns that follow the description. */
  columns: readonly Column[];
  /** The page on which the customer can choose items; `null` elsewhere. */
  choosing: QuotePage | null;
  /** The customer has chosen, so quantities have no range any more. */
  isChosen: boolean;
  /** Index of the first line of each choice, by name. */
  first: Map<string, number>;
  /** Choices with a selected line. */
  made: Set<string | undefined>;
}

interface Column {
  label: Html | string;
  renderCell(table: ItemsTable, line: Line): Html;
}

/** A line and its index in the quote. */
interface Line {
  item: LineItem;
  at: number;
}

/** The items of a quote, which the customer may choose from. */
export function renderOffer(page: QuotePage): Html {
  const { quote, totals } = page;
  return renderItems(page, quote.items, totals.sections, {
    show: quote.show,
    choosing: isChoosing(page) ? page : null,
    isChosen: isAccepted(quote) || isConverted(quote),
  });
}

export function renderItems(
  page: DocumentPage,
  items: readonly LineItem[],
  sections: Totals['sections'],
  options: Partial<Pick<ItemsTable, 'show' | 'choosing' | 'isChosen'>> = {},
): Html {
  const { show = SHOW_ALL, choosing = null, isChosen = false } = options;
  const columns = listColumns(page, items, show);
  const table: ItemsTable = {
    ...{ page, show, columns, choosing, isChosen },
    first: findFirstLines(items),
    made: new Set(items.filter(isSelected).map(({ choice }) => choice)),
  };
  const rates = show.linePrices ? [] : sumSectionRates(items);
  let section = 0;
  return html`<table class="items" aria-labelledby="items"${choosing && renderOfferData(choosing)}>
<thead><tr><th scope="col">${page.t.description}</th>${columns.map(({ label }) => html`<th scope="col" class="number">${label}</th>`)}</tr></thead>
${groupLines(items).map(
  ({ name, group }) => html`<tbody>
${name !== undefined && renderSection(table, { name, subtotal: sections[section]?.subtotal ?? 0 }, rates[section] ?? [], section++)}${group.map((line) => renderLine(table, line))}</tbody>
`,
)}</table>
${choosing && renderRecalculate(choosing)}`;
}

/** Lists the columns after the description. Without prices of items, the amounts are the sums of sections. */
function listColumns(page: DocumentPage, items: readonly LineItem[], show: Show): Column[] {
  const { t, account, locale } = page;
  const { linePrices } = show;
  const columns: Column[] = [];
  if (items.some((item) => isQuantityShown(show, item)))
    columns.push({ label: t.quantity, renderCell: renderQuantity });
  if (linePrices) columns.push({ label: t.unitPrice, renderCell: renderUnitPrice });
  if (linePrices && items.some((item) => item.taxRate > 0)) {
    const tax = html`<bdi>${getTaxName(account, locale.language)}</bdi>`;
    columns.push({
      label: tax,
      renderCell: (_, { item }) =>
        html`<td class="number rate"><span class="phone">${tax} </span><bdi>${formatPercent(item.taxRate, locale)}</bdi></td>`,
    });
  }
  if (linePrices || items.some(({ section }) => section !== undefined))
    columns.push({ label: t.amount, renderCell: renderAmount });
  return columns;
}

/** Data for the script: all figures or, if they are hidden, that the server computes the totals. */
function renderOfferData(page: QuotePage): Html {
  return page.quote.show.linePrices
    ? html` data-offer="${JSON.stringify(buildOffer(page))}"`
    : html` data-choose`;
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

function renderSection(
  { page, columns, choosing }: ItemsTable,
  { name, subtotal }: Totals['sections'][number],
  rates: readonly RateSum[],
  index: number,
): Html {
  const sum = (minor: number) => money(page, choosing && hasWrongQuantity(choosing) ? null : minor);
  return html`<tr class="section"><th scope="rowgroup" colspan="${columns.length}"><bdi>${name}</bdi></th><td class="number sum" data-section="${index}">${sum(subtotal)}</td></tr>
${rates.map(({ rate, amount }) => html`<tr class="at-rate"><th scope="row" colspan="${columns.length}">${labelRate(page, rate)}</th><td class="number sum">${sum(amount)}</td></tr>\n`)}`;
}

function labelRate({ t, account, locale }: DocumentPage, rate: number): Html {
  return fill(t.itemsAtRate, {
    tax: html`<bdi>${getTaxName(account, locale.language)}</bdi>`,
    rate: html`<bdi>${formatPercent(rate, locale)}</bdi>`,
  });
}

function renderLine(table: ItemsTable, line: Line): Html {
  const { item, at } = line;
  const isFirst = item.choice !== undefined && table.first.get(item.choice) === at;
  return html`${isFirst && renderChoice(table, item, at)}<tr data-line="${at}"${!isSelected(item) && html` class="off"`}><th scope="row" class="what">${renderDescription(table, line)}</th>${table.columns.map(({ renderCell }) => renderCell(table, line))}</tr>
`;
}

function renderUnitPrice(table: ItemsTable, { item, at }: Line): Html {
  const isUnknown = item.quantityPrices && isWrong(table, at);
  return html`<td class="number price" data-price>${!isPricedInParts(item) && money(table.page, isUnknown ? null : item.unitPrice)}</td>`;
}

function renderAmount(table: ItemsTable, { item, at }: Line): Html {
  if (!table.show.linePrices) return html`<td></td>`;
  return html`<td class="number sum" data-amount>${money(table.page, isWrong(table, at) ? null : item.amount)}</td>`;
}

function isWrong({ choosing }: ItemsTable, at: number): boolean {
  return choosing?.typed?.[at] !== undefined;
}

/** Heading above the first of several alternatives. */
function renderChoice(table: ItemsTable, { choice, optional }: LineItem, at: number): Html {
  const { t } = table.page;
  const isNone = !table.made.has(choice);
  return html`<tr class="choice"><td colspan="${table.columns.length + 1}"><p id="choice${at}">${fill(t.choice, { choice: html`<bdi>${choice}</bdi>` })}</p>${table.choosing && optional && renderNone(t, at, isNone)}</td></tr>
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
  return html`${isSelectable(item) ? renderPick(table, line, title) : title}${details.length > 0 && renderDetails(details.join('\n'))}${sku && html`<span class="detail">${fill(t.itemNumber, { sku: html`<bdi>${sku}</bdi>` })}</span>`}${table.show.linePrices && discountAmount > 0 && html`<span class="detail">${t.discount}${percent} <span data-discount>${money(table.page, isWrong(table, line.at) ? null : -discountAmount)}</span></span>`}${renderRecurrence(table.page, item)}${areStepsShown(table.show, item) && renderSteps(table.page, item)}`;
}

/** The prices by quantity, with marks on those that the quantity has. */
function renderSteps({ currency, locale, t }: DocumentPage, { quantity, quantityPrices }: LineItem): Html {
  if (!quantityPrices) return html``;
  const steps = listSteps(quantityPrices, currency, locale, t);
  return html`${quantityPrices.kind === 'graduated' && html`<span class="detail">${t.stepParts}</span>`}<dl class="detail steps">${steps.map(
    (step, index) =>
      html`<div data-step${isStepUsed(quantityPrices, quantity, index) && html` class="used"`}><dt><bdi>${step.quantity}</bdi></dt><dd><bdi class="money">${step.price}</bdi></dd></div>`,
  )}</dl>`;
}

/** How often the item is due or, on an invoice, the days that it is for. */
function renderRecurrence({ locale, t }: DocumentPage, { recurring, period }: LineItem): Html | false {
  if (recurring) return html`<span class="detail">${formatRecurrence(recurring, locale, t)}</span>`;
  if (!period) return false;
  const [first, last] = formatPeriod(period, locale);
  return html`<span class="detail"><span class="nowrap">${first}</span> <span class="nowrap">${last}</span></span>`;
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

function renderQuantity(table: ItemsTable, line: Line): Html {
  if (!isQuantityShown(table.show, line.item)) return html`<td></td>`;
  return html`<td class="number quantity">${renderQuantityValue(table, line)}</td>`;
}

function renderQuantityValue({ page, show, choosing, isChosen }: ItemsTable, { item, at }: Line): Html {
  const { t, locale } = page;
  const { quantity, unit, quantityRange } = item;
  const range = isChosen ? undefined : quantityRange;
  const measure = unit && html` <bdi>${unit}</bdi>`;
  const hint = range && html`<span class="detail">${rangeText(page, range)}</span>`;
  if (!choosing || !range) {
    // Next to a price, a number is clear without its label.
    const label = !show.linePrices && html`<span class="phone">${t.quantity} </span>`;
    return html`${label}<bdi>${formatQuantity(quantity, locale)}</bdi>${measure}${hint}`;
  }
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
