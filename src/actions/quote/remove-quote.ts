import type { Deps } from '../../deps.ts';
import { forgetQuote } from '../../store/tables/quote/forget-quote.ts';
import type { ChangeableQuote } from './change-quote.ts';

/** The quote and all that belongs to it alone goes; documents that were sent to somebody stay. */
export function removeQuote(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  { lock }: ChangeableQuote,
): Promise<void> {
  return db.write(
    async (tx) => {
      await forgetQuote(tx, accountId, await lock(tx), clock());
    },
    { account: accountId },
  );
}
