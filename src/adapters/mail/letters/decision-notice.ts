import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { MailAddress } from '../../../domain/mail/mail.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatCalendarDate, formatMoney, formatQuantity } from '../../../i18n/format.ts';
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

/** Why an acceptance has no issued invoice: it is a draft, or so many more would have been made that a person must agree. */
export type NotInvoiced = { invoice: InvoiceToIssue } | { laterInvoices: number };

type InvoiceToIssue = Pick<Invoice, 'id' | 'number' | 'total' | 'currency'>;

/** Notifies the owner that the invoice of an accepted quote is still a draft, or was not made. The console shows why. */
export function renderNotIssuedEmail({
  about,
  ...data
}: OwnerMailData & { about: NotInvoiced }): MailContent {
  const { quote, account } = data;
  const facts = formatFactsForOwner(data);
  const { messages, locale } = facts;
  const { heading, hint, ...said } =
    'invoice' in about ? describeDraft(about, data, facts) : describeNotMade(about, data, facts);
  return renderAutomaticEmail({
    ...{ account, locale, subject: heading, preview: hint, kicker: quote.title, heading },
    prose: [fill(messages.quoteAccepted, { number: quote.number }), hint],
    ...said,
    facts: [...said.facts, facts.customer],
    notes: [],
  });
}

function describeDraft(
  { invoice }: { invoice: InvoiceToIssue },
  { consoleUrl }: OwnerMailData,
  { messages, locale }: QuoteFacts,
) {
  const value = formatMoney(invoice.total, invoice.currency, locale);
  return {
    heading: fill(messages.invoiceNotIssued, { number: invoice.number }),
    hint: messages.invoiceNotIssuedHint,
    facts: [{ label: pickTexts(DOCUMENT, locale).amountDue, value, look: 'strong' as const }],
    ...(consoleUrl && { button: { label: pickTexts(INVOICE, locale).viewInvoice, url: consoleUrl } }),
  };
}

function describeNotMade(
  { laterInvoices }: { laterInvoices: number },
  data: OwnerMailData,
  facts: QuoteFacts,
) {
  const { messages, locale } = facts;
  const { quote } = data;
  const date = formatCalendarDate(quote.recurringFrom ?? '', locale);
  return {
    heading: fill(messages.notInvoiced, { number: quote.number }),
    hint: fill(messages.notInvoicedHint, { date, n: formatQuantity(laterInvoices, locale) }),
    facts: [],
    ...createConsoleButton(data, facts),
  };
}
