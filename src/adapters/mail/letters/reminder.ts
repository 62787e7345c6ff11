import { DAY_MS } from '../../../domain/calendar.ts';
import { fill } from '../../../i18n/fill.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { formatFactsForCustomer, type QuoteFacts, type QuoteMailData } from './quote-facts.ts';

/** A quote with less time left is said to expire soon. */
const SOON_MS = 7 * DAY_MS;

export interface ReminderData extends QuoteMailData {
  now: number;
}

/** Reminds the customer of a quote that is open. */
export function renderReminderEmail({
  publicUrl,
  unsubscribeUrl,
  ...data
}: ReminderData & { publicUrl: string; unsubscribeUrl: string }): MailContent {
  const { quote, customer, account } = data;
  const facts = formatFactsForCustomer(data);
  const { messages } = facts;
  const { subject, intro } = composeReminder(data, facts);
  return renderAutomaticEmail({
    account,
    locale: facts.locale,
    subject,
    preview: intro,
    kicker: facts.numbered,
    heading: quote.title,
    prose: [fill(messages.greeting, { name: customer.name }), intro],
    facts: [...facts.totals, facts.validUntil],
    button: { label: messages.viewQuote, url: publicUrl },
    notes: [],
    unsubscribe: { label: messages.stopReminders, url: unsubscribeUrl },
  });
}

/** Returns the words of a reminder: they follow the time that is left, and whether the customer has opened the quote. */
export function composeReminder(
  { quote, account, now }: ReminderData,
  { messages, validUntil }: QuoteFacts,
): { subject: string; intro: string } {
  const isSoon = Date.parse(quote.validUntil) - now < SOON_MS;
  const opened = quote.viewedAt === null ? messages.reminderUnopened : messages.reminderOpened;
  return {
    subject: fill(messages.reminderSubject, { number: quote.number, date: validUntil.value }),
    intro: fill(isSoon ? messages.reminderIntro : opened, { seller: account.name }),
  };
}
