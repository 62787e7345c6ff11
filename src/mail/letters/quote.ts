import type { Attachment } from '../../domain/quote/attachment.ts';
import { fill } from '../../i18n/fill.ts';
import { byPerson, type MailContent } from '../mail-content.ts';
import { factsForCustomer, type QuoteMailData } from './quote-facts.ts';

export interface QuoteMailInput extends QuoteMailData {
  /** The customer's page of the quote. */
  publicUrl: string;
  /** The sender's own words. They are the letter then, and ours are left out. */
  message?: string | null;
  subject?: string | null;
  /** Whether the attachments are too large to come along: then the mail links to them. */
  linksFiles?: boolean;
}

/** To the customer, with the quote. The caller attaches the PDF. */
export function quoteMail({ publicUrl, message, subject, linksFiles, ...data }: QuoteMailInput): MailContent {
  const { quote, customer, account } = data;
  const facts = factsForCustomer(data);
  const { messages } = facts;
  return byPerson({
    account,
    locale: facts.locale,
    subject: subject?.trim() || fill(messages.pair, { label: facts.numbered, value: quote.title }),
    preview:
      message?.trim() ||
      `${facts.total.value} · ${fill(messages.pair, { label: facts.validUntil.label, value: facts.validUntil.value })}`,
    kicker: facts.numbered,
    heading: quote.title,
    prose: message?.trim()
      ? [message]
      : [
          fill(messages.greeting, { name: customer.name }),
          fill(messages.quoteIntro, { seller: account.name }),
        ],
    facts: [...facts.totals, facts.validUntil],
    button: { label: messages.viewQuote, url: publicUrl },
    files: linksFiles ? { label: messages.attachments, links: linksTo(quote.attachments, publicUrl) } : null,
    notes: [messages.attached],
  });
}

function linksTo(attachments: readonly Attachment[], publicUrl: string): { name: string; url: string }[] {
  return attachments.map(({ name }) => ({
    name,
    url: `${publicUrl}/attachments/${encodeURIComponent(name)}`,
  }));
}
