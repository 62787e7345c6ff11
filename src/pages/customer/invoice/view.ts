import type { InvoiceSource } from '../../../domain/document.ts';
import { type Invoice, isCreditNote } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { formatCalendarDate } from '../../../i18n/format.ts';
import { formatDocumentName } from '../../../i18n/invoice/document-name.ts';
import { DOCUMENT, INVOICE, type MessageTexts, pickTexts } from '../../../i18n/messages.ts';
import { type DocumentPage, localize, type OnlinePayment } from '../quote/view.ts';

/** Data of the customer page of an invoice or a credit note. */
export interface InvoicePageView extends Partial<OnlinePayment> {
  /** The printed invoice with its parties: the page shows what the PDF shows. */
  source: InvoiceSource;
  /** The invoice as it is now, with what was paid and credited. */
  invoice: Invoice;
  pdfUrl: string;
  /** `null` without an electronic invoice. */
  xmlUrl: string | null;
}

/** The view with the locale and texts of its viewer. */
export interface InvoicePage extends InvoicePageView, DocumentPage {
  words: MessageTexts<'document'> & MessageTexts<'invoice'>;
  /** “Invoice”, “Partial invoice”, “Credit note” … */
  name: string;
}

export function localizeInvoice(view: InvoicePageView): InvoicePage {
  const { account, customer } = view.source;
  const { locale, t } = localize({ account, customer });
  const words = { ...pickTexts(DOCUMENT, locale), ...pickTexts(INVOICE, locale) };
  const name = formatDocumentName(view.source, locale.language);
  return { ...view, account, customer, locale, t, words, name, currency: view.invoice.currency };
}

/** Whether the customer has to pay something. */
export function isPayable({ invoice }: Pick<InvoicePage, 'invoice'>): boolean {
  return !isCreditNote(invoice) && invoice.amountDue > 0;
}

/** A calendar day, formatted as in the PDF. */
export function calendarDay({ locale }: DocumentPage, date: string): Html {
  return html`<time datetime="${date}">${formatCalendarDate(date, locale)}</time>`;
}
