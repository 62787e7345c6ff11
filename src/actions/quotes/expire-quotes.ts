import type { Deps } from '../../app/deps.ts';
import { isExpiryDue, isOpen } from '../../domain/quote/quote.ts';
import { expireQuote } from '../../domain/quote/sent-quote.ts';
import type { Database, Sql } from '../../store/database.ts';
import { listAheadAccountsDue } from '../../store/tables/account/test-clocks.ts';
import { findDueForExpiry } from '../../store/tables/quote/ending-quotes.ts';
import {
  findQuoteRow,
  loadQuote,
  type QuoteRow,
  replaceQuote,
  type StoredQuote,
} from '../../store/tables/quote/quotes.ts';
import { getAccountTime } from '../account/account-time.ts';
import { recordEvent } from '../events/record-event.ts';
import { recordExpiring } from '../events/record-expiring.ts';

const BATCH = 200;

/** Locks the quote and records its expiry if it is due. Every change starts with this. */
export async function loadCurrentQuote(
  tx: Sql,
  accountId: string,
  id: string,
  now: number,
): Promise<StoredQuote | undefined> {
  const stored = await loadQuote(tx, accountId, id);
  if (!stored || !isExpiryDue(stored.quote, now)) return stored;
  await recordExpiring(tx, accountId, stored, now);
  const quote = expireQuote(stored.quote);
  const expired = await replaceQuote(tx, accountId, stored, quote);
  const at = Date.parse(quote.validUntil);
  const event = {
    type: 'expired',
    actor: { type: 'system' },
    data: { validUntil: quote.validUntil },
  } as const;
  await recordEvent(tx, accountId, expired, event, { at, now });
  return expired;
}

/** Finds the row, and records the expiry first if it is due. */
export async function findCurrentQuoteRow<Row extends QuoteRow = QuoteRow>(
  db: Database,
  accountId: string,
  id: string,
  now: number,
  find: (sql: Sql, accountId: string, id: string) => Promise<Row | undefined> = findQuoteRow as never,
): Promise<Row | undefined> {
  const row = await find(db.read, accountId, id);
  if (!row || !isOpen(row) || row.valid_until > now) return row;
  await db.write((tx) => loadCurrentQuote(tx, accountId, id, now), {
    account: accountId,
    evenIfClosed: true,
    evenIfMoved: true,
  });
  return find(db.read, accountId, id);
}

/** Records every expiry that is due, in one account or in all. Usually none is, which costs one short query. */
export async function expireQuotes(db: Database, now: number, accountId?: string): Promise<void> {
  for (;;) {
    const due = await findDueForExpiry(db.read, accountId, now, BATCH);
    if (due.length === 0) return;
    const accounts = Map.groupBy(due, (row) => row.account_id);
    const writes = Array.from(accounts, ([account, rows]) =>
      db.write(
        async (tx) => {
          for (const { id } of rows) await loadCurrentQuote(tx, account, id, now);
        },
        { account, evenIfClosed: true, evenIfMoved: true },
      ),
    );
    await Promise.all(writes);
  }
}

/** Records all due expiries, including those of test accounts whose clock is ahead of real time. */
export async function expireDue({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await expireQuotes(db, clock());
  for (const accountId of await listAheadAccountsDue(db.read, clock())) {
    await expireQuotes(db, await getAccountTime(db.read, accountId), accountId);
  }
}
