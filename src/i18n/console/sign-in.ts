import { type ConsoleTexts, findTextsOrEnglish } from '../console.ts';
import type { Locale } from '../locale.ts';

export type SignInTexts = ConsoleTexts['signIn'];

/** Texts for signed-out visitors in the language of the browser, or in English if the console does not support it. */
export function findSignInTexts(requested: Locale): { locale: Locale; t: SignInTexts } {
  const { locale, t } = findTextsOrEnglish(requested);
  return { locale, t: t.signIn };
}
