import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { fill } from '../../shell.ts';

/** Number of rows per page. */
export const LIST_PAGE_SIZE = 50;

export interface ListView {
  t: ConsoleTexts;
  locale: Locale;
  /** Path of the list, without the query. */
  path: string;
  /** Query parameters except the page. */
  query: Record<string, string>;
  page: number;
  total: number;
  /** `false` if there are at least `total`. */
  isExact?: boolean;
}

export function renderSearch({ t, path, query }: ListView, hint: string): Html {
  const others = Object.entries(query).filter(([name]) => name !== 'search');
  return html`<form class="search" method="get" action="${path}" role="search">
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label class="visually-hidden" for="search">${hint}</label>
<input id="search" type="search" name="search" value="${query.search ?? ''}" placeholder="${hint}" maxlength="200" autocomplete="off">
<button class="button quiet" type="submit">${t.forms.search}</button>
</form>`;
}

/** The number of matches above the rows, with a link to the full list. */
export function renderFound({ t, locale, path, query, total, isExact }: ListView): Html | false {
  if (!query.search) return false;
  const found =
    total === 0
      ? fill(t.forms.nothingFound, { search: html`<bdi>${query.search}</bdi>` })
      : fill(pickPlural(t.forms.found, total, locale), { n: formatTotal(total, isExact, locale) });
  return html`<p class="found" role="status">${found} <a href="${path}">${t.forms.clearSearch}</a></p>`;
}

/** Appends a plus sign if the total is not exact. */
export function formatTotal(total: number, isExact: boolean | undefined, locale: Locale): string {
  return `${formatQuantity(total, locale)}${isExact === false ? '+' : ''}`;
}

/** Link of a heading that sorts the list, and the order that the list has by this column. */
export interface ColumnSort {
  href: string;
  order: 'ascending' | 'descending' | undefined;
}

/** A column of a table. Without a text it holds controls, which need no heading. */
export type Column<Row> = readonly [
  text: string | null,
  cell: (row: Row) => HtmlValue,
  className?: string,
  sort?: ColumnSort,
];

/** Each row of a list has a link that opens it. */
export function renderTable<Row>(
  caption: string,
  columns: readonly (Column<Row> | false)[],
  rows: readonly Row[],
  { className = '', isList = true } = {},
): Html {
  const shown = columns.filter((column) => column !== false);
  const renderClass = (name: string | undefined) => name !== undefined && html` class="${name}"`;
  return html`<div class="table-frame"><table class="table ${className}"><caption class="visually-hidden">${caption}</caption>
<thead><tr>${shown.map(([text, , name, sort]) => (text === null ? html`<td${renderClass(name)}></td>` : html`<th scope="col"${renderClass(name)}${sort?.order && html` aria-sort="${sort.order}"`}>${sort ? html`<a href="${sort.href}">${text}</a><span>${text}</span>` : text}</th>`))}</tr></thead>
<tbody>
${rows.map((row) => html`<tr${isList && html` data-row`}>${shown.map(([, cell, name]) => html`<td${renderClass(name)}>${cell(row)}</td>`)}</tr>\n`)}</tbody></table></div>`;
}

export function renderEmpty(title: string, text: string, ways: HtmlValue): Html {
  return html`<div class="empty"><h2>${title}</h2><p class="muted">${text}</p><div class="actions">${ways}</div></div>`;
}

/** Links to the first and last page and to those around the current one. */
export function renderPages(view: ListView, size = LIST_PAGE_SIZE): Html | false {
  const { t, locale, page, total } = view;
  const last = Math.ceil(total / size);
  if (last <= 1) return false;
  const numbers = [...new Set([1, page - 1, page, page + 1, last])].filter((n) => n >= 1 && n <= last);
  return html`<nav class="pages" aria-label="${t.shell.pages}"><ul>
${page > 1 && html`<li><a rel="prev" href="${buildHref(view, Math.min(page - 1, last))}">${t.shell.previousPage}</a></li>`}
${numbers.map(
  (n, index) =>
    html`${n > (numbers[index - 1] ?? 0) + 1 && html`<li aria-hidden="true">…</li>`}<li><a href="${buildHref(view, n)}" aria-label="${fill(t.shell.pageOf, { page: n, pages: last })}"${n === page && html` aria-current="page"`}>${formatQuantity(n, locale)}</a></li>`,
)}
${page < last && html`<li><a rel="next" href="${buildHref(view, page + 1)}">${t.shell.nextPage}</a></li>`}
</ul></nav>`;
}

function buildHref({ path, query }: Pick<ListView, 'path' | 'query'>, page: number): string {
  const search = new URLSearchParams({ ...query, ...(page > 1 && { page: String(page) }) }).toString();
  return search === '' ? path : `${path}?${search}`;
}
