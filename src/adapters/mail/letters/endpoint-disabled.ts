import type { Account } from '../../../domain/account/account.ts';
import { findTextsOrEnglish } from '../../../i18n/console.ts';
import { resolveSellerLocale } from '../../../i18n/conventions.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';

export interface EndpointNotice {
  account: Account;
  reason: 'gone' | 'failing';
  url: string;
  description: string | null;
  /** URL of the endpoint in the API. */
  apiUrl: string;
  failingSince: string;
  /** The last error in one sentence, and the beginning of the response body. */
  error: string;
  reply: string | null;
  /** Days for which events are stored. */
  eventsDays: number;
}

const MAX_REPLY_LETTERS = 300;

/** Notifies the owner that an endpoint was disabled, with its last error. */
export function renderEndpointDisabledEmail(notice: EndpointNotice): MailContent {
  const { account, url, description, apiUrl, failingSince, error } = notice;
  const { locale, t: texts } = findTextsOrEnglish(resolveSellerLocale(account, account.locale));
  const t = texts.webhookMail;
  const intro = t[notice.reason];
  const reply = [...(notice.reply ?? '').trim()].slice(0, MAX_REPLY_LETTERS).join('');
  return renderAutomaticEmail({
    account,
    locale,
    subject: fill(t.subject, { host: new URL(url).host }),
    preview: intro,
    kicker: account.name,
    heading: t.heading,
    prose: [intro, fill(t.whatToDo, { days: String(notice.eventsDays) })],
    quotation: reply === '' ? null : reply,
    facts: [
      { label: t.endpoint, value: url, look: 'code' },
      ...(description ? [{ label: t.description, value: description }] : []),
      { label: t.failingSince, value: formatDateTime(failingSince, locale, account.timeZone) },
      { label: t.lastAnswer, value: error },
    ],
    notes: [fill(t.byApi, { url: apiUrl })],
  });
}
