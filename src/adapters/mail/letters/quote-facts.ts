import type { Account } from '../../../domain/account/account.ts';
import type { Customer } from '../../../domain/customer/customer.ts';
import type { Parties } from '../../../domain/document.ts';
import type { MailAddress } from '../../../domain/mail/mail.ts';
import { listPrintedTaxes } from '../../../domain/money/printed-taxes.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { resolveSellerLocale } from '../../../i18n/conventions.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatDateTime, formatEnd, formatMoney, formatPercent } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { MAIL, type MessageTexts, pickTexts } from '../../../i18n/messages.ts';
import { formatDue } from '../../../i18n/quote/due.ts';
import { listLaterSums } from '../../../i18n/quote/recurring.ts';
import { getTaxNames } from '../../../i18n/tax/tax-names.ts';
import type { MailBody, MailFact } from '../mail-body.ts';

/** The data behind every email about a quote. */
export interface QuoteMailData {
  quote: Quote;
  customer: Customer;
  account: Account;
}

/** An email to the business, which leads to the quote in the console, if there is one. */
export interface OwnerMailData extends QuoteMailData {
  consoleUrl?: string | null;
}

/** The button that opens the quote in the console. */
export function createConsoleButton(
  { consoleUrl }: Pick<OwnerMailData, 'consoleUrl'>,
  { messages }: Pick<QuoteFacts, 'messages'>,
): Pick<MailBody, 'button'> {
  return consoleUrl ? { button: { label: messages.viewQuote, url: consoleUrl } } : {};
}

/** A quote formatted for one reader: in their language, in the account's time zone. */
export interface QuoteFacts {
  locale: Locale;
  messages: MessageTexts<'mail'>;
  total: MailFact;
  /** The total, followed by the taxes that it contains and by the payment stages. */
  totals: MailFact[];
  validUntil: MailFact;
  customer: MailFact;
  /** “Quote Q-2026-00001” */
  numbered: string;
  dateTime(iso: string): string;
}

export function formatFactsForCustomer(data: QuoteMailData): QuoteFacts {
  return formatFacts(data, resolveSellerLocale(data.account, data.customer.locale, data.account.locale));
}

export function formatFactsForOwner(data: QuoteMailData): QuoteFacts {
  return formatFacts(data, resolveSellerLocale(data.account, data.account.locale));
}

/** Directs replies to the customer, if their email address is known. */
export function createReplyTo(name: string, address: string | null): { replyTo: MailAddress | null } {
  return { replyTo: address === null ? null : { name, address } };
}

function formatFacts({ quote, customer, account }: QuoteMailData, locale: Locale): QuoteFacts {
  const messages = pickTexts(MAIL, locale);
  const money = (minor: number) => formatMoney(minor, quote.currency, locale);
  const label = quote.recurring ? messages.dueNow : messages.total;
  const later = listLaterSums(quote, locale, messages).map(({ label: name, amount }) => ({
    label: name,
    value: money(amount),
  }));
  const total: MailFact = { label, value: money(quote.total), look: 'strong' };
  const stages = (quote.paymentSchedule ?? []).map(({ label, amount, due }) => ({
    label,
    value: `${money(amount)} · ${formatDue(due, locale, messages)}`,
  }));
  const included = listIncludedTaxes(quote, { account, customer }, locale);
  return {
    locale,
    messages,
    dateTime: (iso) => formatDateTime(iso, locale, account.timeZone),
    numbered: fill(messages.quoteNumbered, { number: quote.number }),
    total,
    totals: [total, ...included, ...later, ...stages],
    validUntil: { label: messages.validUntil, value: formatEnd(quote.validUntil, locale, account.timeZone) },
    customer: { label: messages.customer, value: customer.name },
  };
}

/** Lists the taxes inside the total, if prices contain them. What is not taxed has its amount. */
export function listIncludedTaxes(
  content: Pick<Quote, 'pricesIncludeTax' | 'taxes' | 'currency'> & { kind?: string },
  parties: Parties,
  locale: Locale,
): MailFact[] {
  const { pricesIncludeTax, taxes, currency } = content;
  if (!pricesIncludeTax) return [];
  const names = getTaxNames(content, parties, locale.language);
  return listPrintedTaxes(taxes, names).map(({ name, rate, net, tax }) => {
    const template = rate > 0 ? pickTexts(MAIL, locale).taxIncluded : '{tax} {rate}';
    const base = fill(pickTexts(MAIL, locale).taxBase, { base: formatMoney(net, currency, locale) });
    return {
      label: fill(template, { rate: formatPercent(rate, locale), tax: name }),
      value: rate > 0 ? formatMoney(tax, currency, locale) : base,
    };
  });
}
