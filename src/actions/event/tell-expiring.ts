import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { isExpiryDue, isOpen } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { findUntold, isUntold, markTold } from '../../store/tables/quote/expiring.ts';
import { loadQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { accountNow } from '../account/account-time.ts';
import { recordOfQuote } from './record-event.ts';

/** Limits per statement. */
const ACCOUNTS = 1000;
const QUOTES = 100;

/** Records `quote.expiring` for each open quote that expires soon, once per `validUntil`. */
export async function tellExpiringQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  let after = '';
  for (;;) {
    const now = clock();
    const { untold, lastAccount } = await findUntold(db.read, after, now, {
      accounts: ACCOUNTS,
      quotes: QUOTES,
    });
    for (const [accountId, quotes] of Map.groupBy(untold, ({ account_id }) => account_id)) {
      await db.write(async (tx) => tellAll(tx, accountId, quotes, await accountNow(tx, accountId)), {
        account: accountId,
      });
    }
    // The same accounts may have more.
    if (untold.length === QUOTES) continue;
    if (lastAccount === undefined) return;
    after = lastAccount;
  }
}

async function tellAll(
  tx: Sql,
  accountId: string,
  quotes: readonly { id: string }[],
  now: number,
): Promise<void> {
  for (const { id } of quotes) {
    const stored = await loadQuote(tx, accountId, id);
    if (!stored || !isOpen(stored.quote)) continue;
    // A quote that has expired in the meantime gets both events when its expiry is recorded.
    if (!isExpiryDue(stored.quote, now)) await tellExpiring(tx, accountId, stored, now);
  }
}

/** Records `quote.expiring` unless it is recorded already or not due yet. Requires the locked quote of a transaction. */
export async function tellExpiring(
  tx: Sql,
  accountId: string,
  stored: StoredQuote,
  now: number,
): Promise<void> {
  const { quote } = stored;
  if (!(await isUntold(tx, accountId, quote.id))) return;
  const days = (await findAccount(tx, accountId))?.account.expiringDays ?? 0;
  const due = Date.parse(quote.validUntil) - days * DAY_MS;
  if (due > now) return;
  // A quote that was sent within the last days of its validity has been expiring since the send.
  const at = Math.max(due, Date.parse(quote.sentAt ?? quote.createdAt));
  await markTold(tx, accountId, quote.id);
  await recordOfQuote(tx, accountId, 'quote.expiring', stored, { type: 'system' }, { at, now });
}
