import type { Attachment } from '../../../domain/quote/attachment.ts';
import type { ContentChanges } from '../../../domain/quote/changes.ts';
import { fill } from '../../../i18n/fill.ts';
import { listChanges } from '../mail-changes.ts';
import { type MailContent, renderPersonalEmail } from '../mail-content.ts';
import { formatFactsForCustomer, type QuoteMailData } from './quote-facts.ts';

export interface QuoteMailInput extends QuoteMailData {
  /** Link to the customer page; `null` for who gets only the document. */
  publicUrl: string | null;
  /** The sender's own text; it replaces the default text. */
  message?: string | null;
  subject?: string | null;
  /** What has changed since the revision that the customer got before. */
  changes?: ContentChanges | null;
  /** True if the attachments are too large for the email, which then links to them. */
  hasFileLinks?: boolean;
}

/** Sends the customer the quote. The caller attaches the PDF. */
export function renderQuoteEmail({
  publicUrl,
  message,
  subject,
  changes,
  hasFileLinks,
  ...data
}: QuoteMailInput): MailContent {
  const { quote, customer, account } = data;
  const facts = formatFactsForCustomer(data);
  const { messages } = facts;
  return renderPersonalEmail({
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
          fill(changes ? messages.revisedIntro : messages.quoteIntro, { seller: account.name }),
        ],
    changes: changes ? listChanges(changes, quote, facts.locale) : null,
    facts: [...facts.totals, facts.validUntil],
    button: publicUrl === null ? null : { label: messages.viewQuote, url: publicUrl },
    files:
      hasFileLinks && publicUrl !== null
        ? { label: messages.attachments, links: listAttachmentLinks(quote.attachments, publicUrl) }
        : null,
    notes: [messages.attached],
  });
}

function listAttachmentLinks(
  attachments: readonly Attachment[],
  publicUrl: string,
): { name: string; url: string }[] {
  return attachments.map(({ name }) => ({
    name,
    url: `${publicUrl}/attachments/${encodeURIComponent(name)}`,
  }));
}
