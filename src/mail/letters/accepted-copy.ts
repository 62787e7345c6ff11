import type { Acceptance } from '../../domain/quote/acceptance.ts';
import { fill } from '../../i18n/fill.ts';
import type { MailFact } from '../mail-body.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { formatFactsForCustomer, type QuoteFacts, type QuoteMailData } from './quote-facts.ts';

export interface AcceptedCopyInput extends QuoteMailData {
  acceptance: Acceptance;
  publicUrl: string | null;
}

/** Writes the customer's copy of the acceptance. The caller attaches the accepted PDF. */
export function renderAcceptedCopyEmail({ acceptance, publicUrl, ...data }: AcceptedCopyInput): MailContent {
  const { quote, customer, account } = data;
  const facts = formatFactsForCustomer(data);
  const { messages } = facts;
  const intro = fill(messages.acceptedCopyIntro, { seller: account.name });
  return renderAutomaticEmail({
    account,
    locale: facts.locale,
    subject: fill(messages.pair, {
      label: fill(messages.quoteAccepted, { number: quote.number }),
      value: quote.title,
    }),
    preview: intro,
    kicker: quote.title,
    heading: fill(messages.quoteAccepted, { number: quote.number }),
    prose: [fill(messages.greeting, { name: customer.name }), intro],
    facts: [...facts.totals, ...listAcceptanceFacts(acceptance, facts)],
    button: publicUrl === null ? null : { label: messages.viewQuote, url: publicUrl },
    notes: [messages.acceptedAttached],
  });
}

/** Lists who accepted, when, and the hash of the accepted PDF. */
export function listAcceptanceFacts(acceptance: Acceptance, { messages, dateTime }: QuoteFacts): MailFact[] {
  const all: MailFact[] = [];
  if (acceptance.name) all.push({ label: messages.acceptedBy, value: acceptance.name });
  all.push({ label: messages.acceptedOn, value: dateTime(acceptance.at) });
  if (acceptance.documentSha256) {
    all.push({ label: messages.fingerprint, value: acceptance.documentSha256, look: 'code' });
  }
  return all;
}
