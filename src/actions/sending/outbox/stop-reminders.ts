import type { Deps } from '../../../app/deps.ts';
import type { Sql } from '../../../store/database.ts';
import { isLinkOpen } from '../../../store/tables/links.ts';
import { loadQuote } from '../../../store/tables/quote/quotes.ts';
import { setRemindersStopped } from '../../../store/tables/quote/unversioned-changes.ts';
import { writeNow } from '../../account/account-time.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { Unsubscription } from './unsubscribe-token.ts';

/**
 * Ends the reminders of a quote at the request of the customer. It does nothing if they have ended, if there is no quote,
 * or if the link was revoked, as all are when the quote gets another customer.
 */
export async function stopReminders(
  { db }: Pick<Deps, 'db'>,
  { accountId, quoteId, linkId }: Pick<Unsubscription, 'accountId' | 'quoteId' | 'linkId'>,
): Promise<void> {
  const stop = async (tx: Sql, now: number) => {
    const stored = await loadQuote(tx, accountId, quoteId);
    if (!stored || stored.areRemindersStopped) return;
    if (!(await isLinkOpen(tx, accountId, quoteId, linkId))) return;
    await setRemindersStopped(tx, accountId, quoteId, now);
    const event = { type: 'reminders_stopped', actor: { type: 'customer' }, data: {} } as const;
    await recordEvent(tx, accountId, stored, event, { at: now, now });
  };
  await writeNow(db, accountId, stop, { evenIfClosed: true });
}
