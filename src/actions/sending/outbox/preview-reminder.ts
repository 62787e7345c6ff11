import { formatFactsForCustomer } from '../../../adapters/mail/letters/quote-facts.ts';
import {
  composeReminder,
  type ReminderWords,
  renderReminderEmail,
} from '../../../adapters/mail/letters/reminder.ts';
import type { MailContent } from '../../../adapters/mail/mail-content.ts';
import type { Deps } from '../../../app/deps.ts';
import { isDraft, type Quote } from '../../../domain/quote/quote.ts';
import { resolveLocale } from '../../../i18n/locale.ts';
import { listLastEvents } from '../../../store/tables/events/events.ts';
import { findLinkRecipient } from '../../../store/tables/links.ts';
import { ensureMailLogo, withMailLogo } from '../../account/mail-logo.ts';
import { requireAccount } from '../../account/require-account.ts';
import { readShownQuote } from '../../quotes/read-quote.ts';
import { readParties } from '../documents/parties.ts';
import { findNextReminder } from './remind-customers.ts';

export interface ReminderPreview {
  /** `null` if the customer has no link. */
  recipient: string | null;
  /** Number of times that the customer has opened the quote. */
  views: number;
  /** When one of both last wrote to the other; `null` before that. */
  lastContactAt: string | null;
  /** When the next automatic reminder is due; `null` if there is none. */
  nextAt: string | null;
  areRemindersStopped: boolean;
  /** BCP 47, of the customer. */
  language: string;
  /** The usual words, in that language. */
  subject: string;
  message: string;
}

/** Returns the reminder that the customer would get now, and what happened before. */
export async function previewReminder(
  deps: Deps,
  accountId: string,
  quote: Quote,
  now: number,
): Promise<ReminderPreview> {
  const { read } = deps.db;
  const row = await readShownQuote(deps, accountId, quote.id, now);
  const parties = await readParties(read, accountId, { quote, partiesSha256: row.parties_sha256 });
  const data = { ...parties, quote, now };
  const [recipient, account, events] = await Promise.all([
    row.link_id === null ? undefined : findLinkRecipient(read, accountId, quote.id, row.link_id),
    requireAccount(read, accountId),
    listLastEvents(read, accountId, quote.id, { before: undefined, limit: MAX_EVENTS }),
  ]);
  const areRemindersStopped = row.reminders_stopped_at !== null;
  const isReminded =
    !areRemindersStopped && row.open_proposals === 0 && recipient !== undefined && !isDraft(quote);
  return {
    recipient: recipient ?? null,
    views: row.views,
    lastContactAt: events.find(({ type }) => CONTACTS.includes(type))?.at ?? null,
    nextAt: isReminded ? await findNextReminder(read, account, quote, now) : null,
    areRemindersStopped,
    language: resolveLocale(parties.customer.locale, parties.account.locale).tag,
    ...composeReminder(data, formatFactsForCustomer(data)),
  };
}

/** Events that are looked through for the last contact. */
const MAX_EVENTS = 50;
const CONTACTS: readonly string[] = [
  ...[
    'sent',
    'reminded',
    'message_sent',
    'question',
    'renewal_requested',
    'change_requested',
    'change_declined',
  ],
];

/** Composes the email as the customer would get it; its links do not work. */
export async function previewReminderMail(
  deps: Deps,
  accountId: string,
  quote: Quote,
  words: ReminderWords,
  now: number,
): Promise<MailContent> {
  const { read } = deps.db;
  const row = await readShownQuote(deps, accountId, quote.id, now);
  const parties = await readParties(read, accountId, { quote, partiesSha256: row.parties_sha256 });
  const logo = await ensureMailLogo(deps, parties.account);
  return renderReminderEmail({
    ...{ quote, now, words, customer: parties.customer },
    account: await withMailLogo(read, parties.account, logo),
    publicUrl: `${deps.publicUrl()}/q/…`,
    unsubscribeUrl: `${deps.publicUrl()}/unsubscribe/…`,
  });
}
