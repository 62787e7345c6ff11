import type { Deps } from '../../app/deps.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import { markFormer } from '../../store/tables/erasure/owned-rows.ts';
import { deleteQuoteData } from '../../store/tables/quote/delete-quote-data.ts';
import { toRealTime, writeNow } from '../account/account-time.ts';
import { assertNotErased } from '../customers/assert-not-erased.ts';
import { recordFeedEvent } from '../events/record-event.ts';
import type { ChangeableQuote } from './change-quote.ts';

/** Deletes the quote and everything that belongs to it, except for documents that were sent. */
export function removeQuote(
  { db }: Pick<Deps, 'db'>,
  { accountId, actor }: { accountId: string; actor: Actor },
  { lock }: ChangeableQuote,
): Promise<void> {
  return writeNow(db, accountId, async (tx, now) => {
    const stored = await lock(tx);
    // Data of an erased customer that must be kept stays until a job erases it.
    assertNotErased(await findCustomer(tx, accountId, stored.quote.customerId));
    await deleteQuoteData(tx, accountId, stored, toRealTime(tx, now));
    // An erasure must know whose the rest is.
    await markFormer(tx, accountId, stored.quote.id, stored.quote.customerId);
    await recordFeedEvent(tx, accountId, 'quote.deleted', stored, actor, { at: now, now });
  });
}
