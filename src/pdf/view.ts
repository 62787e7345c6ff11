import type { Acceptance } from '../domain/acceptance.ts';
import type { Account } from '../domain/account.ts';
import type { Customer } from '../domain/customer.ts';
import type { DocumentSource } from '../domain/document.ts';
import { KNOWN_PAYMENT_METHODS } from '../domain/invoice.ts';
import { computeTotals } from '../domain/totals.ts';
import { DOCUMENT_MESSAGES, type DocumentMessages } from '../i18n/document-messages.ts';
import {
  formatCalendarDate,
  formatDate,
  formatDateTime,
  formatMoney,
  formatPercent,
  formatQuantity,
} from '../i18n/format.ts';
import { type Locale, resolveLocale } from '../i18n/locale.ts';
import { type Accent, accentOf } from './accent.ts';
import { createCleaner, type TextCleaner } from './clean-text.ts';
import { type FontStack, fontStack } from './fonts.ts';
import { logoFile } from './logo.ts';
import { signatureFile } from './signature.ts';

/** All that the template prints, in words and figures as they appear. */
export interface DocumentView {
  lang: string;
  region: string | null;
  rtl: boolean;
  paper: 'a4' | 'us-letter';
  /** year, month, day, hour, minute, second in UTC, for the file's properties */
  date: number[];
  fonts: FontStack;
  accent: Accent;
  leading: number;
  title: string;
  author: string;
  kind: string;
  number: string;
  running: string;
  footer: string;
  page: string;
  watermark: { text: string; size: number } | null;
  logo: { path: string; alt: string } | null;
  headline: { text: string; size: number; tracking: number };
  description: string | null;
  customer: Party;
  seller: Party;
  facts: [string, string][];
  columns: string[];
  items: string[][];
  /** label, remark, amount */
  sums: [string, string | null, string][];
  total: { label: string; value: string; size: number };
  terms: Section | null;
  acceptance: (Section & { fields: string[] }) | null;
  record: AcceptanceRecord | null;
}

interface Party {
  label: string;
  name: string;
  lines: string;
}

interface Section {
  label: string;
  text: string;
}

interface AcceptanceRecord {
  label: string;
  rows: [string, string][];
  hash: Section | null;
  signature: { path: string; alt: string } | null;
}

export interface PreparedDocument {
  view: DocumentView;
  /** what the template reads beside the view, by path */
  files: Map<string, Uint8Array>;
  warnings: string[];
}

interface Context {
  source: DocumentSource;
  locale: Locale;
  messages: DocumentMessages;
  text: TextCleaner['clean'];
  files: Map<string, Uint8Array>;
  warnings: string[];
}

/** `pictures: false` leaves out what somebody else drew, for a document that must come out anyway. */
export function prepareDocument(source: DocumentSource, pictures = true): PreparedDocument {
  const { account, customer } = source;
  const locale = resolveLocale(customer.locale, account.locale);
  const cleaner = createCleaner();
  const context: Context = {
    source,
    locale,
    messages: DOCUMENT_MESSAGES[locale.language],
    text: cleaner.clean,
    files: new Map(),
    warnings: [],
  };
  const view = { ...frameOf(context, pictures), ...bodyOf(context), ...closingOf(context, pictures) };
  const missing = [...cleaner.missing()];
  if (missing.length > 0) context.warnings.push(describeMissing(missing));
  return { view, files: context.files, warnings: context.warnings };
}

function frameOf(context: Context, pictures: boolean) {
  const { source, locale, messages, text } = context;
  const { account } = source;
  const { number, title } = content(source);
  const kind = source.kind === 'quote' ? messages.quote : messages.invoice;
  const intl = new Intl.Locale(locale.tag);
  const region = intl.region ?? { 'zh-Hant': 'TW', 'zh-Hans': 'CN' }[locale.language as string];
  const isDraft = source.kind === 'quote' && source.quote.status === 'DRAFT';
  const name = text(account.name);
  return {
    lang: intl.language,
    region: region && /^[A-Z]{2}$/.test(region) ? region : null,
    rtl: locale.direction === 'rtl',
    paper: paperOf(account),
    date: utcParts(madeAt(source)),
    fonts: fontStack(locale.language),
    accent: accentOf(account.accentColor),
    leading: LOOSE.has(locale.language) ? 0.85 : 0.66,
    title: `${kind} ${text(number)} – ${oneLine(text(title))}`,
    author: name,
    kind,
    number: text(number),
    running: `${kind} ${text(number)}  ·  ${oneLine(text(title))}`,
    footer: [name, account.taxId, account.email, account.website]
      .filter((part) => part !== null && part !== '')
      .map((part) => oneLine(text(part ?? '')))
      .join('  ·  '),
    page: messages.page,
    watermark: isDraft
      ? { text: messages.draft, size: Math.min(110, 700 / displayWidth(messages.draft)) }
      : null,
    logo: pictures && account.logo ? logoOf(context, account.logo, name) : null,
  };
}

