import type { Account } from '../../../domain/account/account.ts';
import type { Customer } from '../../../domain/customer/customer.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { Totals } from '../../../domain/money/totals.ts';
import type { Signer } from '../../../domain/quote/acceptance/signers.ts';
import type { ContentChanges } from '../../../domain/quote/changes.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Message } from '../../../domain/quote/message.ts';
import type { Proposal, ProposalKind } from '../../../domain/quote/proposal/proposal.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { resolveSellerLocale } from '../../../i18n/conventions.ts';
import { formatDate, formatDateTime, formatEnd } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { type MessageTexts, PAGE, pickTexts } from '../../../i18n/messages.ts';
import type { ReadWishes } from './proposal/read-wishes.ts';
import { renderMoney, renderPayments } from './totals.ts';

/** Data of the customer page. */
export interface QuotePageView {
  quote: Quote;
  customer: Customer;
  account: Account;
  totals: Totals;
  /** Record of the decision, if there is one. */
  decision: DecisionRecord | null;
  /** `/q/<token>`, the base path of the forms. */
  base: string;
  pdfUrl: string;
  /** SHA-256 (hex) of the PDF at `pdfUrl`, the document that the customer has seen. */
  documentSha256: string;
  /** Messages between the account and the customer, oldest first. */
  thread: { messages: Message[]; hasEarlier: boolean; isLatest: boolean };
  /** Changes since the revision that this link showed before. */
  changes?: ContentChanges | null;
  /** Issued invoices; `pageUrl` is the page of one that has a link. */
  invoices?: ({ invoice: Invoice; pdfUrl: string; pageUrl: string | null } & OnlinePayment)[];
  /** Whether the seller gets messages by email, too; `false` if it has no address. */
  notifiesSeller?: boolean;
  /** Whether emails of the seller reach the customer; `false` if they are captured. */
  isMailed?: boolean;
  notice?: Notice;
  /** Typed values of a form that is shown again with errors. */
  values?: Partial<Record<string, string>>;
  errors?: Partial<Record<FormField, FieldError>>;
  /** Invalid quantities, by line index. */
  typed?: Record<number, string>;
  /** The selection, as the query of the page URL. */
  selection?: string | undefined;
  /** The signer whose link it is; absent if one person accepts the quote. */
  signer?: Signer | undefined;
  /** What the customer may ask to change; absent: nothing. */
  proposals?: ProposalKind;
  /** The quote before the customer chose anything, and what they typed into the form for changes. */
  offered?: Quote;
  wishes?: ReadWishes;
  /** The changes that this link has asked for and nobody has answered. */
  openProposal?: Pick<Proposal, 'createdAt'> | undefined;
  /** Whether the business has closed its account: everything can be read, and nothing answered. */
  isClosed?: boolean;
  /** Preview for the account: no decision is possible here. */
  isPreview?: true;
}

/** The ways to pay an invoice online now. */
export interface OnlinePayment {
  /** Target of the form of the button; `null` if there is no button. */
  payUrl: string | null;
  /** Whether a payment is on its way, so that nobody pays twice. */
  isPaymentPending: boolean;
}

/** Results of the last form. */
const NOTICES = [
  'changed',
  'decided',
  'closed',
  'unselected',
  'waiting',
  'offer_changed',
  'signed',
  'accepted',
  'declined',
  'question',
  'renewal',
  'proposal',
] as const;
export type Notice = (typeof NOTICES)[number];

type TextField = 'name' | 'signature' | 'reason' | 'question' | 'message' | 'proposal' | 'changes';
export type FormField = TextField | `answer-${string}`;
export type FieldError = 'required' | 'tooLong' | 'invalid';

/** Maximum lengths in UTF-16 units, as `maxlength` counts. */
export const FIELD_LIMITS = {
  name: 200,
  reason: 2000,
  question: 5000,
  message: 2000,
  proposal: 2000,
} as const;

/** Parses a notice from the URL of the page. */
export function parseNotice(value: unknown): Notice | undefined {
  return NOTICES.find((notice) => notice === value);
}

/** Common to the pages of all documents: the parties, and the locale and texts of the viewer. */
export interface DocumentPage {
  customer: Customer;
  account: Account;
  currency: string;
  locale: Locale;
  t: MessageTexts<'page'>;
}

/** The view with the locale and texts of its viewer. */
export interface QuotePage extends QuotePageView, DocumentPage {}

export function localizeView(view: QuotePageView): QuotePage {
  return { ...view, ...localize(view), currency: view.quote.currency };
}

/** Chooses the language of the customer, or else of the account. */
export function localize({
  account,
  customer,
}: Pick<DocumentPage, 'account' | 'customer'>): Pick<DocumentPage, 'locale' | 't'> {
  const locale = resolveSellerLocale(account, customer.locale, account.locale);
  return { locale, t: pickTexts(PAGE, locale) };
}

/** A text that announces an email, or the same without it. */
export function announce(
  { t, isMailed = true }: Pick<QuotePage, 't' | 'isMailed'>,
  name: 'noticeAccepted' | 'waitingText' | 'draftText',
): string {
  return isMailed ? t[name] : t[`${name}Unmailed`];
}

export function money({ currency, locale }: DocumentPage, minor: number | null): Html {
  return renderMoney({ currency, locale }, minor);
}

/** Whether the amounts are not those of the quantities that the customer sees: one that is not offered changes nothing. */
export function hasWrongQuantity({ typed = {} }: Pick<QuotePage, 'typed'>): boolean {
  return Object.keys(typed).length > 0;
}

/** What the selection costs now. */
export function chosenTotal(page: QuotePage): Html {
  return money(page, hasWrongQuantity(page) ? null : page.quote.total);
}

/** All payments of a selection that recurs. */
export function chosenPayments(page: QuotePage): Html {
  return hasWrongQuantity(page) ? money(page, null) : renderPayments(page, page.quote, page.t);
}

export function day({ account, locale }: DocumentPage, iso: string): Html {
  return html`<time datetime="${iso}">${formatDate(iso, locale, account.timeZone)}</time>`;
}

export function moment({ account, locale }: DocumentPage, iso: string): Html {
  return html`<time datetime="${iso}">${formatDateTime(iso, locale, account.timeZone)}</time>`;
}

/** The expiry of the quote, formatted as in the PDF. */
export function renderExpiry({ account, locale }: QuotePage, iso: string): Html {
  return html`<time datetime="${iso}">${formatEnd(iso, locale, account.timeZone)}</time>`;
}

export function seller({ account }: DocumentPage): Html {
  return html`<bdi>${account.name}</bdi>`;
}

/**
 * Text whose lines keep their own direction but stay aligned with the page, such as a Latin address on an Arabic
 * page.
 */
export function lines(text: string): Html {
  return html`${text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}<bdi>${line}</bdi>`)}`;
}
