import { chooseSupplyDate } from '../../../domain/account/particulars/supply.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { LineItem } from '../../../domain/quote/line/line-item.ts';
import { findConventions } from '../../../i18n/conventions.ts';
import { formatCalendarRange } from '../../../i18n/format.ts';
import { formatPaymentMethod } from '../../../i18n/invoice/document-name.ts';
import { getInvoiceNotes, getInvoiceTerms } from '../../../i18n/invoice/printed-texts.ts';
import { renderProse } from '../prose.ts';
import { renderItems } from '../quote/items.ts';
import { buildTotalsView } from '../quote/offer.ts';
import { type Fact, renderParties } from '../quote/sheet.ts';
import { renderTotals } from '../quote/totals.ts';
import { money } from '../quote/view.ts';
import { calendarDay, type InvoicePage } from './view.ts';

/** The document itself: parties, items and totals, as in the PDF. */
export function renderInvoiceSheet(page: InvoicePage): Html {
  const { source, t, words, locale } = page;
  const { invoice } = source;
  const { description, sections } = invoice;
  const [terms, notes] = [getInvoiceTerms(source), getInvoiceNotes(source, locale.language)];
  return html`<article class="sheet card" aria-labelledby="items">
${renderParties(page, words.billTo, listFacts(page))}
${invoice.creditReason?.trim() && renderText(t.reason, invoice.creditReason)}
${description && renderProse(description)}
<h2 id="items" class="label">${t.items}</h2>
${renderItems(page, invoice.items.map(toPlainItem), sections)}
<div class="sums">${renderTotals(buildTotalsView(page, invoice, null), invoice)}</div>
${invoice.previousInvoices.length > 0 && renderPreviousInvoices(page)}
${terms && renderText(t.terms, terms)}
${notes && renderText(words.notes, notes)}
</article>`;
}

function renderText(label: string, text: string): Html {
  return html`<section class="terms"><h2 class="label">${label}</h2>
${renderProse(text, 'small')}</section>`;
}

function listFacts(page: InvoicePage): Fact[] {
  const { source, t, words } = page;
  const { issueDate, dueDate, quoteNumber, reference, paymentMethod } = source.invoice;
  const { creditedInvoice } = source;
  return [
    [t.date, calendarDay(page, issueDate)],
    dueDate !== null && [t.dueDate, calendarDay(page, dueDate)],
    creditedInvoice
      ? [words.invoice, html`<bdi>${creditedInvoice.number}</bdi>`]
      : !source.omitsMethod && [words.paymentMethod, formatPaymentMethod(paymentMethod, words)],
    [words.quoteReference, html`<bdi>${quoteNumber}</bdi>`],
    Boolean(reference?.trim()) && [t.reference, html`<bdi>${reference}</bdi>`],
    ...listSupplyFacts(page),
  ];
}

/** The day or days of the supply, and its place where the law wants it. */
function listSupplyFacts(page: InvoicePage): Fact[] {
  const { source, words, locale } = page;
  const { supplyPeriod, customer } = source.invoice;
  const supplyDate = chooseSupplyDate(source.invoice, source.account.country, source.creditedInvoice);
  const customs = findConventions(source.account);
  const label = (locale.language === 'en' && customs.supplyDate) || words.supplyDate;
  const { placeOfSupply } = customs;
  const region = customer.region?.trim();
  return [
    supplyPeriod
      ? [words.supplyPeriod, formatCalendarRange(supplyPeriod.from, supplyPeriod.to, locale)]
      : supplyDate !== null && [label, calendarDay(page, supplyDate)],
    placeOfSupply !== undefined &&
      region !== undefined &&
      region !== '' && [placeOfSupply, html`<bdi>${region}</bdi>`],
  ];
}

/** Chosen options are ordinary items on an invoice. */
function toPlainItem({
  optional: _,
  choice: __,
  selected: ___,
  quantityRange: ____,
  ...item
}: LineItem): LineItem {
  return item;
}

/** The earlier invoices of the same quote, for information. */
function renderPreviousInvoices(page: InvoicePage): Html {
  const { source, t, words } = page;
  return html`<section class="schedule"><h2 class="label" id="previous">${words.previousInvoices}</h2>
<table aria-labelledby="previous">
<thead><tr><th scope="col">${t.description}</th><th scope="col">${words.invoice}</th><th scope="col" class="number">${t.amount}</th></tr></thead>
<tbody>
${source.invoice.previousInvoices.map(
  ({ number, stage, total }) =>
    html`<tr><th scope="row"><bdi>${stage?.label ?? words.invoice}</bdi></th><td><bdi>${number}</bdi></td><td class="number">${money(page, total)}</td></tr>
`,
)}</tbody>
</table></section>`;
}
