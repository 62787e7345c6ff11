import type { CustomerBalance } from '../../../actions/invoices/receivables.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import { countInvoices, renderSums } from '../invoices/list/receivables.ts';
import { type QuoteViewer, renderWhen } from '../quote-viewer.ts';

/** How the customer stands: what is owed, what is open, what was invoiced this year, and the last contact. */
export function renderBalance(viewer: QuoteViewer, customer: CustomerRecord, balance: CustomerBalance): Html {
  const { t, base, locale } = viewer;
  const words = t.nouns.customers;
  const { open, overdue, quotes, invoiced, year, lastContactAt } = balance;
  const list = (path: string, status: string) =>
    `${base}/${path}?customer=${encodeURIComponent(customer.id)}&status=${status}`;
  const late =
    overdue.count > 0 &&
    html`<span class="under late">${fill(words.ofThatOverdue, { sum: renderSums(viewer, overdue) })}</span>`;
  const figure = (name: string, value: HtmlValue, href?: string, under?: HtmlValue) =>
    html`<div class="whole"><dt>${name}</dt><dd>${href ? html`<a href="${href}">${value}</a>` : value}${under}</dd></div>\n`;
  const owed = open.count === 0 ? words.owesNothing : renderSums(viewer, open);
  const isOpen = quotes.SENT > 0;
  return html`<section aria-label="${words.balance}"><dl class="receivables">
${figure(words.openInvoices, owed, open.count > 0 ? list('invoices', 'ISSUED') : undefined, late || (open.count > 0 && html`<span class="under">${countInvoices(viewer, open.count)}</span>`))}
${figure(words.openQuotes, formatNumber(quotes.SENT, locale), isOpen ? list('quotes', 'SENT') : undefined)}
${figure(fill(words.invoicedIn, { year }).toString(), renderSums(viewer, invoiced))}
${figure(words.lastContact, lastContactAt === null ? words.noContact : renderWhen(viewer, lastContactAt))}</dl></section>`;
}
