import { fill } from '../../../i18n/fill.ts';
import { resolveLocale } from '../../../i18n/locale.ts';
import { DOCUMENT } from '../../../i18n/messages.ts';

/** Composes a title for a quote that has only a number, in the first language of these that is supported. */
export function composeQuoteTitle(number: string | null, ...locales: (string | null)[]): string {
  const { quote, quoteNumbered } = DOCUMENT[resolveLocale(...locales).language];
  return number === null ? quote : fill(quoteNumbered, { number });
}
