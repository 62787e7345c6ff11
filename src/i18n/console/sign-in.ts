import { type ConsoleSayings, consoleSayings } from '../console.ts';
import type { Locale } from '../locale.ts';

export type SignInSayings = ConsoleSayings['signIn'];

/** Texts for signed-out visitors in the language of the browser, or in English if the console does not support it. */
export function signInSayings(locale: Locale): {
  locale: Pick<Locale, 'tag' | 'direction'>;
  say: SignInSayings;
} {
  const { locale: spoken, say } = consoleSayings(locale);
  const isSpoken = spoken.language === locale.language;
  return { locale: isSpoken ? locale : { tag: 'en', direction: 'ltr' }, say: say.signIn };
}
