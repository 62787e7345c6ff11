import type { Translations } from './locale.ts';
import { japanese, korean, simplifiedChinese, traditionalChinese } from './mail-messages-east-asian.ts';
import { dutch, english, german, swedish } from './mail-messages-germanic.ts';
import { arabic, greek, hebrew, hindi, polish, thai, turkish, ukrainian } from './mail-messages-more.ts';
import { french, italian, portuguese, spanish } from './mail-messages-romance.ts';

/** What the mails say. Names, titles and numbers come in as plain text and are escaped afterwards. */
export interface MailMessages {
  /** “Total: 12 €”, with the colon as the language sets it. */
  pair(label: string, value: string): string;
  greeting(name: string): string;
  quoteNumbered(number: string): string;
  quoteIntro(seller: string): string;
  total: string;
  validUntil: string;
  viewQuote: string;
  attached: string;
  /** Before the address of the button, for those whose client does not show it. */
  openAddress: string;

  quoteAccepted(number: string): string;
  acceptedCopyIntro(seller: string): string;
  acceptedAttached: string;
  acceptedBy: string;
  acceptedAt: string;
  fingerprint: string;

  customer: string;
  acceptedNotice(customer: string): string;
  declinedNotice(customer: string): string;
  quoteDeclined(number: string): string;
  declinedAt: string;
  reason: string;
  noReason: string;

  questionAbout(number: string): string;
  questionIntro(name: string): string;
  replyGoesTo(address: string): string;

  renewalAsked(number: string): string;
  renewalIntro(customer: string): string;
  renewalHint: string;

  reminderSubject(number: string, date: string): string;
  reminderIntro(seller: string): string;
}

export const mailMessages: Translations<MailMessages> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  pl: polish,
  sv: swedish,
  ja: japanese,
  'zh-Hans': simplifiedChinese,
  'zh-Hant': traditionalChinese,
  ko: korean,
  ar: arabic,
  he: hebrew,
  hi: hindi,
  th: thai,
  el: greek,
  uk: ukrainian,
  tr: turkish,
};
