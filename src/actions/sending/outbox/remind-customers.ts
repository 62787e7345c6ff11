import { type ReminderWords, renderReminderEmail } from '../../../adapters/mail/letters/reminder.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { unlessClosed } from '../../../domain/account/account-closed.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { listSignersInTurn } from '../../../domain/quote/acceptance/signers.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import { isExpiryDue, isOpen, type Quote } from '../../../domain/quote/quote.ts';
import { resolveLocale } from '../../../i18n/locale.ts';
import type { Sql } from '../../../store/database.ts';
import { listAccountsWithReminders } from '../../../store/tables/account/accounts.ts';
import type { LogoBitmap } from '../../../store/tables/account/logo-bitmaps.ts';
import { isRestored } from '../../../store/tables/account/places.ts';
import { isLinkOpen } from '../../../store/tables/links.ts';
import { isMailQueued } from '../../../store/tables/mail/outbox.ts';
import { findEndingQuotes } from '../../../store/tables/quote/ending-quotes.ts';
import { findQuoteRow, findShownQuoteRow, type StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { getAccountTime } from '../../account/account-time.ts';
import { ensureMailLogo, withMailLogo } from '../../account/mail-logo.ts';
import { loadCurrentQuote } from '../../quotes/expire-quotes.ts';
import { readParties } from '../documents/parties.ts';
import { listRemindedRecipients } from '../links/link-recipients.ts';
import { buildLinkUrl } from '../links/links.ts';
import { ownerAddress, type QueuedMail, queueMail } from './queue-mail.ts';
import { buildUnsubscribeUrl } from './unsubscribe-token.ts';

const BATCH = 200;

type EndingQuote = Awaited<ReturnType<typeof findEndingQuotes>>[number];

/** Queues a reminder for each open quote that expires soon, once per `validUntil`. */
export async function remindCustomers(deps: Deps): Promise<void> {
  for (const account of await listAccountsWithReminders(deps.db.read)) {
    if (await isRestored(deps.db.read, account.id)) continue;
    const now = await getAccountTime(deps.db.read, account.id);
    for await (const ending of readEndingQuotes(deps, account, now)) {
      const { quote } = ending;
      if (wasSentRecently(quote, account)) continue;
      if (await isMailQueued(deps.db.read, account.id, formatDedupe(quote))) continue;
      const logo = await ensureMailLogo(deps, (await readParties(deps.db.read, account.id, ending)).account);
      await remind(deps, account, quote.id, { now, logo });
    }
  }
}

async function* readEndingQuotes(deps: Deps, account: Account, now: number): AsyncGenerator<EndingQuote> {
  const until = now + (account.reminderDays ?? 0) * DAY_MS;
  let from = { validUntil: now + 1, id: '' };
  for (;;) {
    const quotes = await findEndingQuotes(deps.db.read, account.id, from, until, BATCH);
    yield* quotes;
    const last = quotes.at(-1)?.quote;
    if (!last || quotes.length < BATCH) return;
    from = { validUntil: Date.parse(last.validUntil), id: last.id };
  }
}

async function remind(
  deps: Deps,
  account: Account,
  quoteId: string,
  how: { now: number; logo: LogoBitmap | undefined },
): Promise<void> {
  await unlessClosed(() =>
    deps.db.write((tx) => queueOpenReminder(tx, deps, account, quoteId, how), { account: account.id }),
  );
}

/**
 * Queues the reminder that is due at this instant of an advancing test clock, inside a transaction, unless it was queued
 * before. The caller delivers it. Returns the id of the email.
 */
export async function queueDueReminder(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'mailer' | 'publicUrl' | 'secret'>,
  account: Account,
  quoteId: string,
  at: number,
): Promise<string | undefined> {
  const row = await findQuoteRow(tx, account.id, quoteId);
  if (!row || (await isMailQueued(tx, account.id, formatDedupe(JSON.parse(row.doc) as Quote))))
    return undefined;
  return queueOpenReminder(tx, deps, account, quoteId, { now: at, at });
}

async function queueOpenReminder(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'mailer' | 'publicUrl' | 'secret'>,
  account: Account,
  quoteId: string,
  { now, at, logo }: { now: number; at?: number; logo?: LogoBitmap | undefined },
): Promise<string | undefined> {
  const stored = await loadCurrentQuote(tx, account.id, quoteId, now);
  if (!stored || !isOpen(stored.quote) || stored.areRemindersStopped) return undefined;
  // The customer waits for an answer.
  if (stored.openProposals > 0) return undefined;
  const { quote } = stored;
  if (wasSentRecently(quote, account)) return undefined;
  const queued: string[] = [];
  for (const { linkId, recipient, name } of await listRemindedRecipients(tx, account.id, stored)) {
    // The first one stands for the quote.
    const dedupe = formatDedupe(quote) + (queued.length === 0 ? '' : `:${recipient}`);
    const how = { recipient, name, linkId, dedupe, logo, ...(at !== undefined && { at }) };
    queued.push(await queueReminder(tx, deps, account, stored, how, now));
  }
  return queued[0];
}

/** Queues a reminder inside a transaction and returns its id. `actor` is absent for an automatic reminder. */
export async function queueReminder(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'mailer' | 'publicUrl' | 'secret'>,
  account: Account,
  stored: StoredQuote,
  how: {
    recipient: string;
    /** Of a signer. */
    name: string | null;
    linkId: string;
    dedupe: string;
    actor?: Actor;
    at?: number;
    logo: LogoBitmap | undefined;
    words?: ReminderWords;
  },
  now: number,
): Promise<string> {
  const { quote } = stored;
  const { recipient, linkId, dedupe, actor, at, logo, words } = how;
  const { account: seller, customer: known } = await readParties(tx, account.id, stored);
  const customer = { ...known, name: how.name ?? known.name };
  const mail = {
    kind: 'reminder',
    documentId: quote.id,
    to: { name: customer.name, address: recipient },
    replyTo: ownerAddress(account),
    content: renderReminderEmail({
      ...{ quote, now, customer },
      ...(words && { words }),
      account: await withMailLogo(tx, seller, logo),
      publicUrl: buildLinkUrl(deps, linkId),
      unsubscribeUrl: buildUnsubscribeUrl(deps, {
        accountId: account.id,
        quoteId: quote.id,
        linkId,
        locale: resolveLocale(customer.locale, seller.locale).tag,
      }),
    }),
    dedupe,
    about: { validUntil: quote.validUntil, linkId },
    ...(actor && { actor }),
    ...(at !== undefined && { at }),
  } as const;
  return queueMail(tx, deps, seller, mail, now);
}

/**
 * Whether a queued reminder still applies: the quote is open, with the same `validUntil` and the same link, and the
 * customer did not ask for no more reminders. One that nobody has asked for does not while the customer waits for an answer.
 */
export async function isReminderDue(deps: Deps, accountId: string, queued: QueuedMail): Promise<boolean> {
  const row = await findShownQuoteRow(deps.db.read, accountId, queued.documentId);
  if (!row || row.reminders_stopped_at !== null) return false;
  if (row.open_proposals > 0 && !queued.actor) return false;
  const quote = JSON.parse(row.doc) as Quote;
  const { linkId = '' } = queued.about ?? {};
  const to = queued.message.to[0]?.address ?? '';
  const isTheirs = quote.signers
    ? listSignersInTurn(quote).some(({ email }) => email === to) &&
      (await isLinkOpen(deps.db.read, accountId, quote.id, linkId))
    : row.link_id === linkId;
  if (!isTheirs) return false;
  const now = queued.at ?? (await getAccountTime(deps.db.read, accountId));
  return isOpen(quote) && quote.validUntil === queued.about?.validUntil && !isExpiryDue(quote, now);
}

function formatDedupe(quote: Quote): string {
  return `reminder:${quote.id}:${quote.validUntil}`;
}

/** When a quote that is open is reminded of automatically; `null` if it is not, or was already. */
export async function findNextReminder(
  sql: Sql,
  account: Account,
  quote: Quote,
  now: number,
): Promise<string | null> {
  if (account.reminderDays === null || wasSentRecently(quote, account)) return null;
  const at = Date.parse(quote.validUntil) - account.reminderDays * DAY_MS;
  if (at <= now && (await isMailQueued(sql, account.id, formatDedupe(quote)))) return null;
  return new Date(Math.max(at, now)).toISOString();
}

/** Whether the quote was sent within the reminder period: the email with the quote then replaces the reminder. */
function wasSentRecently(quote: Quote, account: Account): boolean {
  const firstReminder = Date.parse(quote.validUntil) - (account.reminderDays ?? 0) * DAY_MS;
  return quote.sentAt !== null && Date.parse(quote.sentAt) >= firstReminder;
}
