import { LANGUAGES, type Language } from '../domain/languages.ts';
import type { Messages, Words } from './message-types.ts';
import { ar } from './messages/ar.ts';
import { de } from './messages/de.ts';
import { el } from './messages/el.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { he } from './messages/he.ts';
import { hi } from './messages/hi.ts';
import { it } from './messages/it.ts';
import { ja } from './messages/ja.ts';
import { ko } from './messages/ko.ts';
import { nl } from './messages/nl.ts';
import { pl } from './messages/pl.ts';
import { pt } from './messages/pt.ts';
import { sv } from './messages/sv.ts';
import { th } from './messages/th.ts';
import { tr } from './messages/tr.ts';
import { uk } from './messages/uk.ts';
import { zhHans } from './messages/zh-Hans.ts';
import { zhHant } from './messages/zh-Hant.ts';

/**
 * The languages of documents, emails and customer pages. A new one needs a file in `messages/`, a line here and a
 * tag in `LANGUAGES`.
 */
export const MESSAGES = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  sv,
  ja,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
  ko,
  ar,
  he,
  hi,
  th,
  el,
  uk,
  tr,
} satisfies Record<Language, Messages>;

type Place = Exclude<keyof Messages, 'words'>;

/** The texts of one medium together with the shared words. */
export type MessageTexts<At extends Place> = Words & Messages[At];

export const PAGE = combineTexts('page');
export const MAIL = combineTexts('mail');
export const DOCUMENT = combineTexts('document');
/** The page and the emails of invoices. */
export const INVOICE = combineTexts('invoice');
/** Paying an invoice online. */
export const PAYMENT = combineTexts('payment');

function combineTexts<At extends Place>(place: At): Record<Language, MessageTexts<At>> {
  const each = LANGUAGES.map((language) => {
    const messages: Messages = MESSAGES[language];
    return [language, { ...messages.words, ...messages[place] }];
  });
  return Object.fromEntries(each);
}
