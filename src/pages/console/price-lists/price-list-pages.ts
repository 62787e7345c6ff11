import type { CatalogueItem } from '../../../domain/catalogue/catalogue-item.ts';
import type { ListedPrice, PriceList } from '../../../domain/catalogue/price-list.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { listCurrencies } from '../../../i18n/countries.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { icon } from '../../icons.ts';
import { type FormState, renderField } from '../forms/field.ts';
import { firstLine } from '../resources/catalogue-pages.ts';
import { customerPath } from '../resources/customer-path.ts';
import {
  type Column,
  type ListView,
  renderFound,
  renderPages,
  renderSearch,
  renderTable,
} from '../resources/list.ts';
import { money, renderDate, renderFacts, type Viewer } from '../viewer.ts';

export function renderPriceLists(viewer: Viewer, lists: readonly PriceList[]): Html {
  const words = viewer.t.priceLists;
  const columns: Column<PriceList>[] = [
    [
      words.name,
      ({ id, name }) => html`<a data-open href="${viewer.base}/price-lists/${id}"><bdi>${name}</bdi></a>`,
    ],
    [words.currency, ({ currency }) => currency],
    [words.changed, ({ updatedAt }) => renderDate(viewer, updatedAt), 'narrow-hidden'],
  ];
  return renderTable(words.title, columns, lists);
}

export function renderPriceListFields({ t, locale }: Viewer, state: FormState): Html {
  const words = t.priceLists;
  const currencies = listCurrencies(locale, state.values.currency ?? '');
  return html`${renderField({ name: 'name', label: words.name, hint: words.nameHint, required: true }, state, t)}
${renderField({ name: 'currency', label: words.currency, kind: 'select', hint: words.currencyHint, options: currencies }, state, t)}`;
}

/** An item of the catalogue with the price that the list has for it. */
export interface PriceRow {
  item: CatalogueItem;
  price: ListedPrice | null;
}

interface PricesView {
  list: PriceList;
  view: ListView;
  /** The whole catalogue, or the items with a price. */
  shows: 'all' | 'own';
  rows: readonly PriceRow[];
  /** Number of prices in the list. */
  count: number;
  customers: readonly { id: string; name: string }[];
  /** What is typed, by item. */
  typed: FormState;
  format(price: ListedPrice | null): { price: string; kind: string; steps: string };
}

/** Customers that are named. */
export const MAX_NAMED = 10;

/** The prices of a list, as a form that saves those which were changed. */
export function renderPricesPage(viewer: Viewer, prices: PricesView): Html {
  const { list, view, shows, rows, count, customers } = prices;
  const words = viewer.t.priceLists;
  const named = customers.slice(0, MAX_NAMED);
  const names = named.map(
    ({ id, name }, index) =>
      html`${index > 0 && ', '}<a href="${viewer.base}/${customerPath(id)}"><bdi>${name}</bdi></a>`,
  );
  const tab = (value: 'all' | 'own', text: string, n?: number) =>
    html`<a href="${view.path}?show=${value}"${shows === value && html` aria-current="page"`}>${text}${n !== undefined && html` <span class="count">${formatQuantity(n, viewer.locale)}</span>`}</a>
`;
  const isEmpty = rows.length === 0 && !view.query.search;
  return html`<section class="panel">${renderFacts([
    [words.currency, list.currency],
    [
      words.customers,
      names.length > 0
        ? html`${names}${customers.length > named.length && html` ${words.moreCustomers}`}`
        : words.noCustomers,
    ],
  ])}</section>
<section class="part" aria-labelledby="prices"><h2 id="prices">${words.prices}</h2>
<nav class="tabs" aria-label="${words.prices}">
${tab('own', words.own, count)}${tab('all', words.all)}</nav>
${
  isEmpty
    ? html`<p class="muted">${shows === 'own' ? words.noPrices : words.noItems}</p>`
    : html`${renderSearch(view, words.searchItems)}
${renderFound(view)}
${rows.length > 0 && renderForm(viewer, prices)}
${renderPages(view)}`
}
${viewer.role === 'owner' && html`<p><a href="${viewer.base}/settings/data?kind=${list.id}">${words.import}</a></p>`}</section>`;
}

function renderForm(viewer: Viewer, prices: PricesView): Html {
  const { list, view, rows } = prices;
  const words = viewer.t.priceLists;
  const columns: Column<PriceRow>[] = [
    [
      words.item,
      ({ item: { id, description, sku } }) =>
        html`<a href="${viewer.base}/catalogue/${id}"><bdi>${firstLine(description)}</bdi></a>${sku && html`<span class="under"><bdi>${sku}</bdi></span>`}`,
    ],
    [words.cataloguePrice, ({ item }) => money(viewer, item.unitPrice, item.currency), 'number'],
    [
      `${words.price} (${list.currency})`,
      (row) =>
        viewer.role === 'reader'
          ? renderPrice(viewer, row.price, list.currency)
          : renderPriceField(viewer, prices, row),
      'number',
    ],
  ];
  const table = renderTable(words.prices, columns, rows, { className: 'prices', isList: false });
  if (viewer.role === 'reader') return table;
  const query = new URLSearchParams({ ...view.query, page: String(view.page) }).toString();
  return html`<form class="part" method="post" action="${view.path}/prices?${query}" novalidate>
<p class="muted">${words.priceHint}</p>
${table}
<div class="actions"><button class="button" type="submit">${words.savePrices}</button></div></form>`;
}

function renderPrice(viewer: Viewer, price: ListedPrice | null, currency: string): Html | false {
  if (price === null) return false;
  const { unitPrice, quantityPrices } = price;
  return html`${money(viewer, unitPrice, currency)}${quantityPrices && html`<span class="under">${viewer.t.editor.priceKinds[quantityPrices.kind]}</span>`}`;
}

/** The price of one unit, and folded up the steps that replace it. */
function renderPriceField({ t }: Viewer, { typed, format }: PricesView, { item, price }: PriceRow): Html {
  const { id, description } = item;
  const shown = { ...format(price), ...pickTyped(typed, id) };
  const error = typed.errors[id];
  const name = firstLine(description);
  const label = (text: string) => html`aria-label="${`${text}: ${name}`}"`;
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === shown.kind && html` selected`}>${text}</option>`;
  const { one, volume, graduated } = t.editor.priceKinds;
  return html`<input type="hidden" name="was.${id}" value="${price ? JSON.stringify(price) : ''}"><input type="text" inputmode="decimal" autocomplete="off" name="price.${id}" value="${shown.price}" ${label(t.priceLists.price)}${error !== undefined && html` aria-invalid="true" aria-describedby="error-${id}"`}>${error !== undefined && html`<p class="error" id="error-${id}">${icon('alert')} <span>${error}</span></p>`}
<details${shown.kind !== '' && html` open`}><summary>${t.editor.priceKind}</summary><div><select name="kind.${id}" ${label(t.editor.priceKind)}>${option('', one)}${option('volume', volume)}${option('graduated', graduated)}</select><textarea name="steps.${id}" rows="3" placeholder="${t.editor.steps}" ${label(t.editor.steps)}>\n${shown.steps}</textarea></div></details>`;
}

function pickTyped({ values }: FormState, id: string): Record<string, string> {
  const names = ['price', 'kind', 'steps'].filter((name) => values[`${name}.${id}`] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[`${name}.${id}`] ?? '']));
}
