import { type Invoice, isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatCalendarDate, formatMoney } from '../../../i18n/format.ts';
import { DOCUMENT, INVOICE, pickTexts } from '../../../i18n/messages.ts';
import { listAnswers } from '../../../i18n/quote/answers.ts';
import { formatPayments } from '../../../i18n/quote/recurring.ts';
import type { MailFact } from '../mail-body.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { formatFactsForCustomer, type QuoteFacts, type QuoteMailData } from './quote-facts.ts';

export interface AcceptedCopyInput extends QuoteMailData {
  acceptance: DecisionRecord;
  publicUrl: string | null;
  /** The invoice that the acceptance created, and the link to its page. */
  invoice?: Invoice | undefined;
  invoiceUrl?: string | null;
}

/** Writes the customer's copy of the acceptance. The caller attaches the accepted PDF and that of the invoice. */
export function renderAcceptedCopyEmail({
  acceptance,
  publicUrl,
  invoice,
  invoiceUrl = null,
  ...data
}: AcceptedCopyInput): MailContent {
  const { quote, customer, account } = data;
  const facts = formatFactsForCustomer(data);
  const { messages } = facts;
  const intro = fill(messages.acceptedCopyIntro, { seller: account.name });
  const { viewInvoice, dueText, invoiceAttached } = pickTexts(INVOICE, facts.locale);
  const payBy = invoiceUrl !== null && invoice?.dueDate;
  return renderAutomaticEmail({
    account,
    locale: facts.locale,
    subject: fill(messages.pair, {
      label: fill(messages.quoteAccepted, { number: quote.number }),
      value: quote.title,
    }),
    preview: intro,
    kicker: quote.title,
    heading: fill(messages.quoteAccepted, { number: quote.number }),
    prose: [
      fill(messages.greeting, { name: customer.name }),
      intro,
      ...(payBy ? [fill(dueText, { date: formatCalendarDate(payBy, facts.locale) })] : []),
    ],
    facts: [
      ...(invoiceUrl === null ? [] : listInvoiceFacts(invoice, facts)),
      ...facts.totals,
      ...listAcceptanceFacts(quote, acceptance, facts),
    ],
    // The payment comes first: it is what the customer still has to do.
    button:
      invoiceUrl !== null
        ? { label: viewInvoice, url: invoiceUrl }
        : publicUrl === null
          ? null
          : { label: messages.viewQuote, url: publicUrl },
    notes: [messages.acceptedAttached, ...(invoiceUrl === null ? [] : [invoiceAttached])],
  });
}

/** Lists number and amount of the invoice that the acceptance created. A draft is not due yet. */
export function listInvoiceFacts(invoice: Invoice | undefined, { locale }: QuoteFacts): MailFact[] {
  if (!invoice || isDraftInvoice(invoice)) return [];
  const words = pickTexts(DOCUMENT, locale);
  return [
    { label: words.invoice, value: invoice.number },
    {
      label: words.amountDue,
      value: formatMoney(invoice.amountDue, invoice.currency, locale),
      look: 'strong',
    },
  ];
}

/** Lists who accepted, when, what was answered, and the hash of the accepted PDF. */
export function listAcceptanceFacts(
  quote: Quote,
  acceptance: DecisionRecord,
  { messages, dateTime, locale }: QuoteFacts,
): MailFact[] {
  const all: MailFact[] = [];
  const { signatures = [], passedOver = [] } = acceptance;
  const toFact = (label: string) => (person: { name: string }) => ({ label, value: person.name });
  all.push(...signatures.map(toFact(messages.signedBy)), ...passedOver.map(toFact(messages.notSignedBy)));
  if (acceptance.name && signatures.length === 0)
    all.push({ label: messages.acceptedBy, value: acceptance.name });
  all.push({ label: messages.acceptedOn, value: dateTime(acceptance.at) });
  if (quote.recurring) all.push({ label: messages.accepted, value: formatPayments(quote, locale, messages) });
  all.push(...listAnswers(quote.acceptanceFields, acceptance.answers, locale, messages));
  if (acceptance.documentSha256) {
    all.push({ label: messages.fingerprint, value: acceptance.documentSha256, look: 'code' });
  }
  return all;
}
