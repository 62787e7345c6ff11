import type { Locale } from '../locale.ts';
import { signIn as ar } from './ar/sign-in.ts';
import { signIn as de } from './de/sign-in.ts';
import { signIn as en } from './en/sign-in.ts';
import { signIn as es } from './es/sign-in.ts';
import { signIn as fr } from './fr/sign-in.ts';

export type SignInSayings = typeof en;

const SAYINGS: Partial<Record<Locale['language'], SignInSayings>> = { en, de, fr, es, ar };

/** Before anybody is signed in, in the language of the browser; English where the console does not speak it. */
export function signInSayings(locale: Locale): {
  locale: Pick<Locale, 'tag' | 'direction'>;
  say: SignInSayings;
} {
  const say = SAYINGS[locale.language];
  return say ? { locale, say } : { locale: { tag: 'en', direction: 'ltr' }, say: en };
}
