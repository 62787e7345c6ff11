import { fill } from '../../../i18n/fill.ts';
import { formatCalendarDate } from '../../../i18n/format.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { formatInvoiceFacts, type InvoiceMailData } from './invoice-facts.ts';

/** Reminds the customer of an invoice that is overdue. The caller attaches the PDF. */
export function renderOverdueEmail(data: InvoiceMailData): MailContent {
  const { source, invoice, publicUrl } = data;
  const { account, customer } = source;
  const { locale, messages, numbered, amounts, dueDate } = formatInvoiceFacts(data);
  const date = formatCalendarDate(invoice.dueDate ?? invoice.issueDate, locale);
  const intro = fill(messages.overdueIntro, { seller: account.name, date });
  return renderAutomaticEmail({
    account,
    locale,
    subject: fill(messages.overdueSubject, { number: invoice.number, date }),
    preview: intro,
    kicker: numbered,
    heading: invoice.title,
    prose: [fill(messages.greeting, { name: customer.name }), intro],
    facts: [...amounts, ...(dueDate ? [dueDate] : [])],
    button: { label: messages.viewInvoice, url: publicUrl },
    notes: [messages.overdueDisregard, messages.invoiceAttached],
  });
}
