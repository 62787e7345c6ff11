import { DAY_MS } from '../../../domain/calendar.ts';
import { type Invoice, isDraftInvoice, isOpenInvoice } from '../../../domain/invoice/invoice.ts';
import type { InvoiceSort } from '../../../domain/invoice/invoice-filter.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatDaysAway } from '../../../i18n/relative-time.ts';
import { fill } from '../../shell.ts';
import { renderUndelivered } from '../quotes/quote-detail.ts';
import { type Column, type ColumnSort, type ListView, renderTable } from '../resources/list.ts';
import { money, renderCalendarDate, type Viewer } from '../viewer.ts';
import { invoiceBadge, renderOpenAmount } from './invoice-status.ts';

/** Name prefix of the checkbox that selects an invoice; its value is the `updatedAt` that was shown. */
export const PICK_PREFIX = 'pick-';

interface TableOptions {
  /** `YYYY-MM-DD` */
  today: string;
  isOneCustomer?: boolean;
  /** The list that the headings sort. */
  list?: Pick<ListView, 'path' | 'query'> & { sort: InvoiceSort };
  hasPicks?: boolean;
  /** Those whose last email was not delivered, and not on purpose. */
  undelivered?: ReadonlySet<string>;
}

export function renderInvoices(
  viewer: Viewer,
  invoices: readonly Invoice[],
  { today, isOneCustomer = false, list, hasPicks = false, undelivered }: TableOptions,
): Html {
  const words = viewer.t.nouns.invoices;
  const columns: (Column<Invoice> | false)[] = [
    hasPicks && [null, (invoice) => renderPick(viewer, invoice), 'pick'],
    [
      words.number,
      ({ id, number, title }) =>
        html`<a data-open href="${viewer.base}/invoices/${id}"><bdi>${number}</bdi></a><span class="under"><bdi>${title}</bdi></span>`,
      'what',
    ],
    !isOneCustomer && [words.customer, ({ customer }) => html`<bdi>${customer.name}</bdi>`],
    [
      words.total,
      (invoice) =>
        html`${money(viewer, invoice.total, invoice.currency)}${renderOpenAmount(viewer, invoice)}`,
      'number',
    ],
    [
      viewer.t.nouns.customers.status,
      (invoice) =>
        html`${invoiceBadge(viewer, invoice)}${undelivered?.has(invoice.id) && html` <span class="under">${renderUndelivered(viewer)}</span>`}`,
    ],
    [
      words.issued,
      (invoice) => !isDraftInvoice(invoice) && renderCalendarDate(viewer, invoice.issueDate),
      'narrow-hidden',
      list && sortBy(list, '-issueDate'),
    ],
    [words.due, (invoice) => renderDue(viewer, invoice, today), 'due', list && sortBy(list, 'dueDate')],
  ];
  return renderTable(words.title, columns, invoices, { className: hasPicks ? 'pick-table' : '' });
}

function renderPick({ t }: Viewer, { id, number, updatedAt }: Invoice): Html {
  const label = t.quotes.mark.replace('{number}', () => number);
  return html`<input type="checkbox" name="${PICK_PREFIX}${id}" value="${updatedAt}" aria-label="${label}">`;
}

/** The due date, and while something is due, how many days are left or have passed. */
function renderDue(viewer: Viewer, invoice: Invoice, today: string): Html | false {
  const { dueDate } = invoice;
  if (dueDate === null) return false;
  const label = html`<span class="narrow-only">${viewer.t.nouns.invoices.due} </span>`;
  const days = isOpenInvoice(invoice) && renderDaysDue(viewer, dueDate, today);
  return html`${label}${renderCalendarDate(viewer, dueDate)}${days && html`<span class="under">${days}</span>`}`;
}

function renderDaysDue({ t, locale }: Viewer, dueDate: string, today: string): Html {
  const days = (Date.parse(dueDate) - Date.parse(today)) / DAY_MS;
  if (days >= 0) return html`${formatDaysAway(days, locale)}`;
  const text = fill(pickPlural(t.invoices.daysLate, -days, locale), { n: formatNumber(-days, locale) });
  return html`<strong class="late">${text}</strong>`;
}

/** The first click sorts as `first` says, the next one the other way round. */
function sortBy(
  { path, query, sort }: NonNullable<TableOptions['list']>,
  first: 'dueDate' | '-issueDate',
): ColumnSort {
  const column = first.replace('-', '');
  const isUsed = sort.replace('-', '') === column;
  const isDescending = sort.startsWith('-');
  const next = isUsed ? (isDescending ? column : `-${column}`) : first;
  return {
    href: `${path}?${new URLSearchParams({ ...query, sort: next })}`,
    order: isUsed ? (isDescending ? 'descending' : 'ascending') : undefined,
  };
}
