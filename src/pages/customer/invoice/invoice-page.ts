import { type Invoice, isCreditNote, isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { accentPath, assetPath } from '../../assets.ts';
import { icon } from '../../icons.ts';
import { renderDocument } from '../../shell.ts';
import { isLong, renderContact, renderHero, renderSeller } from '../frame.ts';
import { money } from '../quote/view.ts';
import { renderPayButton, renderPending } from './pay-button.ts';
import { renderPayment } from './payment.ts';
import { renderInvoiceSheet } from './sheet.ts';
import { renderInvoiceStatus } from './status.ts';
import { type InvoicePage, type InvoicePageView, localizeInvoice } from './view.ts';

const STYLES = ['page.css', 'quote-page.css', 'invoice-page.css'] as const;

/** The customer page of an invoice or a credit note: a whole document without scripts. */
export function renderInvoicePage(view: InvoicePageView): string {
  const page = localizeInvoice(view);
  const { invoice, account, locale, name } = page;
  const numbered = html`${name} <bdi class="nowrap">${invoice.number}</bdi>`;
  return renderDocument({
    locale,
    title: `${invoice.number} · ${account.name}`,
    styles: [...STYLES.map(assetPath), accentPath(account.accentColor)],
    body: html`<div class="page">
<header class="masthead">${renderSeller(page)}</header>
<main>
${renderHero(numbered, invoice.title)}
<div class="layout">
<div class="side">
${renderSummary(page)}
${renderPayment(page)}
</div>
<div class="reading">
${renderInvoiceSheet(page)}
</div>
</div>
</main>
<footer class="colophon"><p>${renderContact(page)}</p></footer>
</div>`,
  });
}

/** The document alone, for its account: what is due and how to pay are next to it. */
export function renderInvoicePreview(source: InvoicePageView['source'], invoice: Invoice): string {
  const page = localizeInvoice({ source, invoice, pdfUrl: '', xmlUrl: null });
  const { account, locale, name, words } = page;
  const isDraft = isDraftInvoice(invoice);
  return renderDocument({
    locale,
    title: `${invoice.number} · ${account.name}`,
    styles: [...STYLES.map(assetPath), accentPath(account.accentColor)],
    bodyClass: 'look',
    body: html`<div class="page">
<header class="masthead">${renderSeller(page)}</header>
<main>
${renderHero(html`${name} <bdi class="nowrap">${invoice.number}</bdi>${isDraft && ` · ${words.draft}`}`, invoice.title)}
<div class="reading">
${renderInvoiceSheet(page)}
</div>
</main>
<footer class="colophon"><p>${renderContact(page)}</p></footer>
</div>`,
  });
}

/** Shows the amount due and the files: next to the document on a wide screen, above it on a phone. */
function renderSummary(page: InvoicePage): Html {
  const { t, words, pdfUrl, xmlUrl, payUrl = null, isPaymentPending = false } = page;
  const { label, amount } = findMainAmount(page);
  return html`<section class="summary card" aria-labelledby="summary-due">
${renderInvoiceStatus(page)}
${renderPending(page, { isPaymentPending })}
<div class="figure"><h2 class="label" id="summary-due">${label}</h2>
<p class="total${isLong(page, amount) && ' long'}">${money(page, amount)}</p></div>
${renderBalance(page)}
<ul class="actions">
${renderPayButton(page, page.invoice, { payUrl })}
<li><a class="button quiet" href="${pdfUrl}">${icon('file')} ${t.downloadPdf}</a></li>
${xmlUrl && html`<li><a class="button plain" href="${xmlUrl}">${icon('file')} ${words.downloadXml}</a></li>`}
</ul>
</section>`;
}

/** The amount in large type: what is due, or what was due of a paid invoice. */
function findMainAmount({ invoice, t, words }: InvoicePage): { label: string; amount: number } {
  const { amountDue, total } = invoice;
  if (isCreditNote(invoice) || amountDue === 0) return { label: t.total, amount: total };
  return amountDue > 0
    ? { label: words.amountDue, amount: amountDue }
    : { label: words.amountOwed, amount: -amountDue };
}

/** Lists payments and credit notes, if there are any. */
function renderBalance(page: InvoicePage): Html | null {
  const { invoice, t, words } = page;
  const { total, amountPaid, amountCredited, amountDue } = invoice;
  if (amountPaid === 0 && amountCredited === 0) return null;
  const row = (label: string, amount: number) =>
    html`<div><dt>${label}</dt><dd>${money(page, amount)}</dd></div>`;
  return html`<dl class="totals balance">
${amountDue !== 0 && row(t.total, total)}
${amountPaid !== 0 && row(words.amountPaid, -amountPaid)}
${amountCredited !== 0 && row(words.amountCredited, -amountCredited)}
${amountDue === 0 && row(words.amountDue, 0)}
</dl>`;
}
