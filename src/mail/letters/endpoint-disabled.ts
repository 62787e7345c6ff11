import type { Account } from '../../domain/account/account.ts';
import { localeFor } from '../../i18n/customs.ts';
import { fill } from '../../i18n/fill.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { webhookMailSayings } from '../../i18n/webhook-mail.ts';
import { byProgram, type MailContent } from '../mail-content.ts';

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

const SHOWN_LETTERS = 300;

/** Notifies the owner that an endpoint was disabled, with its last error. */
export function endpointDisabledMail(notice: EndpointNotice): MailContent {
  const { account, url, description, apiUrl, failingSince, error } = notice;
  const { locale, say } = webhookMailSayings(localeFor(account, account.locale));
  const intro = say[notice.reason];
  const reply = [...(notice.reply ?? '').trim()].slice(0, SHOWN_LETTERS).join('');
  return byProgram({
    account,
    locale,
    subject: fill(say.subject, { host: new URL(url).host }),
    preview: intro,
    kicker: account.name,
    heading: say.heading,
    prose: [intro, fill(say.whatToDo, { days: String(notice.eventsDays) })],
    quotation: reply === '' ? null : reply,
    facts: [
      { label: say.endpoint, value: url, look: 'code' },
      ...(description ? [{ label: say.description, value: description }] : []),
      { label: say.failingSince, value: formatDateTime(failingSince, locale, account.timeZone) },
      { label: say.lastAnswer, value: error },
    ],
    notes: [fill(say.byApi, { url: apiUrl })],
  });
}
