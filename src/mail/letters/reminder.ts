import { fill } from '../../i18n/fill.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { formatFactsForCustomer, type QuoteMailData } from './quote-facts.ts';

/** Reminds the customer some days before the quote expires. */
export function renderReminderEmail({
  publicUrl,
  unsubscribeUrl,
  ...data
}: QuoteMailData & { publicUrl: string; unsubscribeUrl: string }): MailContent {
  const { quote, customer, account } = data;
  const facts = formatFactsForCustomer(data);
  const { messages } = facts;
  const subject = fill(messages.reminderSubject, {
    number: quote.number,
    date: facts.validUntil.value,
  });
  const intro = fill(messages.reminderIntro, { seller: account.name });
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
