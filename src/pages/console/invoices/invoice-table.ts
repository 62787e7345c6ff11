import { type Invoice, isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { type Column, renderTable } from '../resources/list.ts';
import { money, renderCalendarDate, type Viewer } from '../viewer.ts';
import { invoiceBadge, renderOpenAmount } from './invoice-status.ts';

export function renderInvoices(
  viewer: Viewer,
  invoices: readonly Invoice[],
  { isOneCustomer = false } = {},
): Html {
  const words = viewer.t.nouns.invoices;
  const columns: (Column<Invoice> | false)[] = [
    [
      words.number,
      ({ id, number, title }) =>
        html`<a data-open href="${viewer.base}/invoices/${id}"><bdi>${number}</bdi></a><span class="under"><bdi>${title}</bdi></span>`,
    ],
    !isOneCustomer && [words.customer, ({ customer }) => html`<bdi>${customer.name}</bdi>`],
    [
      words.total,
      (invoice) =>
        html`${money(viewer, invoice.total, invoice.currency)}${renderOpenAmount(viewer, invoice)}`,
      'number',
    ],
    [viewer.t.nouns.customers.status, (invoice) => invoiceBadge(viewer, invoice)],
    [
      words.issued,
      (invoice) => !isDraftInvoice(invoice) && renderCalendarDate(viewer, invoice.issueDate),
      'narrow-hidden',
    ],
    [
      words.due,
      ({ dueDate }) =>
        dueDate && html`<span class="narrow-only">${words.due} </span>${renderCalendarDate(viewer, dueDate)}`,
    ],
  ];
  return renderTable(words.title, columns, invoices);
}
