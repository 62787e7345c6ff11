import type { Account } from '../../../domain/account/account.ts';
import { memoize } from '../../../domain/bounded-cache.ts';
import type { DocumentSource, QuoteSource } from '../../../domain/document.ts';
import { isDraft, isOpen, type Quote } from '../../../domain/quote/quote.ts';
import {
  type Conventions,
  findConventions,
  findSecondLanguage,
  resolveSellerLocale,
} from '../../../i18n/conventions.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatEnd, formatQuantity } from '../../../i18n/format.ts';
import { announceAmount } from '../../../i18n/invoice/announced-invoice.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { DOCUMENT, pickTexts } from '../../../i18n/messages.ts';
import { describePayments } from '../../../i18n/quote/recurring.ts';
import { decodeLogo } from '../logo/logo.ts';
import { selectFonts } from '../typst/fonts.ts';
import { computeAccent } from './accent.ts';
import { buildBody } from './body.ts';
import { estimateClosingLines } from './closing/closing-lines.ts';
import { buildListing, estimateListingLines } from './closing/listings.ts';
import { buildRecord } from './closing/record.ts';
import { getClosingTexts } from './closing/texts.ts';
import { composeText, isolate, isolateFormatted, keepWhole } from './compose.ts';
import {
  estimateLines,
  flow,
  getContent,
  toOneLine,
  toProse,
  translateLabel,
  type ViewContext,
} from './context.ts';
import type { DocumentData, DocumentStyle, DocumentView, Picture, Text } from './document-view.ts';
import { buildFrame } from './frame.ts';
import { formatKind, labelKind } from './head/kind.ts';
import { buildMark, buildWatermark } from './head/mark.ts';
import { buildOnlineAcceptance } from './links.ts';
import { buildPayment } from './payment.ts';
import { buildPaymentSlip } from './qr-bill.ts';
import { formatAmount } from './totals.ts';

export interface PreparedDocument {
  view: DocumentView;
  /** Files that the template reads in addition to the view, by path. */
  files: Map<string, Uint8Array>;
  warnings: string[];
}

/** `needsPlate`: the logo is white, and would not be seen on paper. */
export function prepareDocument(source: DocumentSource, needsPlate = false): PreparedDocument {
  const locale = resolveSellerLocale(source.account, source.customer.locale, source.account.locale);
  const context: ViewContext = {
    source,
    locale,
    messages: pickTexts(DOCUMENT, locale),
    customs: findConventions(source.account),
    second: findSecondLanguage(source.account, locale.language),
    missing: new Map(),
    files: new Map(),
    warnings: [],
  };
  const frame = buildFrame(context);
  const texts = getClosingTexts(source, locale.language);
  const body = buildBody(context);
  const listing = buildListing(context);
  const closing = { payment: buildPayment(context), ...buildClosing(context) };
  const slip = buildPaymentSlip(context);
  const data = {
    ...buildHead(context),
    'logo-has-plate': needsPlate,
    ...body,
    listing,
    ...closing,
    slip,
    'closing-lines': listing === null ? estimateClosingLines({ ...body, ...closing }) : null,
    'closing-is-short':
      (source.kind === 'quote' || source.invoice.items.length >= MIN_ITEMS_BEFORE_CLOSING) &&
      estimateLines(texts.map(({ text }) => text).join('\n'), LETTERS_PER_LINE) +
        estimateListingLines(context) <=
        MAX_SHORT_TEXT_LINES,
  };
  const style = buildStyle(context, frame.footer.length, slip !== null);
  const strongTexts = [
    ...[style.watermark, data.kind, data.mark, data.headline, data.total],
    ...[data.customer.name, data.seller.name],
    ...[data.payment, ...data.texts, data.acceptance, data.record].map((part) => part?.label),
  ];
  const fonts = selectFonts(
    locale.language,
    JSON.stringify([style, frame, data]),
    JSON.stringify(strongTexts),
  );
  const view = { style: { ...style, fonts }, frame, data };
  if (context.missing.size > 0) context.warnings.push(describeMissing([...context.missing.keys()]));
  return { view, files: context.files, warnings: context.warnings };
}

function buildStyle(
  { source, locale, messages, customs }: ViewContext,
  footerLines: number,
  hasSlip: boolean,
): Omit<DocumentStyle, 'fonts'> {
  const { digits, lang, region } = getWriting(locale);
  // Arabic alone would be that of Egypt.
  const isGulfArabic = customs.twoLanguages && locale.tag === 'ar';
  return {
    lang,
    region: isGulfArabic ? source.account.country : region,
    rtl: locale.direction === 'rtl',
    // The slip is part of a sheet of A4, wherever it is paid.
    paper: hasSlip ? 'a4' : choosePaper(source.account, customs),
    accent: computeAccent(source.account.accentColor),
    leading: LOOSE_LANGUAGES.has(locale.language) ? 0.85 : 0.68,
    page: messages.page,
    'footer-lines': footerLines,
    ease: 1,
    digits,
    figures: digits[0] === '0' ? 'tabular' : 'proportional',
    watermark: buildWatermark(source, messages),
    'has-slip': hasSlip,
  };
}

type Writing = Pick<DocumentStyle, 'lang' | 'region' | 'digits'>;
const writings = new Map<string, Writing>();
const MAX_WRITINGS = 1000;

