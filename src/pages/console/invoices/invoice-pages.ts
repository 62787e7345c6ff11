import {
  type Invoice,
  isCreditNote,
  isDraftInvoice,
  isOpenInvoice,
} from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { INVOICE } from '../../../i18n/messages.ts';
import { renderElectronicGaps } from '../forms/electronic-gaps.ts';
import type { ConsolePage } from '../shell.ts';
import { renderInvoiceData, renderInvoiceFacts, renderPrevious } from './invoice.ts';
import { renderInvoiceLog } from './invoice-log.ts';
import { invoiceBadge, renderInvoiceSentence } from './invoice-status.ts';
import type { InvoiceView } from './invoice-view.ts';
import { renderMissingParticulars } from './missing-particulars.ts';
import { renderPaymentForm, renderPayments } from './payments/payments.ts';
import { renderRemind, renderSendAgain, renderSendForm } from './steps/send-form.ts';

/** The page of an invoice: the document, what is due, the next step, payments and history. */
export function buildInvoicePage(view: InvoiceView): ConsolePage {
  const { t, base, invoice, notice, canWrite } = view;
  const name = isCreditNote(invoice) ? t.invoices.creditNote : t.nouns.invoices.single;
  return {
    section: 'invoices',
    title: `${name} ${invoice.number}`,
    heading: html`${name} <bdi class="number">${invoice.number}</bdi>`,
    back: { href: `${base}/invoices`, text: t.nouns.invoices.back },
    wide: true,
    styles: ['nouns.css', 'quote.css'],
    scripts: ['quote.js'],
    notice,
    actions: renderActions(view),
    body: html`<div class="quote">
<section class="now panel" aria-labelledby="now"><h2 class="visually-hidden" id="now">${t.invoices.state}</h2>
<p class="standing-badge">${invoiceBadge(view, invoice)} <span class="muted"><bdi>${invoice.title}</bdi></span></p>
<p>${renderInvoiceSentence(view, invoice)}</p>
${renderMissing(view)}
${canWrite && renderStep(view)}
${renderInvoiceFacts(view, invoice)}
</section>
${renderPaper(view)}
<div class="column">
${!isDraftInvoice(invoice) && !isCreditNote(invoice) && renderPayments(view)}
${renderPrevious(view, invoice)}
${renderInvoiceLog(view)}
${renderInvoiceData(view, invoice, view.data, view.seen)}
</div>
</div>`,
  };
}

/** The document in a frame, because its styles differ. */
function renderPaper({ base, invoice, t }: InvoiceView): Html {
  const title = t.invoices.document;
  return html`<section class="paper" aria-label="${title}"><iframe title="${title}" src="${base}/invoices/${invoice.id}/document" data-grows></iframe></section>`;
}

/** Data that an electronic invoice lacks is an error, and not repeated as something that the law requires. */
function renderMissing(view: InvoiceView): Html {
  const { invoice, electronic, missing } = view;
  const owners = { customerId: invoice.customerId, draftId: invoice.id };
  const known = new Set(electronic?.gaps.map(({ path }) => path));
  const others = missing.filter(({ path }) => !known.has(path));
  return html`${renderElectronicGaps(view, electronic, owners)}${renderMissingParticulars(view, others, invoice)}`;
}

/** The next step first: send it, then remind the customer of what is overdue, then record the payment. */
function renderStep(view: InvoiceView): Html {
  const { invoice } = view;
  if (invoice.sentAt === null) {
    return html`${renderSendForm(view)}${isPayable(invoice) && renderPaymentForm(view)}`;
  }
  return html`<div class="step">${invoice.overdue && renderRemind(view)}${isPayable(invoice) && renderPaymentForm(view)}${renderSendAgain(view)}${renderLink(view)}</div>`;
}

function isPayable(invoice: Invoice): boolean {
  return isOpenInvoice(invoice) && !isCreditNote(invoice);
}

function renderLink({ t, publicUrl }: InvoiceView): Html | false {
  if (publicUrl === null) return false;
  return html`<div class="field copy"><label for="link">${t.invoices.link}</label>
<div class="copy-row"><input id="link" type="text" readonly value="${publicUrl}" dir="ltr"><button class="button quiet" type="button" data-copy="link" data-copied="${t.quote.copied}" hidden>${t.quote.copyLink}</button></div></div>`;
}

function renderActions({ t, base, invoice, canWrite, locale }: InvoiceView): Html {
  const path = `${base}/invoices/${invoice.id}`;
  const isCreditable =
    !isDraftInvoice(invoice) && !isCreditNote(invoice) && invoice.amountCredited < invoice.total;
  const link = (to: string, text: string) => html`<a class="button quiet" href="${path}/${to}">${text}</a>`;
  const hasXml = invoice.eInvoice !== null;
  return html`${link('pdf', t.nouns.invoices.pdf)}${hasXml && link('xml', INVOICE[locale.language].downloadXml)}${canWrite && isDraftInvoice(invoice) && link('edit', t.invoices.edit)}${canWrite && isCreditable && link('credit', t.invoices.credit)}`;
}
