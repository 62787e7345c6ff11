import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import type { Receivables } from '../../../../domain/quote/statistics/receivables.ts';
import { pickPlural } from '../../../../i18n/console/plural.ts';
import { fill } from '../../../shell.ts';
import { renderField } from '../../forms/field.ts';
import { renderArchiveForm } from '../../import/archive-form.ts';
import { formatTotal, type ListView, renderEmpty, renderPages, renderSearch } from '../../resources/list.ts';
import type { ConsolePage } from '../../shell.ts';
import type { Viewer } from '../../viewer.ts';
import { renderInvoices } from '../invoice-table.ts';
import { INVOICE_TABS, type InvoiceListState, type InvoiceTab } from './invoice-filter.ts';
import { describeAge, renderReceivables } from './receivables.ts';

export interface InvoiceListView extends Viewer {
  list: ListView;
  state: InvoiceListState;
  invoices: readonly Invoice[];
  /** Name of the customer in the filter. */
  customerName: string | undefined;
  /** What all customers owe. */
  receivables: Receivables;
  /** Those whose last email was not delivered, and not on purpose. */
  undelivered: ReadonlySet<string>;
  notice?: ConsolePage['notice'];
}

/** What is owed, and all invoices, or those of a status, a period or a customer. */
export function buildInvoiceListPage(view: InvoiceListView): ConsolePage {
  const { t, base, list, role, invoices } = view;
  const words = t.nouns.invoices;
  const isEmpty = list.total === 0 && Object.keys(list.query).length === 0;
  const toQuotes = html`<a class="button quiet" href="${base}/quotes">${words.toQuotes}</a>`;
  return {
    section: 'invoices',
    title: words.title,
    wide: true,
    styles: ['nouns.css', 'picks.css'],
    scripts: ['picks.js'],
    notice: view.notice,
    actions:
      !isEmpty &&
      role !== 'reader' &&
      html`<a class="button quiet" href="${base}/invoices/import">${t.statements.title}</a>`,
    body: isEmpty
      ? renderEmpty(words.emptyTitle, words.emptyText, toQuotes)
      : html`${renderReceivables(view, view.receivables)}
${renderTabs(view)}
${renderTools(view)}
${renderChips(view)}
${invoices.length > 0 ? renderRows(view) : renderNothing(view)}
${renderPages(list)}`,
  };
}

function renderTabs({ t, list: { path, query }, state }: InvoiceListView): Html {
  const words = t.invoices;
  const names = { ...words, overdue: words.overdueTab, credit: words.creditNotes };
  const tab = (name: InvoiceTab | null, text: string) => {
    const { status: _, age: __, ...others } = query;
    const search = new URLSearchParams({ ...others, ...(name && { status: name }) }).toString();
    return html`<a href="${path}${search && `?${search}`}"${name === state.tab && html` aria-current="page"`}>${text}</a>
`;
  };
  return html`<nav class="tabs" aria-label="${words.tabs}">
${tab(null, words.all)}${INVOICE_TABS.map((name) => tab(name, names[name]))}</nav>`;
}

/** Search, period and archive in one row. */
function renderTools(view: InvoiceListView): Html {
  const { list, state, t } = view;
  return html`<div class="list-tools">${renderSearch(list, t.nouns.invoices.searchHint)}${renderPeriod(view)}${renderArchiveForm(view, state.today)}</div>`;
}

function renderPeriod({ t, list: { path, query }, state: { from, to, errors } }: InvoiceListView): Html {
  const state = { values: { from, to }, errors };
  const others = Object.entries(query).filter(([name]) => name !== 'from' && name !== 'to');
  const isOpen = Object.keys(errors).length > 0;
  const field = (name: 'from' | 'to') =>
    renderField({ name, label: t.invoices[name], kind: 'date', isPlain: true }, state, t);
  return html`<details class="period"${isOpen && html` open`}><summary class="button quiet">${t.invoices.period}</summary>
<form class="form" method="get" action="${path}">${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="pair">${field('from')}${field('to')}</div>
<div class="actions"><button class="button quiet" type="submit">${t.invoices.apply}</button></div></form></details>`;
}

