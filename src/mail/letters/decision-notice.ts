import type { MailAddress } from '../../domain/mail/mail.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import { fill } from '../../i18n/fill.ts';
import { byProgram, type MailContent } from '../mail-content.ts';
import { acceptanceFacts } from './accepted-copy.ts';
import { factsForOwner, type QuoteFacts, type QuoteMailData, replyTo } from './quote-facts.ts';

/** Notifies the owner of the customer's decision. A reply goes to the customer. The caller attaches the PDF. */
export function decisionNoticeMail({
  acceptance,
  ...data
}: QuoteMailData & { acceptance: Acceptance }): MailContent & { replyTo: MailAddress | null } {
  const facts = factsForOwner(data);
  const notice = acceptance.decision === 'ACCEPTED' ? accepted : declined;
  const { quote, customer, account } = data;
  const mail = byProgram({
    account,
    locale: facts.locale,
    kicker: quote.title,
    ...notice(data, acceptance, facts),
  });
  return { ...mail, ...replyTo(customer.name, customer.email) };
}

function accepted({ quote, customer }: QuoteMailData, acceptance: Acceptance, facts: QuoteFacts) {
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
    facts: [...facts.totals, facts.customer, ...acceptanceFacts(acceptance, facts)],
    notes: [messages.attached],
  };
}

function declined({ quote, customer }: QuoteMailData, acceptance: Acceptance, facts: QuoteFacts) {
  const { messages } = facts;
  const intro = fill(messages.declinedNotice, { customer: customer.name });
  const reason = acceptance.reason?.trim();
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
      { label: messages.declinedOn, value: facts.dateTime(acceptance.at) },
    ],
    notes: [messages.attached],
  };
}
