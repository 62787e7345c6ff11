import type { InvoiceSource, Parties } from '../../../domain/document.ts';
import { type Invoice, isCreditNote } from '../../../domain/invoice/invoice.ts';
import { resolveSellerLocale } from '../../../i18n/conventions.ts';
import { formatCalendarDate, formatMoney } from '../../../i18n/format.ts';
import { formatDocumentName } from '../../../i18n/invoice/document-name.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { DOCUMENT, INVOICE, MAIL, type MessageTexts, pickTexts } from '../../../i18n/messages.ts';
import type { MailFact } from '../mail-body.ts';
import { listIncludedTaxes } from './quote-facts.ts';

/** The data behind every email about an invoice or a credit note. */
export interface InvoiceMailData {
  /** The printed invoice with its parties. */
  source: InvoiceSource;
  /** The invoice as it is now, with what was paid and credited. */
  invoice: Invoice;
  /** Link to the customer page. */
  publicUrl: string;
}

type InvoiceTexts = MessageTexts<'mail'> & MessageTexts<'invoice'>;

/** An invoice formatted for its recipient. */
export interface InvoiceFacts {
  locale: Locale;
  messages: InvoiceTexts;
  /** “Invoice INV-2026-00001” */
  numbered: string;
  /** The amount in question: what is due, or the total of a credit note. */
  amount: MailFact;
  /** All amounts, with what was paid and credited and the taxes inside. */
  amounts: MailFact[];
  /** `null` if nothing is due, or never was. */
  dueDate: MailFact | null;
}

export function formatInvoiceFacts({ source, invoice }: InvoiceMailData): InvoiceFacts {
  const { account, customer } = source;
  const locale = resolveSellerLocale(account, customer.locale, account.locale);
  const { language } = locale;
  const messages = { ...pickTexts(MAIL, locale), ...pickTexts(INVOICE, locale) };
  const name = formatDocumentName(source, language);
  const { dueDate, amountDue } = invoice;
  return {
    locale,
    messages,
    numbered: `${name} ${invoice.number}`,
    ...listAmounts(invoice, source, locale, messages),
    dueDate:
      dueDate === null || amountDue <= 0
        ? null
        : { label: messages.dueDate, value: formatCalendarDate(dueDate, locale) },
  };
}

function listAmounts(
  invoice: Invoice,
  parties: Parties,
  locale: Locale,
  messages: InvoiceTexts,
): { amount: MailFact; amounts: MailFact[] } {
  const { total, amountPaid, amountCredited, amountDue, currency } = invoice;
  const fact = (label: string, minor: number) => ({ label, value: formatMoney(minor, currency, locale) });
  const taxes = listIncludedTaxes(invoice, parties, locale);
  if (isCreditNote(invoice)) {
    const amount: MailFact = { ...fact(messages.total, total), look: 'strong' };
    return { amount, amounts: [amount, ...taxes] };
  }
  const { amountDue: due } = pickTexts(DOCUMENT, locale);
  const left = amountDue < 0 ? fact(messages.amountOwed, -amountDue) : fact(due, amountDue);
  const amount: MailFact = { ...left, look: 'strong' };
  if (amountDue === total) return { amount, amounts: [amount, ...taxes] };
  const changes = [
    ...(amountPaid === 0 ? [] : [fact(messages.amountPaid, -amountPaid)]),
    ...(amountCredited === 0 ? [] : [fact(messages.amountCredited, -amountCredited)]),
  ];
  return { amount, amounts: [fact(messages.total, total), ...taxes, ...changes, amount] };
}
