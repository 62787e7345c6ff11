import { LANGUAGES, type Language } from '../domain/languages.ts';
import document from './messages/en/document.json' with { type: 'json' };
import invoice from './messages/en/invoice.json' with { type: 'json' };
import mail from './messages/en/mail.json' with { type: 'json' };
import page from './messages/en/page.json' with { type: 'json' };
import payment from './messages/en/payment.json' with { type: 'json' };
import words from './messages/en/words.json' with { type: 'json' };
import { readTexts } from './texts.ts';

const en = { words, page, mail, invoice, payment, document };

/** All texts of a language: the shared words, then the texts of each medium. */
export type Messages = typeof en;
export type Words = typeof words;
/** The customer page. */
export type PageMessages = typeof page;

/**
 * The languages of documents, emails and customer pages. A new one needs a folder in `messages/` and a tag in
 * `LANGUAGES`.
 */
export const MESSAGES = Object.fromEntries(
  LANGUAGES.map((language) => [language, language === 'en' ? en : readTexts('messages', language)]),
) as Record<Language, Messages>;

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

/**
 * Picks the texts of a reader. Where the word for an invoice is reserved for those of the tax authority, Chinese texts speak of
 * a bill (CN) or a request for payment (TW).
 */
export function pickTexts<Texts extends object>(
  table: Record<Language, Texts>,
  { language, avoidsFapiao }: { language: Language; avoidsFapiao?: true | undefined },
): Texts {
  const texts = table[language];
  if (!avoidsFapiao || !language.startsWith('zh')) return texts;
  const known = billTexts.get(texts) as Texts | undefined;
  if (known) return known;
  const bills = JSON.stringify(texts).replaceAll('发票', '账单').replaceAll('發票', '請款單');
  const made = JSON.parse(bills) as Texts;
  billTexts.set(texts, made);
  return made;
}

const billTexts = new WeakMap<object, object>();

function combineTexts<At extends Place>(place: At): Record<Language, MessageTexts<At>> {
  const each = LANGUAGES.map((language) => {
    const messages = MESSAGES[language];
    return [language, { ...messages.words, ...messages[place] }];
  });
  return Object.fromEntries(each);
}
