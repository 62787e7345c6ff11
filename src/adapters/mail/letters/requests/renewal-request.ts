import type { MailAddress } from '../../../../domain/mail/mail.ts';
import { fill } from '../../../../i18n/fill.ts';
import { type MailContent, renderAutomaticEmail } from '../../mail-content.ts';
import {
  createConsoleButton,
  createReplyTo,
  formatFactsForOwner,
  type OwnerMailData,
} from '../quote-facts.ts';

/** Notifies the owner that a customer wants to renew an expired quote. The caller attaches the PDF. */
export function renderRenewalRequestEmail({
  message,
  ...data
}: OwnerMailData & { message?: string | null }): MailContent & { replyTo: MailAddress | null } {
  const { quote, customer, account } = data;
  const facts = formatFactsForOwner(data);
  const { messages } = facts;
  const intro = fill(messages.renewalIntro, { customer: customer.name });
  const mail = renderAutomaticEmail({
    account,
    locale: facts.locale,
    subject: fill(messages.renewalAsked, { number: quote.number }),
    preview: intro,
    kicker: quote.title,
    heading: fill(messages.renewalAsked, { number: quote.number }),
    prose: [intro],
    quotation: message?.trim() || null,
    facts: [...facts.totals, facts.customer, facts.validUntil],
    ...createConsoleButton(data, facts),
    notes: [
      messages.renewalHint,
      ...(customer.email === null ? [] : [fill(messages.replyGoesTo, { address: customer.email })]),
      messages.attached,
    ],
  });
  return { ...mail, ...createReplyTo(customer.name, customer.email) };
}
