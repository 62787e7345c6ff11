import type { MailAddress } from '../../domain/mail/mail.ts';
import { fill } from '../../i18n/fill.ts';
import { type MailContent, renderPersonalEmail } from '../mail-content.ts';
import {
  createConsoleButton,
  createReplyTo,
  formatFactsForOwner,
  type OwnerMailData,
} from './quote-facts.ts';

export interface QuestionMailInput extends OwnerMailData {
  question: string;
  /** The person with the question, if not the customer on record. */
  from?: { name: string | null; email: string | null; isUnverified?: boolean } | null;
  /** Whether the PDF of the quote goes with the email. */
  isAttached?: boolean;
}

/** Forwards a question to the owner; a reply goes to the person who wrote it. The caller attaches the PDF if `isAttached`. */
export function renderQuestionEmail({
  question,
  from,
  isAttached = true,
  ...data
}: QuestionMailInput): MailContent & { replyTo: MailAddress | null } {
  const { quote, customer, account } = data;
  const facts = formatFactsForOwner(data);
  const { messages } = facts;
  const name = from?.name?.trim() || customer.name;
  const address = from?.email ?? customer.email;
  const mail = renderPersonalEmail({
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
    ...createConsoleButton(data, facts),
    notes: [
      ...(from?.isUnverified ? [messages.senderUnverified] : []),
      ...(address === null ? [] : [fill(messages.replyGoesTo, { address: address })]),
      ...(isAttached ? [messages.attached] : []),
    ],
  });
  return { ...mail, ...createReplyTo(name, address) };
}
