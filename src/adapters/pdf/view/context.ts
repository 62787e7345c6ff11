import type { Customer } from '../../../domain/customer/customer.ts';
import type { DocumentSource } from '../../../domain/document.ts';
import type { Language } from '../../../domain/languages.ts';
import { parseProse } from '../../../domain/markup/prose.ts';
import type { TaxNames } from '../../../domain/money/printed-taxes.ts';
import { SHOW_ALL, type Show } from '../../../domain/quote/line/show.ts';
import type { Conventions } from '../../../i18n/conventions.ts';
import { type Locale, resolveLocale } from '../../../i18n/locale.ts';
import { DOCUMENT, type MessageTexts } from '../../../i18n/messages.ts';
import { getTaxNames } from '../../../i18n/tax/tax-names.ts';
import { breakLongWords, cleanText, runsRightToLeft } from './clean-text.ts';
import type { Prose, Text } from './document-view.ts';

/** Shared by all functions that build the view. */
export interface ViewContext {
  source: DocumentSource;
  locale: Locale;
  messages: MessageTexts<'document'>;
  customs: Conventions;
  /** The second language of the document, if conventional in the country. */
  second: Language | null;
  /** Number of occurrences per code point without a glyph. */
  missing: Map<number, number>;
  files: Map<string, Uint8Array>;
  warnings: string[];
}

/** Returns a label, in both languages if that is the convention, on one line or two. */
export function translateLabel(
  { messages, second }: Pick<ViewContext, 'messages' | 'second'>,
  pick: (messages: MessageTexts<'document'>, language?: Language) => string,
  between = ' / ',
): Text {
  const first = pick(messages);
  if (second === null) return first;
  const rtl = resolveLocale(second).direction === 'rtl';
  return { parts: [first, between, { text: pick(DOCUMENT[second], second), rtl }] };
}

/** Joins a text to one line, for a file property or inside other text. */
export function toOneLine(context: Pick<ViewContext, 'missing'>, text: string): string {
  const lines = cleanText(text, context.missing).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Prepares a separate text, which may have several lines. */
export function flow(context: ViewContext, text: string): Text {
  return toDirectedText(context, breakLongWords(cleanText(text, context.missing)));
}

/** Prepares a text that may contain lists. */
export function toProse(context: ViewContext, text: string): Prose {
  const clean = breakLongWords(cleanText(text, context.missing));
  const rtl = runsRightToLeft(clean) ?? false;
  return { blocks: parseProse(clean), rtl: rtl === (context.locale.direction === 'rtl') ? null : rtl };
}

export function toDirectedText({ locale }: ViewContext, text: string, tall = false): Text {
  const rtl = runsRightToLeft(text) ?? false;
  return rtl === (locale.direction === 'rtl') && !tall ? text : { text, rtl, tall };
}

/** Estimates the lines of a text in the item column, rounded up. */
export function estimateItemLines(text: string): number {
  return estimateLines(text, 45);
}

/** Estimates the lines of a text at a number of letters per line, rounded up. */
export function estimateLines(text: string, letters: number): number {
  return text
    .split('\n')
    .reduce((lines, line) => lines + Math.ceil((estimateDisplayWidth(line) + 1) / letters), 0);
}

export function getContent(source: DocumentSource) {
  return source.kind === 'quote' ? source.quote : source.invoice;
}

/** Returns what is shown of single items. Invoices are always complete. */
export function getShow(source: DocumentSource): Show {
  return source.kind === 'quote' ? source.quote.show : SHOW_ALL;
}

export function getCustomer(source: DocumentSource): Customer {
  return source.kind === 'quote' ? source.customer : source.invoice.customer;
}

/** Returns the names of the taxes in the language of the document, or in another one. */
export function getPrintedNames({ source, locale }: ViewContext, language = locale.language): TaxNames {
  const parties = { account: source.account, customer: getCustomer(source) };
  return getTaxNames(getContent(source), parties, language);
}

/** Estimates the width of a text in Latin letters; East Asian characters count as two. */
export function estimateDisplayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
  return width;
}