/** What narrows the list, each with a link that removes it. */
function renderChips(view: InvoiceListView): Html | false {
  const { t, list, state, customerName } = view;
  const { from, to, age, errors } = state;
  const set: [name: string, text: string | undefined][] = [
    ['search', list.query.search],
    ['customer', customerName],
    ['age', age && `${t.invoices.overdue}: ${describeAge(view, age)}`],
    ['from', from && !errors.from ? `${t.invoices.from}: ${from}` : undefined],
    ['to', to && !errors.to ? `${t.invoices.to}: ${to}` : undefined],
  ];
  const shown = set.flatMap(([name, text]) => (text ? [{ name, text }] : []));
  return (
    shown.length > 0 &&
    html`<ul class="chips">${shown.map(({ name, text }) => {
      const others = Object.entries(list.query).filter(([other]) => other !== name);
      const search = new URLSearchParams(others).toString();
      const label = t.quotes.removeFilter.replace('{what}', () => text);
      return html`<li><a class="chip" href="${list.path}${search && `?${search}`}" aria-label="${label}"><bdi>${text}</bdi><span aria-hidden="true">×</span></a></li>`;
    })}</ul>`
  );
}

/** The rows, and for people who may write what can be done with several. */
function renderRows(view: InvoiceListView): Html {
  const { base, list, role, invoices, state } = view;
  const canWrite = role !== 'reader';
  const rows = html`${renderSummary(view)}
${renderInvoices(view, invoices, { today: state.today, list: { ...list, sort: state.sort }, hasPicks: canWrite, undelivered: view.undelivered })}`;
  if (!canWrite) return rows;
  const { page } = list;
  const back = new URLSearchParams({ ...list.query, ...(page > 1 && { page: String(page) }) }).toString();
  return html`<form class="marking" method="post" action="${base}/invoices/several"><input type="hidden" name="back" value="${back}">
${rows}
${renderBulkActions(view)}
</form>`;
}

function renderSummary({ t, locale, role, list }: InvoiceListView): Html {
  const { path, query, total, isExact } = list;
  const found = fill(pickPlural(t.invoices.count, total, locale), { n: formatTotal(total, isExact, locale) });
  const search = new URLSearchParams(query).toString();
  return html`<div class="found">${role !== 'reader' && html`<label class="mark-all" hidden><input type="checkbox" data-mark-all> ${t.quotes.markAll}</label>`}<span role="status">${found}</span> <a href="${path}/export${search && `?${search}`}" download>${t.quotes.exportAll}</a></div>`;
}

/** In a bar at the foot of the window while at least one invoice is selected. */
function renderBulkActions({ t: { quotes, invoices } }: InvoiceListView): Html {
  const marked = fill(quotes.marked, { n: html`<span data-marked></span>` });
  const act = (name: string, text: string) =>
    html`<button class="button quiet" type="submit" name="do" value="${name}">${text}</button>\n`;
  return html`<fieldset class="bulk-actions"><legend role="status">${marked}</legend><div class="actions">
${act('remind', quotes.remind)}${act('pay', invoices.payMarked)}${act('download', invoices.downloadMarked)}<button class="button quiet" type="reset">${quotes.unmark}</button>
</div></fieldset>`;
}

function renderNothing({ t, list, state }: InvoiceListView): Html {
  const words = t.invoices;
  const isPastEnd = list.total > 0;
  const title = isPastEnd
    ? t.quotes.pastEnd
    : state.tab === 'overdue'
      ? words.nothingOverdue
      : words.nothingFound;
  const text =
    state.tab !== 'overdue' && !isPastEnd && html`<p class="muted">${t.quotes.nothingFoundText}</p>`;
  const way = html`<a class="button quiet" href="${list.path}">${words.showAll}</a>`;
  return html`<div class="empty"><h2>${title}</h2>${text}${way}</div>`;
}
