import type { Account } from '../../domain/account/account.ts';
import { madeOnce } from '../../domain/bounded-memory.ts';
import type { DocumentSource, QuoteSource } from '../../domain/document.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import { isDraft, isOpen, type Quote } from '../../domain/quote/quote.ts';
import { type Customs, customsOf, localeFor, secondLanguageOf } from '../../i18n/customs.ts';
import { fill } from '../../i18n/fill.ts';
import { formatDateTime, formatEnd, formatQuantity } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { DOCUMENT } from '../../i18n/messages.ts';
import { logoFile } from '../logo/logo.ts';
import { fontStack } from '../typst/fonts.ts';
import { accentOf } from './accent.ts';
import { bodyOf } from './body.ts';
import { closingLinesOf } from './closing/closing-lines.ts';
import { listingLines, listingOf } from './closing/listings.ts';
import { composed, formatted, unbroken, value } from './compose.ts';
import {
  content,
  displayWidth,
  flow,
  inBoth,
  kindOf,
  kindWord,
  linesOf,
  plain,
  prose,
  type ViewContext,
} from './context.ts';
import type {
  AcceptanceRecord,
  DocumentData,
  DocumentStyle,
  DocumentView,
  Picture,
  Text,
} from './document-view.ts';
import { frameOf } from './frame.ts';
import { onlineOf } from './links.ts';
import { paymentOf } from './payment.ts';
import { signatureFile } from './signature.ts';
import { formatAmount } from './totals.ts';

export interface PreparedDocument {
  view: DocumentView;
  /** Files that the template reads in addition to the view, by path. */
  files: Map<string, Uint8Array>;
  warnings: string[];
}

export function prepareDocument(source: DocumentSource): PreparedDocument {
  const locale = localeFor(source.account, source.customer.locale, source.account.locale);
  const context: ViewContext = {
    source,
    locale,
    messages: DOCUMENT[locale.language],
    customs: customsOf(source.account),
    second: secondLanguageOf(source.account, locale.language),
    missing: new Map(),
    files: new Map(),
    warnings: [],
  };
  const frame = frameOf(context);
  const { terms } = content(source);
  const body = bodyOf(context);
  const listing = listingOf(context);
  const closing = { payment: paymentOf(context), ...closingOf(context) };
  const data = {
    ...headOf(context),
    ...body,
    listing,
    ...closing,
    'closing-lines': listing === null ? closingLinesOf({ ...body, ...closing }) : null,
    'closing-is-short': linesOf(terms ?? '', TERMS_LETTERS) + listingLines(context) <= SHORT_TERMS,
  };
  const style = styleOf(context, frame.footer.length);
  const strongTexts = [
    ...[style.watermark, data.kind, data.headline, data.total],
    ...[data.customer.name, data.seller.name],
    ...[data.payment, data.terms, data.acceptance, data.record].map((part) => part?.label),
  ];
  const fonts = fontStack(locale.language, JSON.stringify([style, frame, data]), JSON.stringify(strongTexts));
  const view = { style: { ...style, fonts }, frame, data };
  if (context.missing.size > 0) context.warnings.push(describeMissing([...context.missing.keys()]));
  return { view, files: context.files, warnings: context.warnings };
}

function styleOf(
  { source, locale, messages, customs }: ViewContext,
  footerLines: number,
): Omit<DocumentStyle, 'fonts'> {
  const isMarked = source.kind === 'quote' && isDraft(source.quote);
  const { digits, ...language } = writingOf(locale);
  return {
    ...language,
    rtl: locale.direction === 'rtl',
    paper: paperOf(source.account, customs),
    accent: accentOf(source.account.accentColor),
    leading: LOOSE.has(locale.language) ? 0.85 : 0.68,
    page: messages.page,
    'footer-lines': footerLines,
    tight: false,
    digits,
    figures: digits[0] === '0' ? 'tabular' : 'proportional',
    watermark: isMarked
      ? { text: messages.draft, size: Math.min(120, 640 / displayWidth(messages.draft)) }
      : null,
  };
}

type Writing = Pick<DocumentStyle, 'lang' | 'region' | 'digits'>;
const writings = new Map<string, Writing>();
const MAX_WRITINGS = 1000;

/** Caches by locale tag, because Intl lookups are slow. */
function writingOf(locale: Locale): Writing {
  return madeOnce(writings, MAX_WRITINGS, locale.tag, () => {
    const { language, region } = new Intl.Locale(locale.tag).maximize();
    return {
      lang: language,
      region: region && /^[A-Z]{2}$/.test(region) ? region : null,
      digits: Array.from({ length: 10 }, (_, digit) => formatQuantity(digit, locale)),
    };
  });
}

function headOf(context: ViewContext) {
  const { source } = context;
  const { account } = source;
  const number = plain(context, content(source).number);
  const name = plain(context, account.name);
  return {
    title: `${kindOf(context)} ${number} – ${plain(context, content(source).title)}`,
    author: name,
    date: utcParts(madeAt(source)),
    kind: inBoth(context, (say) => say[kindWord(source)]),
    number: flow(context, number),
    logo: account.logo ? logoOf(context, account.logo, name) : null,
  };
}

