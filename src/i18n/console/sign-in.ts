import { type ConsoleTexts, findConsoleTexts } from '../console.ts';
import type { Locale } from '../locale.ts';

export type SignInTexts = ConsoleTexts['signIn'];

/** Texts for signed-out visitors in the language of the browser, or in English if the console does not support it. */
export function findSignInTexts(locale: Locale): {
  locale: Pick<Locale, 'tag' | 'direction'>;
  t: SignInTexts;
} {
  const { locale: spoken, t } = findConsoleTexts(locale);
  const isSpoken = spoken.language === locale.language;
  return { locale: isSpoken ? locale : { tag: 'en', direction: 'ltr' }, t: t.signIn };
}
