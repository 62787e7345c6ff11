import { DAY_MS } from '../../../domain/calendar.ts';
import { fill } from '../../../i18n/fill.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { formatFactsForCustomer, type QuoteFacts, type QuoteMailData } from './quote-facts.ts';

/** A quote with less time left is said to expire soon. */
const SOON_MS = 7 * DAY_MS;

export interface ReminderData extends QuoteMailData {
  now: number;
}

/** Words of the sender, which replace the usual ones. */
export interface ReminderWords {
  subject?: string | null;
  message?: string | null;
}

/** Reminds the customer of a quote that is open. */
export function renderReminderEmail({
  publicUrl,
  unsubscribeUrl,
  words = {},
  ...data
}: ReminderData & { publicUrl: string; unsubscribeUrl: string; words?: ReminderWords }): MailContent {
  const { quote, account } = data;
  const facts = formatFactsForCustomer(data);
  const { messages } = facts;
  const { subject, intro, message } = composeReminder(data, facts);
  const own = words.message?.trim();
  return renderAutomaticEmail({
    account,
    locale: facts.locale,
    subject: words.subject?.trim() || subject,
    preview: own || intro,
    kicker: facts.numbered,
    heading: quote.title,
    prose: (own || message).split('\n\n'),
    facts: [...facts.totals, facts.validUntil],
    button: { label: messages.viewQuote, url: publicUrl },
    notes: [],
    unsubscribe: { label: messages.stopReminders, url: unsubscribeUrl },
  });
}

/** Returns the usual words: they follow the time that is left, and whether the customer has opened the quote. */
export function composeReminder(
  { quote, account, customer, now }: ReminderData,
  { messages, validUntil }: QuoteFacts,
): { subject: string; intro: string; message: string } {
  const isSoon = Date.parse(quote.validUntil) - now < SOON_MS;
  const opened = quote.viewedAt === null ? messages.reminderUnopened : messages.reminderOpened;
  const intro = fill(isSoon ? messages.reminderIntro : opened, { seller: account.name });
  return {
    intro,
    subject: fill(messages.reminderSubject, { number: quote.number, date: validUntil.value }),
    message: `${fill(messages.greeting, { name: customer.name })}\n\n${intro}`,
  };
}
