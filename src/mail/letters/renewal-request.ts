import type { MailAddress } from '../../domain/mail/mail.ts';
import { fill } from '../../i18n/fill.ts';
import { byProgram, type MailContent } from '../mail-content.ts';
import { factsForOwner, type QuoteMailData, replyTo } from './quote-facts.ts';

/** Notifies the owner that a customer wants to renew an expired quote. The caller attaches the PDF. */
export function renewalRequestMail({
  message,
  ...data
}: QuoteMailData & { message?: string | null }): MailContent & { replyTo: MailAddress | null } {
  const { quote, customer, account } = data;
  const facts = factsForOwner(data);
  const { messages } = facts;
  const intro = fill(messages.renewalIntro, { customer: customer.name });
  const mail = byProgram({
    account,
    locale: facts.locale,
    subject: fill(messages.renewalAsked, { number: quote.number }),
    preview: intro,
    kicker: quote.title,
    heading: fill(messages.renewalAsked, { number: quote.number }),
    prose: [intro],
    quotation: message?.trim() || null,
    facts: [...facts.totals, facts.customer, facts.validUntil],
    notes: [
      messages.renewalHint,
      ...(customer.email === null ? [] : [fill(messages.replyGoesTo, { address: customer.email })]),
      messages.attached,
    ],
  });
  return { ...mail, ...replyTo(customer.name, customer.email) };
}
