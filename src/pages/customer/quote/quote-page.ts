import { type Html, html } from '../../../domain/markup/html.ts';
import { isExpired, isOpen } from '../../../domain/quote/quote.ts';
import { accentPath, assetPath } from '../../assets.ts';
import { icon } from '../../icons.ts';
import { fill, renderDocument } from '../../shell.ts';
import { isDecidable, renderSigners } from '../acceptance/signers.ts';
import { isLong, renderContact, renderHero, renderSeller } from '../frame.ts';
import { renderNotice } from '../notice.ts';
import { renderChanges } from './changes.ts';
import { renderDecisionForms, renderMessages, renderRenewalForm } from './forms.ts';
import { renderInvoicesDue, renderPayActions } from './invoice-due.ts';
import { isChoosing } from './offer.ts';
import { renderProposal } from './proposal/proposal-form.ts';
import { renderRecord } from './record.ts';
import { renderSheet } from './sheet.ts';
import { renderStatus } from './status.ts';
import {
  chosenPayments,
  chosenTotal,
  localizeView,
  type QuotePage,
  type QuotePageView,
  renderExpiry,
} from './view.ts';

export type { QuotePageView } from './view.ts';

/** The customer page: a whole document, complete without scripts. */
export function renderQuotePage(view: QuotePageView): string {
  const page = localizeView(view);
  const { quote, account, locale } = page;
  return renderDocument({
    locale,
    title: `${quote.number} · ${account.name}`,
    styles: [assetPath('page.css'), assetPath('quote-page.css'), accentPath(account.accentColor)],
    scripts: listScripts(page),
    body: renderBody(page),
  });
}

/** Renders the page as a preview for the account, without forms. */
export function renderQuotePreview(view: QuotePageView): string {
  const page = localizeView({ ...view, isPreview: true });
  const { quote, account, locale } = page;
  return renderDocument({
    locale,
    title: `${quote.number} · ${account.name}`,
    styles: [assetPath('page.css'), assetPath('quote-page.css'), accentPath(account.accentColor)],
    bodyClass: 'look',
    body: html`<div class="page">
<header class="masthead">${renderSeller(page)}</header>
<main>
${renderHero(renderNumber(page), page.quote.title)}
<div class="reading">
${renderSheet(page)}
${renderRecord(page)}
</div>
</main>
<footer class="colophon"><p>${renderContact(page)}</p></footer>
</div>`,
  });
}

function listScripts(page: QuotePage): string[] {
  if (!isDecidable(page)) return [];
  const { proposals = 'off' } = page;
  return [
    ...(isChoosing(page) ? [assetPath('options.js')] : []),
    ...(proposals === 'off' ? [] : [assetPath('proposal.js')]),
    assetPath('signature.js'),
  ];
}

function renderBody(page: QuotePage): Html {
  const { quote } = page;
  const open = isDecidable(page);
  return html`<div class="page">
<header class="masthead">${renderSeller(page)}</header>
<main>
${renderNotice(page)}
${renderHero(renderNumber(page), page.quote.title)}
<div class="layout">
${renderSummary(page)}
<div class="reading">
${renderChanges(page)}
${renderSheet(page)}
${open && renderActionBar(page)}
</div>
<div class="decision">
${renderRecord(page)}
${renderSigners(page)}
${open && renderDecisionForms(page, renderProposal(page))}
${isExpired(quote) && !page.isClosed && renderRenewalForm(page)}
${renderMessages(page)}
</div>
</div>
</main>
<footer class="colophon"><p>${renderContact(page)}</p></footer>
</div>`;
}

function renderNumber({ quote, t }: QuotePage): Html {
  return fill(t.quoteNumbered, { number: html`<bdi class="nowrap">${quote.number}</bdi>` });
}

/** The key facts: next to the document on a wide screen, above it on a phone. */
function renderSummary(page: QuotePage): Html {
  const { quote, t, pdfUrl, proposals = 'off' } = page;
  return html`<section class="summary card" aria-labelledby="summary-total">
${renderStatus(page)}
${renderInvoicesDue(page)}
<div class="figure"><h2 class="label" id="summary-total">${quote.recurring ? t.dueNow : t.total}</h2>
<p class="total${isLong(page, quote.total) && ' long'}" data-total>${chosenTotal(page)}</p>
${isOpen(quote) && html`<p class="muted">${t.validUntil} ${renderExpiry(page, quote.validUntil)}</p>`}</div>
<ul class="actions">
${renderPayActions(page)}
${
  isDecidable(page) &&
  html`<li class="primary"><a class="button" href="#accept">${icon('check')} ${t.acceptButton}</a></li>
<li class="half"><a class="button quiet" href="#reason">${t.decline}</a></li>`
}
${isExpired(quote) && !page.isClosed && html`<li class="primary"><a class="button" href="#renewal">${t.renew}</a></li>`}
${!page.isClosed && html`<li${isDecidable(page) && html` class="half"`}><a class="button quiet" href="#question">${t.ask}</a></li>`}
${isDecidable(page) && proposals !== 'off' && html`<li><a class="button quiet" href="#proposal">${t.askForChanges}</a></li>`}
<li><a class="button plain" href="${pdfUrl}">${icon('file')} ${t.downloadPdf}</a></li>
${renderInvoices(page)}
</ul>
</section>`;
}

/** The PDFs of invoices that have no page of their own, with their numbers if there are several. */
function renderInvoices({ invoices = [], t }: QuotePage): Html {
  const unlinked = invoices.filter(({ pageUrl }) => pageUrl === null);
  return html`${unlinked.map(
    ({ invoice: { number }, pdfUrl }) =>
      html`<li><a class="button plain" href="${pdfUrl}">${icon('receipt')} <span>${t.invoicePdf}${invoices.length > 1 && html` <bdi class="nowrap">${number}</bdi>`}</span></a></li>`,
  )}`;
}

/** Sticks to the bottom of a phone while the document is on screen, and disappears at the forms. */
function renderActionBar(page: QuotePage): Html {
  const { quote, t } = page;
  return html`<nav class="action-bar" aria-label="${t.yourDecision}">
<p${quote.recurring && html` class="payments" data-payments`}>${
    quote.recurring
      ? chosenPayments(page)
      : html`<span class="label">${t.total}</span> <span data-total>${chosenTotal(page)}</span>`
  }</p>
<a class="button" href="#accept">${t.accept}</a>
</nav>`;
}