/** Builds the part after the total: the terms, and the signature fields or the acceptance record. */
function closingOf(context: ViewContext) {
  const { source } = context;
  const { terms } = content(source);
  const section = terms?.trim()
    ? { label: inBoth(context, (say) => say.terms), text: prose(context, terms) }
    : null;
  if (source.kind === 'invoice') return { terms: section, acceptance: null, record: null };

  const { quote, acceptance } = source;
  if (acceptance?.decision === 'ACCEPTED') {
    return { terms: section, acceptance: null, record: recordOf(context, acceptance) };
  }
  const open = isOpen(quote) || isDraft(quote);
  return { terms: section, acceptance: open ? placeToSign(context, source) : null, record: null };
}

function placeToSign(context: ViewContext, source: QuoteSource): DocumentData['acceptance'] {
  const { quote } = source;
  const { second, customs } = context;
  const { approval } = customs;
  const other = second && {
    ...context,
    locale: localeFor(context.source.account, `${second}-${context.source.account.country}`),
    messages: DOCUMENT[second],
  };
  return {
    label: approval?.heading ?? inBoth(context, (say) => say.acceptance),
    text: textToSign(context, quote),
    second: other && { text: textToSign(other, quote), rtl: other.locale.direction === 'rtl' },
    fields: [
      inBoth(context, (say) => say.name),
      inBoth(context, (say) => say.placeAndDate),
      inBoth(context, (say) => say.signature),
    ],
    online: isOpen(quote) ? onlineOf(context, source) : null,
  };
}

function textToSign(context: ViewContext, quote: Quote): Text {
  const { locale, messages, source, customs } = context;
  const request = customs.approval?.language === locale.language ? ` ${customs.approval.request}` : '';
  return composed(`${messages.acceptanceText} ${messages.validityText}${request}`, {
    number: value(context, quote.number),
    total: formatted(context, formatAmount(quote.total, quote.currency, locale)),
    date: formatted(context, unbroken(formatEnd(quote.validUntil, locale, source.account.timeZone))),
  });
}

function recordOf(context: ViewContext, acceptance: Acceptance): AcceptanceRecord {
  const { source, locale, messages } = context;
  const { name, at, revision, documentSha256, signature } = acceptance;
  const owner = composed(messages.acceptedByOwner, { name: value(context, source.account.name) });
  return {
    label: inBoth(context, (say) => say.accepted),
    rows: [
      [inBoth(context, (say) => say.acceptedBy), name ? flow(context, name) : owner],
      [inBoth(context, (say) => say.acceptedOn), formatDateTime(at, locale, source.account.timeZone)],
      [inBoth(context, (say) => say.acceptedRevision), formatQuantity(revision, locale)],
    ],
    hash: documentSha256 ? { label: messages.fingerprint, text: plain(context, documentSha256) } : null,
    signature: signature ? signatureOf(context, signature, name ?? '') : null,
  };
}

function signatureOf(context: ViewContext, path: string, name: string): Picture | null {
  const svg = signatureFile(path);
  if (!svg) {
    context.warnings.push('the drawn signature was left out: it is not a path');
    return null;
  }
  context.files.set('/signature.svg', svg);
  return { path: '/signature.svg', alt: fill(context.messages.signatureOf, { name: plain(context, name) }) };
}

function logoOf(context: ViewContext, dataUrl: string, name: string): Picture | null {
  const logo = logoFile(dataUrl);
  if (typeof logo === 'string') {
    context.warnings.push(`the logo was left out: it ${logo}`);
    return null;
  }
  const path = `/logo.${logo.extension}`;
  context.files.set(path, logo.bytes);
  return { path, alt: fill(context.messages.logoOf, { name }) };
}

/** Returns the date for the file properties. It comes from the data, so that rendering is reproducible. */
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

function paperOf({ paperSize }: Account, { paper }: Customs): DocumentStyle['paper'] {
  if (paperSize) return paperSize === 'LETTER' ? 'us-letter' : 'a4';
  return paper ?? 'a4';
}

/**
 * Maximum number of lines of terms, at this many letters each, and of stages that stay on one page with the totals and
 * the signature fields.
 */
const SHORT_TERMS = 14;
const TERMS_LETTERS = 95;

/** Scripts with marks above and below, or with full-width characters, need more line spacing. */
const LOOSE = new Set(['ar', 'he', 'hi', 'th', 'ja', 'zh-Hans', 'zh-Hant', 'ko']);

function describeMissing(codes: number[]): string {
  const shown = codes.slice(0, 20).map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  const more = codes.length > shown.length ? ` and ${codes.length - shown.length} more` : '';
  return `no font has a glyph for ${shown.join(', ')}${more}`;
}
