import type { Deps } from '../../deps.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { forgetQuote } from '../../store/tables/quote/forget-quote.ts';
import { accountNow, realTime } from '../account/account-time.ts';
import { recordOfQuote } from '../event/record-event.ts';
import type { ChangeableQuote } from './change-quote.ts';

/** Deletes the quote and everything that belongs to it, except for documents that were sent. */
export function removeQuote(
  { db }: Pick<Deps, 'db'>,
  { accountId, actor }: { accountId: string; actor: Actor },
  { lock }: ChangeableQuote,
): Promise<void> {
  return db.write(
    async (tx) => {
      const stored = await lock(tx);
      const now = await accountNow(tx, accountId);
      await forgetQuote(tx, accountId, stored, realTime(tx, now));
      await recordOfQuote(tx, accountId, 'quote.deleted', stored, actor, { at: now, now });
    },
    { account: accountId },
  );
}
