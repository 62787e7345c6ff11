import type { Account } from '../../domain/account/account.ts';
import type { Customer } from '../../domain/customer.ts';
import type { Totals } from '../../domain/money/totals.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import type { TextChanges } from '../../domain/quote/changes.ts';
import type { Message } from '../../domain/quote/message.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { localeFor } from '../../i18n/customs.ts';
import { formatDate, formatDateTime, formatEnd } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { PAGE, type Sayings } from '../../i18n/messages.ts';
import { type Html, html } from '../../markup/html.ts';
import { renderMoney } from './totals.ts';

/** All that the customer's page shows. */
export interface QuotePageView {
  quote: Quote;
  customer: Customer;
  account: Account;
  totals: Totals;
  /** The decision on record, if there is one. */
  acceptance: Acceptance | null;
  /** `/q/<token>`: the forms post below it. */
  base: string;
  pdfUrl: string;
  /** SHA-256 (hex) of the PDF behind `pdfUrl`: what the person who accepts has seen. */
  documentSha256: string;
  /** What the business and the customer wrote to each other, oldest first. */
  thread: { messages: Message[]; hasEarlier: boolean; isLatest: boolean };
  /** Since this link showed another revision. */
  changes?: TextChanges | null;
  /** Of a quote that was converted. */
  invoices?: { number: string; pdfUrl: string }[];
  notice?: Notice;
  /** What was typed, when a form comes back with errors. */
  values?: Partial<Record<FormField, string>>;
  errors?: Partial<Record<FormField, FieldError>>;
  /** Quantities that cannot be taken, by the place of their line. */
  typed?: Record<number, string>;
  /** What is chosen, as the query of the URL of the page. */
  selection?: string | undefined;
  /** For the business itself: nothing can be answered here. */
  isLook?: true;
}

/** What became of the form before. */
const NOTICES = [
  'changed',
  'decided',
  'closed',
  'unselected',
  'accepted',
  'declined',
  'question',
  'renewal',
] as const;
export type Notice = (typeof NOTICES)[number];

export type FormField = 'name' | 'signature' | 'reason' | 'question' | 'message';
export type FieldError = 'required' | 'tooLong' | 'invalid';

/** The most that the fields take, in characters as `maxlength` counts them (UTF-16 units). */
export const FIELD_LIMITS = { name: 200, reason: 2000, question: 5000, message: 2000 } as const;

/** For a notice that came back in the address of the page. */
export function parseNotice(value: unknown): Notice | undefined {
  return NOTICES.find((notice) => notice === value);
}

/** The view with the language of its reader. */
export interface QuotePage extends QuotePageView {
  locale: Locale;
  say: Sayings<'page'>;
}

export function inLanguage(view: QuotePageView): QuotePage {
  const locale = localeFor(view.account, view.customer.locale, view.account.locale);
  return { ...view, locale, say: PAGE[locale.language] };
}

export function money({ quote, locale }: QuotePage, minor: number): Html {
  return renderMoney({ currency: quote.currency, locale }, minor);
}

export function day({ account, locale }: QuotePage, iso: string): Html {
  return html`<time datetime="${iso}">${formatDate(iso, locale, account.timeZone)}</time>`;
}

export function moment({ account, locale }: QuotePage, iso: string): Html {
  return html`<time datetime="${iso}">${formatDateTime(iso, locale, account.timeZone)}</time>`;
}

/** When the quote ends: what is printed is what holds. */
export function end({ account, locale }: QuotePage, iso: string): Html {
  return html`<time datetime="${iso}">${formatEnd(iso, locale, account.timeZone)}</time>`;
}

export function seller({ account }: QuotePage): Html {
  return html`<bdi>${account.name}</bdi>`;
}

/**
 * Text that keeps its own direction line by line while it stays aligned with the page:
 * an address in Latin letters on an Arabic page.
 */
export function lines(text: string): Html {
  return html`${text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}<bdi>${line}</bdi>`)}`;
}
