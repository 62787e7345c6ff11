import { isPaidInvoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { formatCalendarDate } from '../../../i18n/format.ts';
import { DOCUMENT, INVOICE, pickTexts } from '../../../i18n/messages.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { isLong } from '../frame.ts';
import { renderPayButton, renderPending } from '../invoice/pay-button.ts';
import { day, money, type QuotePage } from './view.ts';

type ShownInvoice = NonNullable<QuotePage['invoices']>[number];

/** The amount due or paid of each invoice that has a page of its own. */
export function renderInvoicesDue(page: QuotePage): Html {
  return html`${listLinked(page).map((shown) => renderInvoice(page, shown))}`;
}

/** The way to pay each open invoice, as entries of the list of actions. */
export function renderPayActions(page: QuotePage): Html {
  const { viewInvoice } = pickTexts(INVOICE, page.locale);
  return html`${listLinked(page).map((shown) => {
    const { invoice, pageUrl, payUrl, isPaymentPending } = shown;
    const isNext = isPayable(invoice) && payUrl === null && !isPaymentPending;
    return html`${renderPayButton(page, invoice, shown)}
<li${isNext && html` class="primary"`}><a class="button${!isNext && ' quiet'}" href="${pageUrl}">${icon('receipt')} ${viewInvoice}</a></li>
`;
  })}`;
}

function listLinked({ invoices = [] }: QuotePage): ShownInvoice[] {
  return invoices.filter(({ pageUrl }) => pageUrl !== null);
}

function isPayable({ amountDue }: ShownInvoice['invoice']): boolean {
  return amountDue > 0;
}

function renderInvoice(page: QuotePage, shown: ShownInvoice): Html | null {
  const { invoice } = shown;
  const [words, { invoice: name, amountDue: label }] = [
    pickTexts(INVOICE, page.locale),
    pickTexts(DOCUMENT, page.locale),
  ];
  const { number, amountDue, dueDate, paidAt } = invoice;
  const numbered = html`${name} <bdi class="nowrap">${number}</bdi>`;
  if (isPaidInvoice(invoice)) {
    const text = paidAt !== null && fill(words.paidText, { date: day(page, paidAt) });
    return html`<div class="status good"><p class="pill">${icon('check')} ${words.statusPaid}</p>
<p>${numbered}: ${text}</p></div>`;
  }
  if (!isPayable(invoice)) return null;
  return html`${renderPending(page, shown)}<div class="figure"><h2 class="label">${numbered} · ${label}</h2>
<p class="total${isLong(page, amountDue) && ' long'}">${money(page, amountDue)}</p>
${dueDate !== null && html`<p class="muted">${fill(words.dueText, { date: html`<time datetime="${dueDate}">${formatCalendarDate(dueDate, page.locale)}</time>` })}</p>`}</div>`;
}
