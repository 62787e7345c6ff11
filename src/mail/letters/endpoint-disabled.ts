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
  /** Where the API has the endpoint. */
  apiUrl: string;
  failingSince: string;
  /** What it answered, in a sentence, and the beginning of that. */
  error: string;
  reply: string | null;
  /** For which events are kept. */
  eventsDays: number;
}

const SHOWN_LETTERS = 300;

/** To the owner: which endpoint, what it answered, what to do. */
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
