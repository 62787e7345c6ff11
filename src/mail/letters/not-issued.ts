import type { Invoice } from '../../domain/invoice/invoice.ts';
import { fill } from '../../i18n/fill.ts';
import { formatMoney } from '../../i18n/format.ts';
import { DOCUMENT, INVOICE } from '../../i18n/messages.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { formatFactsForOwner, type OwnerMailData } from './quote-facts.ts';

/** Notifies the owner that the invoice of an accepted quote is still a draft. The console shows what it lacks. */
export function renderNotIssuedEmail({
  invoice,
  ...data
}: OwnerMailData & { invoice: Pick<Invoice, 'number' | 'total' | 'currency'> }): MailContent {
  const { quote, account, consoleUrl } = data;
  const { messages, locale, customer } = formatFactsForOwner(data);
  const heading = fill(messages.invoiceNotIssued, { number: invoice.number });
  const accepted = fill(messages.quoteAccepted, { number: quote.number });
  const value = formatMoney(invoice.total, invoice.currency, locale);
  return renderAutomaticEmail({
    account,
    locale,
    subject: heading,
    preview: messages.invoiceNotIssuedHint,
    kicker: quote.title,
    heading,
    prose: [accepted, messages.invoiceNotIssuedHint],
    facts: [{ label: DOCUMENT[locale.language].amountDue, value, look: 'strong' }, customer],
    ...(consoleUrl && { button: { label: INVOICE[locale.language].viewInvoice, url: consoleUrl } }),
    notes: [],
  });
}
