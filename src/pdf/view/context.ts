import type { Customer } from '../../domain/customer.ts';
import type { DocumentSource } from '../../domain/document.ts';
import type { Language } from '../../domain/languages.ts';
import type { Customs } from '../../i18n/customs.ts';
import { type Locale, resolveLocale } from '../../i18n/locale.ts';
import { DOCUMENT, type Sayings } from '../../i18n/messages.ts';
import { proseBlocks } from '../../markup/prose.ts';
import { breakLongWords, cleanText, runsRightToLeft } from './clean-text.ts';
import type { Prose, Text } from './document-view.ts';

/** What every part of a view is made with. */
export interface ViewContext {
  source: DocumentSource;
  locale: Locale;
  messages: Sayings<'document'>;
  customs: Customs;
  /** Beside the reader's language, where that is the custom. */
  second: Language | null;
  /** code points without a glyph, and how often */
  missing: Map<number, number>;
  files: Map<string, Uint8Array>;
  warnings: string[];
}

/** A word of the document; in both languages where that is the custom, beside each other or in two lines. */
export function inBoth(
  { messages, second }: Pick<ViewContext, 'messages' | 'second'>,
  pick: (messages: Sayings<'document'>, language?: Language) => string,
  between = ' / ',
): Text {
  const first = pick(messages);
  if (second === null) return first;
  const rtl = resolveLocale(second).direction === 'rtl';
  return { parts: [first, between, { text: pick(DOCUMENT[second], second), rtl }] };
}

/** One line, for a property of the file or beside other words. */
export function plain(context: Pick<ViewContext, 'missing'>, text: string): string {
  const lines = cleanText(text, context.missing).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** A text of its own, over as many lines as it has. */
export function flow(context: ViewContext, text: string): Text {
  return directed(context, breakLongWords(cleanText(text, context.missing)));
}

/** A text with its lists. */
export function prose(context: ViewContext, text: string): Prose {
  const clean = breakLongWords(cleanText(text, context.missing));
  const rtl = runsRightToLeft(clean) ?? false;
  return { blocks: proseBlocks(clean), rtl: rtl === (context.locale.direction === 'rtl') ? null : rtl };
}

export function directed({ locale }: ViewContext, text: string, tall = false): Text {
  const rtl = runsRightToLeft(text) ?? false;
  return rtl === (locale.direction === 'rtl') && !tall ? text : { text, rtl, tall };
}

/** At least as many lines as a text takes in the column of the items. */
export function itemLines(text: string): number {
  return linesOf(text, 45);
}

/** At least as many lines as a text takes where so many letters fit beside each other. */
export function linesOf(text: string, letters: number): number {
  return text.split('\n').reduce((lines, line) => lines + Math.ceil((displayWidth(line) + 1) / letters), 0);
}

export function kindOf({ source, messages }: ViewContext): string {
  return messages[kindWord(source)];
}

/** What a document is called. */
export function kindWord(source: DocumentSource) {
  if (source.kind === 'quote') return 'quote';
  const { stage, previousInvoices } = source.invoice;
  const isFinal = stage === null || source.isFinal === true;
  if (isFinal) return previousInvoices.length === 0 ? 'invoice' : 'finalInvoice';
  return stage.index === 0 ? 'depositInvoice' : 'partialInvoice';
}

export function content(source: DocumentSource) {
  return source.kind === 'quote' ? source.quote : source.invoice;
}

export function customerOf(source: DocumentSource): Customer {
  return source.kind === 'quote' ? source.customer : source.invoice.customer;
}

/** Roughly how many Latin letters wide a text is: East Asian characters take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
  return width;
}
