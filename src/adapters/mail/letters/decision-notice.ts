import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { MailAddress } from '../../../domain/mail/mail.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatMoney } from '../../../i18n/format.ts';
import { DOCUMENT, INVOICE, pickTexts } from '../../../i18n/messages.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { listAcceptanceFacts, listInvoiceFacts } from './accepted-copy.ts';
import {
  createConsoleButton,
  createReplyTo,
  formatFactsForOwner,
  type OwnerMailData,
  type QuoteFacts,
  type QuoteMailData,
} from './quote-facts.ts';

/** `invoice` is the one that the acceptance created. */
type NoticeData = OwnerMailData & { invoice?: Invoice | undefined };

/** Notifies the owner of the customer's decision. A reply goes to the customer. The caller attaches the PDF. */
export function renderDecisionNoticeEmail({
  decision,
  ...data
}: NoticeData & { decision: DecisionRecord }): MailContent & { replyTo: MailAddress | null } {
  const facts = formatFactsForOwner(data);
  const describeDecision = decision.decision === 'ACCEPTED' ? describeAcceptance : describeDecline;
  const { quote, customer, account } = data;
  const mail = renderAutomaticEmail({
    account,
    locale: facts.locale,
    kicker: quote.title,
    ...createConsoleButton(data, facts),
    ...describeDecision(data, decision, facts),
  });
  return { ...mail, ...createReplyTo(customer.name, customer.email) };
}

function describeAcceptance(
  { quote, customer, invoice }: NoticeData,
  acceptance: DecisionRecord,
  facts: QuoteFacts,
) {
  const { messages } = facts;
  const intro = fill(messages.acceptedNotice, { customer: customer.name });
  return {
    subject: fill(messages.pair, {
      label: fill(messages.quoteAccepted, { number: quote.number }),
      value: customer.name,
    }),
    preview: intro,
    heading: fill(messages.quoteAccepted, { number: quote.number }),
    prose: [intro],
    facts: [
      ...listInvoiceFacts(invoice, facts),
      ...facts.totals,
      facts.customer,
      ...listAcceptanceFacts(quote, acceptance, facts),
    ],
    notes: [messages.attached],
  };
}

function describeDecline({ quote, customer }: QuoteMailData, decision: DecisionRecord, facts: QuoteFacts) {
  const { messages } = facts;
  const intro = fill(messages.declinedNotice, { customer: customer.name });
  const reason = decision.reason?.trim();
  return {
    subject: fill(messages.pair, {
      label: fill(messages.quoteDeclined, { number: quote.number }),
      value: customer.name,
    }),
    preview: reason || intro,
    heading: fill(messages.quoteDeclined, { number: quote.number }),
    prose: reason
      ? [intro, fill(messages.pair, { label: messages.reason, value: '' }).trimEnd()]
      : [intro, messages.noReason],
    quotation: reason ?? null,
    facts: [
      ...facts.totals,
      facts.customer,
      { label: messages.declinedOn, value: facts.dateTime(decision.at) },
    ],
    notes: [messages.attached],
  };
}

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
    facts: [{ label: pickTexts(DOCUMENT, locale).amountDue, value, look: 'strong' }, customer],
    ...(consoleUrl && { button: { label: pickTexts(INVOICE, locale).viewInvoice, url: consoleUrl } }),
    notes: [],
  });
}
