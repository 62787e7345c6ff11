import { isCreditNote } from '../../../domain/invoice/invoice.ts';
import { fill } from '../../../i18n/fill.ts';
import { type MailContent, renderPersonalEmail } from '../mail-content.ts';
import { formatInvoiceFacts, type InvoiceFacts, type InvoiceMailData } from './invoice-facts.ts';

export interface InvoiceMailInput extends InvoiceMailData {
  /** The sender's own text; it replaces the default text. */
  message?: string | null;
  subject?: string | null;
}

/** Sends the customer an invoice or a credit note. The caller attaches the PDF. */
export function renderInvoiceEmail({ message, subject, ...data }: InvoiceMailInput): MailContent {
  const { source, invoice, publicUrl } = data;
  const { account, customer } = source;
  const facts = formatInvoiceFacts(data);
  const { messages, amounts, dueDate } = facts;
  const texts = chooseTexts(data, facts);
  const shown = [...amounts, ...(dueDate ? [dueDate] : [])];
  return renderPersonalEmail({
    account,
    locale: facts.locale,
    subject: subject?.trim() || fill(messages.pair, { label: facts.numbered, value: invoice.title }),
    preview:
      message?.trim() ||
      [facts.amount.value, dueDate && fill(messages.pair, { label: dueDate.label, value: dueDate.value })]
        .filter(Boolean)
        .join(' · '),
    kicker: facts.numbered,
    heading: invoice.title,
    prose: message?.trim() ? [message] : [fill(messages.greeting, { name: customer.name }), texts.intro],
    facts: shown,
    button: { label: texts.view, url: publicUrl },
    notes: [texts.attached],
  });
}

function chooseTexts(
  { source, invoice }: InvoiceMailData,
  { messages }: InvoiceFacts,
): { intro: string; view: string; attached: string } {
  const seller = source.account.name;
  if (!isCreditNote(invoice)) {
    return {
      intro: fill(messages.invoiceIntro, { seller }),
      view: messages.viewInvoice,
      attached: messages.invoiceAttached,
    };
  }
  const number = source.creditedInvoice?.number ?? '';
  return {
    intro: fill(messages.creditNoteIntro, { seller, number }),
    view: messages.viewCreditNote,
    attached: messages.creditNoteAttached,
  };
}