function bodyOf(context: Context) {
  const { source, locale, messages, text } = context;
  const { title, description, currency, items, ...sums } = content(source);
  const totals = computeTotals({ items, discountType: sums.discountType, discountValue: sums.discountValue });
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const severalRates = totals.taxes.length > 1;
  const total = money(sums.total);
  const headline = text(title);
  return {
    headline: {
      text: headline,
      size: headlineSize(headline),
      tracking: /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]*$/u.test(headline) ? -0.02 : 0,
    },
    description: description?.trim() ? text(description) : null,
    customer: partyOf(
      context,
      source.kind === 'quote' ? messages.preparedFor : messages.billTo,
      customerOf(source),
    ),
    seller: partyOf(context, messages.from, source.account),
    facts: factsOf(context),
    columns: [
      '#',
      messages.description,
      messages.quantity,
      messages.unitPrice,
      ...(severalRates ? [messages.tax] : []),
      messages.amount,
    ],
    items: items.map((item, line) => [
      String(line + 1),
      text(item.description),
      formatQuantity(item.quantity, locale),
      money(item.unitPrice),
      ...(severalRates ? [formatPercent(item.taxRate, locale)] : []),
      money(item.amount),
    ]),
    sums: sumsOf(context, totals.taxes),
    total: {
      label: source.kind === 'quote' ? messages.total : messages.amountDue,
      value: total,
      size: total.length > 16 ? 13 : 17,
    },
  };
}

function sumsOf(
  { source, locale, messages }: Context,
  taxes: { rate: number; base: number; amount: number }[],
): DocumentView['sums'] {
  const { currency, subtotal, discountAmount, discountType, discountValue } = content(source);
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const taxed = taxes.length > 1 || taxes.some((tax) => tax.rate > 0);
  const rows: DocumentView['sums'] = [];
  if (taxed || discountAmount > 0) rows.push([messages.subtotal, null, money(subtotal)]);
  if (discountAmount > 0) {
    const percent = discountType === 'percentage' && discountValue !== null;
    rows.push([
      messages.discount,
      percent ? formatPercent(discountValue, locale) : null,
      money(-discountAmount),
    ]);
  }
  if (!taxed) return rows;
  for (const { rate, base, amount } of taxes) {
    rows.push([
      fill(messages.taxAt, { rate: formatPercent(rate, locale) }),
      fill(messages.taxBase, { base: money(base) }),
      money(amount),
    ]);
  }
  return rows;
}

function factsOf({ source, locale, messages, text }: Context): [string, string][] {
  const { timeZone } = source.account;
  if (source.kind === 'invoice') {
    const { invoice } = source;
    const method = KNOWN_PAYMENT_METHODS.find((known) => known === invoice.paymentMethod);
    return [
      [messages.date, formatCalendarDate(invoice.issueDate, locale)],
      [messages.dueDate, formatCalendarDate(invoice.dueDate, locale)],
      [
        messages.paymentMethod,
        method ? messages.paymentMethods[method] : text(ownMethod(invoice.paymentMethod)),
      ],
      [messages.quoteReference, text(invoice.quoteNumber)],
    ];
  }
  const { quote } = source;
  const facts: [string, string][] = [
    [messages.date, formatDate(quote.sentAt ?? quote.createdAt, locale, timeZone)],
    [messages.validUntil, formatDate(quote.validUntil, locale, timeZone)],
  ];
  if (quote.revision > 1) facts.push([messages.revision, formatQuantity(quote.revision, locale)]);
  return facts;
}

