import type { Deps } from '../../deps.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { forgetQuote } from '../../store/tables/quote/forget-quote.ts';
import { recordOfQuote } from '../event/record-event.ts';
import type { ChangeableQuote } from './change-quote.ts';

/** The quote and all that belongs to it alone goes; documents that were sent to somebody stay. */
export function removeQuote(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, actor }: { accountId: string; actor: Actor },
  { lock }: ChangeableQuote,
): Promise<void> {
  return db.write(
    async (tx) => {
      const stored = await lock(tx);
      const now = clock();
      await forgetQuote(tx, accountId, stored, now);
      await recordOfQuote(tx, accountId, 'quote.deleted', stored, actor, { at: now, now });
    },
    { account: accountId },
  );
}