/** Caches by locale tag, because Intl lookups are slow. */
function getWriting(locale: Locale): Writing {
  return memoize(writings, MAX_WRITINGS, locale.tag, () => {
    const { language, region } = new Intl.Locale(locale.tag).maximize();
    return {
      lang: language,
      region: region && /^[A-Z]{2}$/.test(region) ? region : null,
      digits: Array.from({ length: 10 }, (_, digit) => formatQuantity(digit, locale)),
    };
  });
}

function buildHead(context: ViewContext) {
  const { source } = context;
  const { account } = source;
  const number = toOneLine(context, getContent(source).number);
  const name = toOneLine(context, account.name);
  return {
    title: `${formatKind(context)} ${number} – ${toOneLine(context, getContent(source).title)}`,
    author: name,
    date: splitUtcDate(getDocumentDate(source)),
    kind: labelKind(context),
    mark: buildMark(context),
    number: flow(context, number),
    logo: account.logo ? addLogo(context, account.logo, name) : null,
  };
}

/** Builds the part after the total: the texts, and the signature fields or the acceptance record. */
function buildClosing(context: ViewContext) {
  const { source, locale } = context;
  const texts = getClosingTexts(source, locale.language).map(({ name, text }) => {
    return { label: translateLabel(context, (t) => t[name]), text: toProse(context, text) };
  });
  if (source.kind === 'invoice') return { texts, acceptance: null, record: null };

  const { quote, acceptance } = source;
  if (acceptance?.decision === 'ACCEPTED') {
    return { texts, acceptance: null, record: buildRecord(context, quote, acceptance) };
  }
  const open = isOpen(quote) || isDraft(quote);
  return { texts, acceptance: open ? buildSignatureFields(context, source) : null, record: null };
}

function buildSignatureFields(context: ViewContext, source: QuoteSource): DocumentData['acceptance'] {
  const { quote } = source;
  const { second, customs } = context;
  const other = second && {
    ...context,
    locale: resolveSellerLocale(context.source.account, `${second}-${context.source.account.country}`),
    messages: DOCUMENT[second],
  };
  return {
    label: customs.approval?.heading ?? translateLabel(context, (t) => t.acceptance),
    text: formatAcceptanceText(context, quote),
    second: other && { text: formatAcceptanceText(other, quote), rtl: other.locale.direction === 'rtl' },
    fields: [
      translateLabel(context, (t) => t.name),
      translateLabel(context, (t) => t.placeAndDate),
      translateLabel(context, (t) => t.signature),
    ],
    online: isOpen(quote) ? buildOnlineAcceptance(context, source) : null,
  };
}

function formatAcceptanceText(context: ViewContext, quote: Quote): Text {
  const { locale, messages, source, customs } = context;
  const request = customs.approval?.language === locale.language ? ` ${customs.approval.request}` : '';
  const announced = announceAmount(quote, locale);
  const format = (minor: number) => isolateFormatted(context, formatAmount(minor, quote.currency, locale));
  const payments = describePayments(quote, locale, messages, format);
  const consent = quote.recurring
    ? fill(messages.acceptancePayments, { payments: payments.text })
    : messages.acceptanceText;
  const text = [consent, messages.validityText, announced?.sentence].filter(Boolean).join(' ');
  return composeText(`${text}${request}`, {
    ...payments.amounts,
    number: isolate(context, quote.number),
    amount: format(announced?.amount ?? 0),
    date: keepWhole(context, formatEnd(quote.validUntil, locale, source.account.timeZone)),
  });
}

function addLogo(context: ViewContext, dataUrl: string, name: string): Picture | null {
  const logo = decodeLogo(dataUrl);
  if (typeof logo === 'string') {
    context.warnings.push(`the logo was left out: it ${logo}`);
    return null;
  }
  const path = `/logo.${logo.extension}`;
  context.files.set(path, logo.bytes);
  return { path, alt: fill(context.messages.logoOf, { name }) };
}

/** Returns the date for the file properties. It comes from the data, so that rendering is reproducible. */
function getDocumentDate(source: DocumentSource): string {
  if (source.kind === 'invoice') return source.invoice.createdAt;
  return source.acceptance?.at ?? source.quote.sentAt ?? source.quote.createdAt;
}

function splitUtcDate(iso: string): number[] {
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

function choosePaper({ paperSize }: Account, { paper }: Conventions): DocumentStyle['paper'] {
  if (paperSize) return paperSize === 'LETTER' ? 'us-letter' : 'a4';
  return paper ?? 'a4';
}

/**
 * Maximum number of lines of texts, at this many letters each, and of stages that stay on one page with the totals and
 * the signature fields.
 */
const MAX_SHORT_TEXT_LINES = 14;
const LETTERS_PER_LINE = 95;
/**
 * With fewer items, an invoice whose totals move to the next page with what follows them leaves half a page empty. There
 * is nothing to sign on it, so that what follows may as well move alone.
 */
const MIN_ITEMS_BEFORE_CLOSING = 8;

/** Scripts with marks above and below, or with full-width characters, need more line spacing. */
const LOOSE_LANGUAGES = new Set(['ar', 'he', 'hi', 'th', 'ja', 'zh-Hans', 'zh-Hant', 'ko']);

function describeMissing(codes: number[]): string {
  const shown = codes.slice(0, 20).map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  const more = codes.length > shown.length ? ` and ${codes.length - shown.length} more` : '';
  return `no font has a glyph for ${shown.join(', ')}${more}`;
}