function closingOf(context: Context, pictures: boolean) {
  const { source, locale, messages, text } = context;
  const { terms } = content(source);
  const record =
    source.kind === 'quote' && source.acceptance?.decision === 'ACCEPTED' ? source.acceptance : null;
  const open = source.kind === 'quote' && (source.quote.status === 'SENT' || source.quote.status === 'DRAFT');
  return {
    terms: terms?.trim() ? { label: messages.terms, text: text(terms) } : null,
    acceptance:
      open && !record
        ? {
            label: messages.acceptance,
            text: `${messages.acceptanceText} ${fill(messages.validityText, {
              date: formatDate(source.quote.validUntil, locale, source.account.timeZone),
            })}`,
            fields: [messages.name, messages.placeAndDate, messages.signature],
          }
        : null,
    record: record ? recordOf(context, record, pictures) : null,
  };
}

function recordOf(context: Context, acceptance: Acceptance, pictures: boolean): AcceptanceRecord {
  const { source, locale, messages, text, files, warnings } = context;
  const name = acceptance.name ? text(acceptance.name) : null;
  const rows: [string, string][] = [
    [messages.acceptedBy, name ?? fill(messages.acceptedByOwner, { name: text(source.account.name) })],
    [messages.acceptedOn, formatDateTime(acceptance.at, locale, source.account.timeZone)],
    [messages.acceptedRevision, formatQuantity(acceptance.revision, locale)],
  ];
  const hash = acceptance.documentSha256;
  let signature: AcceptanceRecord['signature'] = null;
  if (pictures && acceptance.signature) {
    const svg = signatureFile(acceptance.signature);
    if (svg) {
      files.set('/signature.svg', svg);
      signature = { path: '/signature.svg', alt: fill(messages.signatureOf, { name: name ?? '' }) };
    } else {
      warnings.push('the drawn signature is not a path and was left out');
    }
  }
  return {
    label: messages.accepted,
    rows,
    hash: hash ? { label: messages.documentHash, text: text(hash) } : null,
    signature,
  };
}

function logoOf({ messages, files, warnings }: Context, dataUrl: string, name: string) {
  const logo = logoFile(dataUrl);
  if (typeof logo === 'string') {
    warnings.push(`the logo was left out: ${logo}`);
    return null;
  }
  const path = `/logo.${logo.extension}`;
  files.set(path, logo.bytes);
  return { path, alt: fill(messages.logoOf, { name }) };
}

function partyOf({ messages, text }: Context, label: string, party: Account | Customer): Party {
  const website = 'website' in party ? party.website : null;
  const lines = [
    party.address,
    party.email,
    party.phone,
    website,
    party.taxId ? `${messages.taxId} ${party.taxId}` : null,
  ].filter((line) => line !== null && line.trim() !== '');
  return { label, name: text(party.name), lines: lines.map((line) => text(line ?? '')).join('\n') };
}

function customerOf(source: DocumentSource): Customer {
  return source.kind === 'quote' ? source.customer : source.invoice.customer;
}

function content(source: DocumentSource) {
  return source.kind === 'quote' ? source.quote : source.invoice;
}

/** The moment in the file's properties, from the data: the clock would give other bytes each time. */
function madeAt(source: DocumentSource): string {
  if (source.kind === 'invoice') return source.invoice.createdAt;
  return source.acceptance?.at ?? source.quote.sentAt ?? source.quote.createdAt;
}

function utcParts(iso: string): number[] {
  const date = new Date(iso);
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
}

/** Where letters are written on US Letter. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'PR']);

function paperOf({ paperSize, country }: Account): DocumentView['paper'] {
  if (paperSize) return paperSize === 'LETTER' ? 'us-letter' : 'a4';
  return country && LETTER_COUNTRIES.has(country) ? 'us-letter' : 'a4';
}

/** Scripts with marks above and below need more room between the lines. */
const LOOSE = new Set(['ar', 'he', 'hi', 'th', 'ja', 'zh-Hans', 'zh-Hant', 'ko']);

function headlineSize(title: string): number {
  const width = displayWidth(title);
  if (width <= 44) return 24;
  return width <= 90 ? 20 : 16;
}

/** Roughly how many Latin letters wide a text is: East Asian characters take two. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
  return width;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

/** `PURCHASE_ORDER` as a person writes it. */
function ownMethod(token: string): string {
  const words = token.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

function describeMissing(missing: [number, number][]): string {
  const shown = missing.slice(0, 20).map(([code]) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : '';
  return `no font has a glyph for ${shown.join(', ')}${more}`;
}
