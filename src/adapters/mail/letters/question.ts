import type { MailAddress } from '../../../domain/mail/mail.ts';
import type { Message } from '../../../domain/quote/message.ts';
import { fill } from '../../../i18n/fill.ts';
import type { MailFact } from '../mail-body.ts';
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
  /** Facts that the text does not state, if the question came by email. */
  mailed?: Pick<Message, 'isCut' | 'attachments'>;
  /** Whether the PDF of the quote goes with the email. */
  isAttached?: boolean;
}

/** Names of files that are listed. */
const MAX_NAMES = 10;

/** Forwards a question to the owner; a reply goes to the person who wrote it. The caller attaches the PDF if `isAttached`. */
export function renderQuestionEmail({
  question,
  from,
  mailed,
  isAttached = true,
  ...data
}: QuestionMailInput): MailContent & { replyTo: MailAddress | null } {
  const { quote, customer, account } = data;
  const facts = formatFactsForOwner(data);
  const { messages } = facts;
  const name = from?.name?.trim() || customer.name;
  const address = from?.email ?? customer.email;
  const text = question || messages.emailNoText;
  const mail = renderPersonalEmail({
    account,
    locale: facts.locale,
    subject: fill(messages.pair, {
      label: fill(messages.questionAbout, { number: quote.number }),
      value: name,
    }),
    preview: text,
    kicker: quote.title,
    heading: fill(messages.questionAbout, { number: quote.number }),
    prose: [fill(messages.questionIntro, { name: name })],
    quotation: text,
    facts: [...listFiles(messages.attachments, mailed), ...facts.totals, facts.customer, facts.validUntil],
    ...createConsoleButton(data, facts),
    notes: [
      ...(mailed?.isCut ? [messages.emailCut] : []),
      ...(from?.isUnverified ? [messages.senderUnverified] : []),
      ...(address === null ? [] : [fill(messages.replyGoesTo, { address: address })]),
      ...(isAttached ? [messages.attached] : []),
    ],
  });
  return { ...mail, ...createReplyTo(name, address) };
}

function listFiles(label: string, mailed: QuestionMailInput['mailed']): MailFact[] {
  const names = mailed?.attachments.map(({ name }) => name) ?? [];
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMES ? ', …' : '';
  return [{ label, value: `${names.slice(0, MAX_NAMES).join(', ')}${more}` }];
}
