import { type Invoice, isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { money, type Reader, renderCalendarDate } from '../reader.ts';
import { type Column, renderTable } from '../resources/list.ts';
import { invoiceBadge, renderOpenAmount } from './invoice-status.ts';

export function renderInvoices(
  reader: Reader,
  invoices: readonly Invoice[],
  { isOneCustomer = false } = {},
): Html {
  const words = reader.t.nouns.invoices;
  const columns: (Column<Invoice> | false)[] = [
    [
      words.number,
      ({ id, number, title }) =>
        html`<a data-open href="${reader.base}/invoices/${id}"><bdi>${number}</bdi></a><span class="under"><bdi>${title}</bdi></span>`,
    ],
    !isOneCustomer && [words.customer, ({ customer }) => html`<bdi>${customer.name}</bdi>`],
    [
      words.total,
      (invoice) =>
        html`${money(reader, invoice.total, invoice.currency)}${renderOpenAmount(reader, invoice)}`,
      'number',
    ],
    [reader.t.nouns.customers.status, (invoice) => invoiceBadge(reader, invoice)],
    [
      words.issued,
      (invoice) => !isDraftInvoice(invoice) && renderCalendarDate(reader, invoice.issueDate),
      'narrow-hidden',
    ],
    [
      words.due,
      ({ dueDate }) =>
        dueDate && html`<span class="narrow-only">${words.due} </span>${renderCalendarDate(reader, dueDate)}`,
    ],
  ];
  return renderTable(words.title, columns, invoices);
}
