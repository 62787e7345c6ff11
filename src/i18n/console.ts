import { editor as arEditor } from './console/ar/editor.ts';
import { forms as arForms } from './console/ar/forms.ts';
import { history as arHistory } from './console/ar/history.ts';
import { home as arHome } from './console/ar/home.ts';
import { nouns as arNouns } from './console/ar/nouns.ts';
import { people as arPeople } from './console/ar/people.ts';
import { quote as arQuote } from './console/ar/quote.ts';
import { quotes as arQuotes } from './console/ar/quotes.ts';
import { send as arSend } from './console/ar/send.ts';
import { settings as arSettings } from './console/ar/settings.ts';
import { shell as arShell } from './console/ar/shell.ts';
import { signIn as arSignIn } from './console/ar/sign-in.ts';
import { webhooks as arWebhooks } from './console/ar/webhooks.ts';
import { editor as deEditor } from './console/de/editor.ts';
import { forms as deForms } from './console/de/forms.ts';
import { history as deHistory } from './console/de/history.ts';
import { home as deHome } from './console/de/home.ts';
import { nouns as deNouns } from './console/de/nouns.ts';
import { people as dePeople } from './console/de/people.ts';
import { quote as deQuote } from './console/de/quote.ts';
import { quotes as deQuotes } from './console/de/quotes.ts';
import { send as deSend } from './console/de/send.ts';
import { settings as deSettings } from './console/de/settings.ts';
import { shell as deShell } from './console/de/shell.ts';
import { signIn as deSignIn } from './console/de/sign-in.ts';
import { webhooks as deWebhooks } from './console/de/webhooks.ts';
import { editor as enEditor } from './console/en/editor.ts';
import { forms as enForms } from './console/en/forms.ts';
import { history as enHistory } from './console/en/history.ts';
import { home as enHome } from './console/en/home.ts';
import { nouns as enNouns } from './console/en/nouns.ts';
import { people as enPeople } from './console/en/people.ts';
import { quote as enQuote } from './console/en/quote.ts';
import { quotes as enQuotes } from './console/en/quotes.ts';
import { send as enSend } from './console/en/send.ts';
import { settings as enSettings } from './console/en/settings.ts';
import { shell as enShell } from './console/en/shell.ts';
import { signIn as enSignIn } from './console/en/sign-in.ts';
import { webhooks as enWebhooks } from './console/en/webhooks.ts';
import { editor as esEditor } from './console/es/editor.ts';
import { forms as esForms } from './console/es/forms.ts';
import { history as esHistory } from './console/es/history.ts';
import { home as esHome } from './console/es/home.ts';
import { nouns as esNouns } from './console/es/nouns.ts';
import { people as esPeople } from './console/es/people.ts';
import { quote as esQuote } from './console/es/quote.ts';
import { quotes as esQuotes } from './console/es/quotes.ts';
import { send as esSend } from './console/es/send.ts';
import { settings as esSettings } from './console/es/settings.ts';
import { shell as esShell } from './console/es/shell.ts';
import { signIn as esSignIn } from './console/es/sign-in.ts';
import { webhooks as esWebhooks } from './console/es/webhooks.ts';
import { editor as frEditor } from './console/fr/editor.ts';
import { forms as frForms } from './console/fr/forms.ts';
import { history as frHistory } from './console/fr/history.ts';
import { home as frHome } from './console/fr/home.ts';
import { nouns as frNouns } from './console/fr/nouns.ts';
import { people as frPeople } from './console/fr/people.ts';
import { quote as frQuote } from './console/fr/quote.ts';
import { quotes as frQuotes } from './console/fr/quotes.ts';
import { send as frSend } from './console/fr/send.ts';
import { settings as frSettings } from './console/fr/settings.ts';
import { shell as frShell } from './console/fr/shell.ts';
import { signIn as frSignIn } from './console/fr/sign-in.ts';
import { webhooks as frWebhooks } from './console/fr/webhooks.ts';
import type { Locale } from './locale.ts';

/** What the console says, by area; English is the shape that the others are held to by the compiler. */
const en = {
  shell: enShell,
  editor: enEditor,
  history: enHistory,
  quote: enQuote,
  quotes: enQuotes,
  send: enSend,
  home: enHome,
  forms: enForms,
  nouns: enNouns,
  settings: enSettings,
  people: enPeople,
  signIn: enSignIn,
  webhooks: enWebhooks,
};
export type ConsoleSayings = typeof en;

export const CONSOLE = {
  en,
  de: {
    shell: deShell,
    editor: deEditor,
    history: deHistory,
    quote: deQuote,
    quotes: deQuotes,
    send: deSend,
    home: deHome,
    forms: deForms,
    nouns: deNouns,
    settings: deSettings,
    people: dePeople,
    signIn: deSignIn,
    webhooks: deWebhooks,
  },
  fr: {
    shell: frShell,
    editor: frEditor,
    history: frHistory,
    quote: frQuote,
    quotes: frQuotes,
    send: frSend,
    home: frHome,
    forms: frForms,
    nouns: frNouns,
    settings: frSettings,
    people: frPeople,
    signIn: frSignIn,
    webhooks: frWebhooks,
  },
  es: {
    shell: esShell,
    editor: esEditor,
    history: esHistory,
    quote: esQuote,
    quotes: esQuotes,
    send: esSend,
    home: esHome,
    forms: esForms,
    nouns: esNouns,
    settings: esSettings,
    people: esPeople,
    signIn: esSignIn,
    webhooks: esWebhooks,
  },
  ar: {
    shell: arShell,
    editor: arEditor,
    history: arHistory,
    quote: arQuote,
    quotes: arQuotes,
    send: arSend,
    home: arHome,
    forms: arForms,
    nouns: arNouns,
    settings: arSettings,
    people: arPeople,
    signIn: arSignIn,
    webhooks: arWebhooks,
  },
} satisfies Record<string, ConsoleSayings>;

type ConsoleLanguage = keyof typeof CONSOLE;

/** In a language that the console does not speak: English, with numbers and dates as the person is used to them. */
export function consoleSayings(locale: Locale): { locale: Locale; say: ConsoleSayings } {
  const { language } = locale;
  if (language in CONSOLE) return { locale, say: CONSOLE[language as ConsoleLanguage] };
  return { locale: { ...locale, language: 'en', direction: 'ltr' }, say: CONSOLE.en };
}

/** One text for each way in which a language counts. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The text for so many of something; its `{n}` is still to be filled. */
export function pluralOf(texts: Plural, n: number, { language }: Pick<Locale, 'language'>): string {
  return texts[rulesOf(language).select(n)] ?? texts.other;
}

const rules = new Map<string, Intl.PluralRules>();

function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}
