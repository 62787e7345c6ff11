import type { QuoteSource } from '../../../domain/document.ts';
import { breakLongWords } from './clean-text.ts';
import { isolate } from './compose.ts';
import { toOneLine, type ViewContext } from './context.ts';
import type { OnlineAcceptance, Text } from './document-view.ts';
import { addQrCode } from './qr-code.ts';

/** Prints a text of the seller as a link. */
export function createLink(context: ViewContext, text: string, link: string): Text {
  const part = isolate(context, text);
  const { text: shown, rtl } = typeof part === 'string' ? { text: part, rtl: false } : part;
  return { parts: [{ text: breakLongWords(shown), rtl, link }] };
}

export function toMailtoUrl(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${address.slice(at + 1)}`;
}

/** Builds the link and QR code to the customer page, next to the signature fields. */
export function buildOnlineAcceptance(
  context: ViewContext,
  { publicUrl }: QuoteSource,
): OnlineAcceptance | null {
  if (publicUrl === undefined) return null;
  const { locale, messages } = context;
  const text = toOneLine(context, messages.acceptOnline);
  return {
    link: { parts: [{ text, rtl: locale.direction === 'rtl', link: publicUrl }] },
    code: addQrCode(context, 'online', publicUrl, messages.onlineCode),
  };
}
