import type { Account } from '../domain/account/account.ts';
import type { MailAddress, MailMessage } from '../domain/mail/mail.ts';
import type { Locale } from '../i18n/locale.ts';
import { renderHtml } from './mail-html.ts';
import { logoOf } from './mail-logo.ts';
import { renderText } from './mail-text.ts';

/** What a mail says, before it is set as text and as HTML. All of it is plain text. */
export interface MailBody {
  account: Account;
  locale: Locale;
  subject: string;
  /** What a mailbox shows beside the subject. */
  preview: string;
  /** Above the heading, small. */
  kicker: string;
  heading: string;
  /** Paragraphs; line breaks within them are kept. */
  prose: string[];
  /** A person's own words, set apart from ours. */
  quotation?: string | null;
  facts: MailFact[];
  button?: { label: string; url: string } | null;
  /** What is too large to come along. */
  files?: { label: string; links: { name: string; url: string }[] } | null;
  /** After the button, small. */
  notes: string[];
}

export interface MailFact {
  label: string;
  value: string;
  /** `strong` stands out; `code` is for machines and may break anywhere. */
  look?: 'strong' | 'code';
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** The logo, which the HTML shows by its content id. */
  attachments: MailMessage['attachments'];
  headers: Record<string, string>;
}

/** The mail is written at a person's command, so that no `Auto-Submitted` is right; see RFC 3834. */
export function byPerson(body: MailBody): MailContent {
  return render(body, {});
}

/** The program writes by itself: nobody's holiday notice shall answer it. */
export function byProgram(body: MailBody): MailContent {
  return render(body, { 'Auto-Submitted': 'auto-generated' });
}

/** From is the service's address under the account's name; a reply goes to the account. */
export function senderOf(
  account: Pick<Account, 'name' | 'replyTo' | 'email'>,
  mailFrom: string,
): { from: MailAddress; replyTo: MailAddress | null } {
  const replyTo = account.replyTo ?? account.email;
  return {
    from: { name: account.name, address: mailFrom },
    replyTo: replyTo === null ? null : { name: account.name, address: replyTo },
  };
}

function render(body: MailBody, headers: Record<string, string>): MailContent {
  const logo = logoOf(body.account);
  return {
    subject: body.subject.replace(REARRANGING, ''),
    text: renderText(body).replace(REARRANGING, ''),
    html: renderHtml(body, logo).replace(REARRANGING, ''),
    attachments: logo ? [logo.attachment] : [],
    headers,
  };
}

/** Marks with which one text would turn around what stands beside it: a plain text has nothing to hold them. */
const REARRANGING = /[\u202a-\u202e\u2066-\u2069]/g;
