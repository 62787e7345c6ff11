import type { MailAddress } from '../../domain/mail/mail.ts';
import { fill } from '../../i18n/fill.ts';
import { byPerson, type MailContent } from '../mail-content.ts';
import { factsForOwner, type QuoteMailData, replyTo } from './quote-facts.ts';

export interface QuestionMailInput extends QuoteMailData {
  question: string;
  /** Who asks, where it is not the customer as we know them. */
  from?: { name: string | null; email: string | null } | null;
}

/** To the owner: a person's own words, to be answered to that person. The caller attaches the PDF. */
export function questionMail({
  question,
  from,
  ...data
}: QuestionMailInput): MailContent & { replyTo: MailAddress | null } {
  const { quote, customer, account } = data;
  const facts = factsForOwner(data);
  const { messages } = facts;
  const name = from?.name?.trim() || customer.name;
  const address = from?.email ?? customer.email;
  const mail = byPerson({
    account,
    locale: facts.locale,
    subject: fill(messages.pair, {
      label: fill(messages.questionAbout, { number: quote.number }),
      value: name,
    }),
    preview: question,
    kicker: quote.title,
    heading: fill(messages.questionAbout, { number: quote.number }),
    prose: [fill(messages.questionIntro, { name: name })],
    quotation: question,
    facts: [...facts.totals, facts.customer, facts.validUntil],
    notes: [
      ...(address === null ? [] : [fill(messages.replyGoesTo, { address: address })]),
      messages.attached,
    ],
  });
  return { ...mail, ...replyTo(name, address) };
}
