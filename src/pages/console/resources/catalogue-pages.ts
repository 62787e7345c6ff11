import { CATALOGUE_FIELDS, type CatalogueFieldName } from '../../../domain/catalogue/catalogue-fields.ts';
import type { CatalogueItem } from '../../../domain/catalogue/catalogue-item.ts';
import { listFieldNames } from '../../../domain/fields.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { QuantityPrices } from '../../../domain/money/quantity-prices.ts';
import { listCurrencies } from '../../../i18n/countries.ts';
import { formatPercent } from '../../../i18n/format.ts';
import { MESSAGES } from '../../../i18n/messages.ts';
import { listSteps } from '../../../i18n/quote/list-steps.ts';
import { getCategoryName } from '../editor/tax-lines.ts';
import { type Field, type FormState, renderField } from '../forms/field.ts';
import { listTaxOptions } from '../forms/tax-options.ts';
import { money, renderDate, renderFacts, renderUserText, type Viewer } from '../viewer.ts';
import { type Column, renderTable } from './list.ts';

export function renderCatalogue(viewer: Viewer, items: readonly CatalogueItem[]): Html {
  const { base, t, locale } = viewer;
  const words = t.nouns.catalogue;
  const columns: Column<CatalogueItem>[] = [
    [
      words.description,
      ({ id, description, sku, archived }) =>
        html`<a data-open href="${base}/catalogue/${id}"><bdi>${firstLine(description)}</bdi></a>${(sku || archived) && html`<span class="under"><bdi>${sku}</bdi>${archived && html` <span class="chip">${words.archived}</span>`}</span>`}`,
    ],
    [words.unit, ({ unit }) => html`<bdi>${unit ?? ''}</bdi>`, 'narrow-hidden'],
    [words.price, ({ unitPrice, currency }) => money(viewer, unitPrice, currency), 'number'],
    [words.tax, ({ taxRate }) => formatPercent(taxRate, locale), 'number narrow-hidden'],
  ];
  return renderTable(words.title, columns, items);
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

export function renderCatalogueItem(viewer: Viewer, item: CatalogueItem & { cost?: number | null }): Html {
  const { t } = viewer;
  const words = t.nouns.catalogue;
  const labels = labelFields(t);
  return html`<section class="panel">${item.archived && html`<p class="muted">${words.archivedText}</p>`}
${renderFacts([
  [words.description, renderUserText(item.description)],
  [words.price, money(viewer, item.unitPrice, item.currency)],
  [t.editor.priceKind, item.quantityPrices && renderSteps(viewer, item.quantityPrices, item.currency)],
  [t.editor.cost, item.cost != null && money(viewer, item.cost, item.currency)],
  [words.unit, item.unit && html`<bdi>${item.unit}</bdi>`],
  [words.tax, formatPercent(item.taxRate, viewer.locale)],
  [t.editor.taxCategory, item.taxCategory && getCategoryName(t.editor, item.taxCategory)],
  [t.editor.taxReason, item.taxReason && html`<bdi>${item.taxReason}</bdi>`],
  [words.sku, item.sku && html`<bdi>${item.sku}</bdi>`],
  ...OTHER_TEXTS.map((name) => [labels[name], item[name] && html`<bdi>${item[name]}</bdi>`] as const),
  [words.changed, renderDate(viewer, item.updatedAt)],
])}</section>`;
}

function renderSteps({ t, locale }: Viewer, { kind, steps }: QuantityPrices, currency: string): Html {
  const listed = listSteps({ kind, steps }, currency, locale, MESSAGES[locale.language].words);
  return html`${t.editor.priceKinds[kind]}<ul class="plain">${listed.map(({ quantity, price }) => html`<li><bdi>${quantity}</bdi>: <bdi>${price}</bdi></li>`)}</ul>`;
}

/** The fields that have a place of their own in the form. */
const PLACED: readonly CatalogueFieldName[] = [
  ...(['description', 'unit', 'sku', 'archived', 'taxCategory', 'taxReason'] as const),
];
const OTHER_TEXTS = listFieldNames(CATALOGUE_FIELDS).filter(
  (name): name is Exclude<CatalogueFieldName, 'archived'> => !PLACED.includes(name),
);

function labelFields({ nouns, editor }: Viewer['t']): Record<CatalogueFieldName, string> {
  const { taxCategory, taxReason } = editor;
  return { ...nouns.catalogue, taxCategory, taxReason };
}

export function renderArchiving({ base, t }: Viewer, item: CatalogueItem, version: number): Html {
  const words = t.nouns.catalogue;
  return html`<form method="post" action="${base}/catalogue/${item.id}/archive"><input type="hidden" name="version" value="${version}"><input type="hidden" name="archived" value="${item.archived ? '' : 'on'}"><button class="button quiet" type="submit">${item.archived ? words.unarchive : words.archive}</button></form>`;
}

export function renderCatalogueFields({ t, locale, seesCosts }: Viewer, state: FormState): Html {
  const words = t.nouns.catalogue;
  const labels = labelFields(t);
  const field = (given: Field) => renderField(given, state, t);
  return html`${field({ name: 'description', label: words.description, kind: 'area', rows: 3, hint: words.descriptionHint, required: true })}
<div class="pair">${field({ name: 'unitPrice', label: words.price, kind: 'decimal', hint: words.priceHint, isPlain: true })}
${field({ name: 'currency', label: words.currency, kind: 'select', hint: words.currencyHint, options: listCurrencies(locale, state.values.currency ?? '') })}</div>
<div class="pair">${field({
    name: 'quantityPrices.kind',
    label: t.editor.priceKind,
    kind: 'select',
    options: [
      { value: '', text: t.editor.priceKinds.one },
      { value: 'volume', text: t.editor.priceKinds.volume },
      { value: 'graduated', text: t.editor.priceKinds.graduated },
    ],
  })}
${field({ name: 'quantityPrices.steps', label: t.editor.steps, kind: 'area', rows: 3 })}</div>
<div class="pair">${field({ name: 'taxRate', label: words.tax, kind: 'decimal', hint: words.taxHint })}
${field({ name: 'unit', label: words.unit, hint: words.unitHint })}</div>
<div class="pair">${field({ name: 'taxCategory', label: t.editor.taxCategory, kind: 'select', options: listTaxOptions(t, state.values.taxCategory ?? '') })}
${field({ name: 'taxReason', label: t.editor.taxReason })}</div>
<div class="pair">${field({
    name: 'recurring.interval',
    label: t.editor.recurs,
    kind: 'select',
    options: [
      { value: '', text: t.editor.recursOnce },
      { value: 'week', text: t.editor.every.week },
      { value: 'month', text: t.editor.every.month },
      { value: 'quarter', text: t.editor.every.quarter },
      { value: 'year', text: t.editor.every.year },
    ],
  })}
${field({ name: 'recurring.periods', label: t.editor.recursPeriods, kind: 'whole' })}</div>
${field({ name: 'sku', label: words.sku, hint: words.skuHint })}
${OTHER_TEXTS.map((name) => field({ name, label: labels[name] }))}
${seesCosts && field({ name: 'cost', label: t.editor.cost, kind: 'decimal', hint: words.costHint })}`;
}
