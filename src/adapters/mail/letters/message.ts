import type { Message } from '../../../domain/quote/message.ts';
import { fill } from '../../../i18n/fill.ts';
import { type MailContent, renderPersonalEmail } from '../mail-content.ts';
import { formatFactsForCustomer, type QuoteMailData } from './quote-facts.ts';

export interface MessageMailInput extends QuoteMailData {
  message: Pick<Message, 'author' | 'text'>;
  publicUrl: string;
  /** The subject of the customer's email that the message answers. */
  replySubject?: string | null;
  /** Whether a reply to the email reaches the business. */
  canReply?: boolean;
}

/** Sends the customer a message about the quote. */
export function renderMessageEmail({
  message,
  publicUrl,
  replySubject,
  canReply = false,
  ...data
}: MessageMailInput): MailContent {
  const { quote, account } = data;
  const facts = formatFactsForCustomer(data);
  const { messages } = facts;
  const about = fill(messages.messageAbout, { number: quote.number });
  return renderPersonalEmail({
    account,
    locale: facts.locale,
    subject: replySubject ?? fill(messages.pair, { label: about, value: quote.title }),
    preview: message.text,
    kicker: quote.title,
    heading: about,
    prose: [fill(messages.messageIntro, { name: message.author })],
    quotation: message.text,
    facts: [...facts.totals, facts.validUntil],
    button: { label: messages.viewQuote, url: publicUrl },
    notes: [canReply ? messages.messageReplyHint : messages.messageHint],
  });
}
