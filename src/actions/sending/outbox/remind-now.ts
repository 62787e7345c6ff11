import type { ReminderWords } from '../../../adapters/mail/letters/reminder.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Problem } from '../../../domain/errors.ts';
import { newId } from '../../../domain/ids.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import { linksRevoked, remindersStopped } from '../../../domain/quote/problems.ts';
import type { Sql } from '../../../store/database.ts';
import { findLinkRecipient } from '../../../store/tables/links.ts';
import { addRecipient } from '../../../store/tables/mail/sendings.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { toRealTime } from '../../account/account-time.ts';
import { ensureMailLogo } from '../../account/mail-logo.ts';
import { requireAccount } from '../../account/require-account.ts';
import type { ChangeableQuote } from '../../quotes/change-quote.ts';
import { readShownQuote } from '../../quotes/read-quote.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { readParties } from '../documents/parties.ts';
import { type LinkRecipient, listRemindedRecipients } from '../links/link-recipients.ts';
import { checkSendLimits, formatReminderPrefix } from '../send-limits.ts';
import { deliverNow } from './deliver-outbox.ts';
import { queueReminder } from './remind-customers.ts';

/** Sends the reminder of a quote immediately, in the usual words unless others are given. */
export async function remindOfQuote(
  deps: Deps,
  { accountId, actor }: { accountId: string; actor: Actor },
  { quote, lock }: ChangeableQuote,
  now: number,
  keep: Keep<StoredQuote> = keepNothing,
  words: ReminderWords = {},
): Promise<StoredQuote> {
  const { parties_sha256: partiesSha256 } = await readShownQuote(deps, accountId, quote.id, now);
  const { account } = await readParties(deps.db.read, accountId, { quote, partiesSha256 });
  const logo = await ensureMailLogo(deps, account);
  const reminder = {
    documentId: quote.id,
    lock: async (tx: Sql) => {
      const stored = await lock(tx);
      if (stored.areRemindersStopped) throw remindersStopped();
      return stored;
    },
    createNoLink: linksRevoked,
    listTargets: (tx: Sql, stored: StoredQuote) => listRemindedRecipients(tx, accountId, stored),
    queue: async (tx: Sql, stored: StoredQuote, to: ReminderTarget) =>
      queueReminder(
        tx,
        deps,
        await requireAccount(tx, accountId),
        stored,
        { ...to, actor, logo, words },
        now,
      ),
  };
  return remindNow(deps, accountId, reminder, now, keep);
}

/** Recipient and link of a reminder. `dedupe` counts it towards the limits. */
export interface ReminderTarget extends LinkRecipient {
  dedupe: string;
}

/** A reminder of one document. */
export interface Reminder<Stored> {
  documentId: string;
  lock(tx: Sql): Promise<Stored>;
  /** Error for a document without an open link. */
  createNoLink(): Problem;
  /** Who is reminded. Default: the recipient of the last link. */
  listTargets?(tx: Sql, stored: Stored): Promise<LinkRecipient[]>;
  /** Queues the email and returns its id. */
  queue(tx: Sql, stored: Stored, target: ReminderTarget): Promise<string>;
}

/** Sends a reminder immediately to the recipient of the last link. It counts towards the limits of sends. */
export async function remindNow<Stored extends { linkId: string | null }>(
  deps: Deps,
  accountId: string,
  { documentId, lock, createNoLink, listTargets, queue }: Reminder<Stored>,
  now: number,
  keep: Keep<Stored>,
): Promise<Stored> {
  const remind = async (tx: Sql) => {
    const stored = await lock(tx);
    const targets = await (listTargets?.(tx, stored) ?? findLastTarget(tx, accountId, documentId, stored));
    const real = toRealTime(tx, now);
    const [first, ...others] = targets;
    if (!first) throw createNoLink();
    const cc = others.map(({ recipient }) => recipient);
    await checkSendLimits(tx, deps, { accountId, to: first.recipient, cc }, documentId, now);
    const queued: string[] = [];
    for (const target of targets) {
      const dedupe = formatReminderPrefix(documentId) + newId('mail', real);
      const id = await queue(tx, stored, { ...target, dedupe });
      await addRecipient(tx, accountId, id, target.recipient, real);
      queued.push(id);
    }
    return { stored: await keep(tx, stored), queued };
  };
  const { stored, queued } = await deps.db.write(remind, { account: accountId });
  await Promise.all(queued.map((id) => deliverNow(deps, accountId, id)));
  return stored;
}

async function findLastTarget(
  tx: Sql,
  accountId: string,
  documentId: string,
  { linkId }: { linkId: string | null },
): Promise<LinkRecipient[]> {
  const recipient = linkId === null ? undefined : await findLinkRecipient(tx, accountId, documentId, linkId);
  return linkId === null || recipient === undefined ? [] : [{ linkId, recipient, name: null }];
}
