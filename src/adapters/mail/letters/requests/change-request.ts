import type { MailAddress } from '../../../../domain/mail/mail.ts';
import type { LineChange } from '../../../../domain/quote/changes.ts';
import type { LineItem } from '../../../../domain/quote/line/line-item.ts';
import { compareProposed } from '../../../../domain/quote/proposal/proposed-quote.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { fill } from '../../../../i18n/fill.ts';
import { formatMoney, formatQuantity } from '../../../../i18n/format.ts';
import { PAGE } from '../../../../i18n/messages.ts';
import type { MailFact } from '../../mail-body.ts';
import { type MailContent, renderPersonalEmail } from '../../mail-content.ts';
import {
  createConsoleButton,
  createReplyTo,
  formatFactsForOwner,
  type OwnerMailData,
  type QuoteFacts,
} from '../quote-facts.ts';

export interface ChangeRequestMailInput extends OwnerMailData {
  /** The quote as the customer would like it. */
  proposed: Quote;
  text: string;
  from: { email: string | null };
}

/** The console shows all changes. */
const MAX_LISTED = 10;

/** Tells the owner what the customer would like to be otherwise; a reply goes to who asked. The caller attaches the PDF. */
export function renderChangeRequestEmail({
  proposed,
  text,
  from,
  ...data
}: ChangeRequestMailInput): MailContent & { replyTo: MailAddress | null } {
  const { quote, customer, account } = data;
  const facts = formatFactsForOwner(data);
  const { messages } = facts;
  const about = fill(messages.changesAskedFor, { number: quote.number });
  const address = from.email ?? customer.email;
  const { lines } = compareProposed(quote, proposed);
  const mail = renderPersonalEmail({
    account,
    locale: facts.locale,
    subject: fill(messages.pair, { label: about, value: customer.name }),
    preview: text,
    kicker: quote.title,
    heading: about,
    prose: [fill(messages.changesIntro, { name: customer.name })],
    quotation: text,
    facts: [
      ...lines.slice(0, MAX_LISTED).map((line) => toFact(line, quote.currency, facts)),
      ...(lines.length > MAX_LISTED ? [{ label: '…', value: '' }] : []),
      ...listTotals(quote.total, proposed.total, quote.currency, facts),
      facts.customer,
      facts.validUntil,
    ],
    ...createConsoleButton(data, facts),
    notes: [...(address === null ? [] : [fill(messages.replyGoesTo, { address })]), messages.attached],
  });
  return { ...mail, ...createReplyTo(customer.name, address) };
}

function toFact(line: LineChange, currency: string, { locale }: QuoteFacts): MailFact {
  const t = PAGE[locale.language];
  const format = ({ quantity, unit, unitPrice }: LineItem) =>
    `${formatQuantity(quantity, locale)}${unit ? ` ${unit}` : ''} × ${formatMoney(unitPrice, currency, locale)}`;
  const item = line.kind === 'removed' ? line.before : line.now;
  const label = item.description.split('\n', 1)[0] ?? '';
  if (line.kind !== 'changed') return { label, value: line.kind === 'removed' ? t.lineRemoved : t.lineAdded };
  const before = fill(t.previously, { value: format(line.before) });
  return { label, value: `${format(line.now)} (${before})` };
}

function listTotals(
  before: number,
  now: number,
  currency: string,
  { locale, total }: QuoteFacts,
): MailFact[] {
  if (before === now) return [total];
  const t = PAGE[locale.language];
  return [
    { label: t.totalBefore, value: formatMoney(before, currency, locale) },
    { label: t.totalNow, value: formatMoney(now, currency, locale), look: 'strong' },
  ];
}
