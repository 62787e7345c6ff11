import type { Deps } from '../../app/deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { isExpiryDue, isOpen } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { findUnannounced, isUnannounced, markAnnounced } from '../../store/tables/quote/expiring-quotes.ts';
import { loadQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { writeNow } from '../account/account-time.ts';
import { recordFeedEvent } from './record-event.ts';

/** Limits per statement. */
const ACCOUNTS_PER_QUERY = 1000;
const QUOTES_PER_QUERY = 100;

/** Records `quote.expiring` for each open quote that expires soon, once per `validUntil`. */
export async function recordExpiringQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  let after = '';
  for (;;) {
    const now = clock();
    const { unannounced, lastAccount } = await findUnannounced(db.read, after, now, {
      accounts: ACCOUNTS_PER_QUERY,
      quotes: QUOTES_PER_QUERY,
    });
    for (const [accountId, quotes] of Map.groupBy(unannounced, ({ account_id }) => account_id)) {
      const record = async (tx: Sql, now: number) => recordAll(tx, accountId, quotes, now);
      await writeNow(db, accountId, record, { evenIfClosed: true, evenIfMoved: true });
    }
    // The same accounts may have more.
    if (unannounced.length === QUOTES_PER_QUERY) continue;
    if (lastAccount === undefined) return;
    after = lastAccount;
  }
}

async function recordAll(
  tx: Sql,
  accountId: string,
  quotes: readonly { id: string }[],
  now: number,
): Promise<void> {
  for (const { id } of quotes) {
    const stored = await loadQuote(tx, accountId, id);
    if (!stored || !isOpen(stored.quote)) continue;
    // A quote that has expired in the meantime gets both events when its expiry is recorded.
    if (!isExpiryDue(stored.quote, now)) await recordExpiring(tx, accountId, stored, now);
  }
}

/** Records `quote.expiring` unless it is recorded already or not due yet. Requires the locked quote of a transaction. */
export async function recordExpiring(
  tx: Sql,
  accountId: string,
  stored: StoredQuote,
  now: number,
): Promise<void> {
  const { quote } = stored;
  if (!(await isUnannounced(tx, accountId, quote.id))) return;
  const days = (await findAccount(tx, accountId))?.account.expiringDays ?? 0;
  const due = Date.parse(quote.validUntil) - days * DAY_MS;
  if (due > now) return;
  // A quote that was sent within the last days of its validity has been expiring since the send.
  const at = Math.max(due, Date.parse(quote.sentAt ?? quote.createdAt));
  await markAnnounced(tx, accountId, quote.id);
  await recordFeedEvent(tx, accountId, 'quote.expiring', stored, { type: 'system' }, { at, now });
}
