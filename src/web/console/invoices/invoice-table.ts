import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../markup/html.ts';
import { renderTable } from '../list/list.ts';
import { money, type Reader, renderCalendarDate } from '../reader.ts';

export function renderInvoices(
  reader: Reader,
  invoices: readonly Invoice[],
  { isOneCustomer = false } = {},
): Html {
  const words = reader.t.nouns.invoices;
  const columns = [
    { text: words.number },
    ...(isOneCustomer ? [] : [{ text: words.customer }]),
    { text: words.total, className: 'number' },
    { text: words.issued, className: 'narrow-hidden' },
    { text: words.due },
  ];
  return renderTable(
    words.title,
    columns,
    invoices.map(
      (invoice) =>
        html`<tr data-row><td><a data-open href="${reader.base}/invoices/${invoice.id}"><bdi>${invoice.number}</bdi></a><span class="under"><bdi>${invoice.title}</bdi></span></td>${!isOneCustomer && html`<td><bdi>${invoice.customer.name}</bdi></td>`}<td class="number">${money(reader, invoice.total, invoice.currency)}</td><td class="narrow-hidden">${renderCalendarDate(reader, invoice.issueDate)}</td><td>${invoice.dueDate && html`<span class="narrow-only">${words.due} </span>${renderCalendarDate(reader, invoice.dueDate)}`}</td></tr>\n`,
    ),
  );
}
