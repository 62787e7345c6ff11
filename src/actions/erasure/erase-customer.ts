import type { Deps } from '../../deps.ts';
import type { ErasureResult } from '../../domain/account/retention.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { listDueErasures } from '../../store/tables/erasure/erasures.ts';
import { getAccountTime } from '../account/account-time.ts';
import { recordCustomerEvent } from '../event/record-event.ts';
import { beginErasure } from './begin-erasure.ts';
import { continueErasure } from './continue-erasure.ts';
import { storeErasureFile } from './erasure-list.ts';

type Store = Pick<Deps, 'db'>;

/** Erases a customer. A repeat returns what is kept. */
export async function eraseCustomer(
  { db }: Store,
  { accountId, actor }: { accountId: string; actor: Actor },
  customerId: string,
): Promise<ErasureResult> {
  const now = db.read.clock();
  const traces = await beginErasure({ db }, accountId, customerId, now);
  const retained = await continueErasure({ db }, accountId, customerId, traces);
  if (traces) {
    await db.write(
      async (tx) => {
        const at = await getAccountTime(tx, accountId);
        await recordCustomerEvent(tx, accountId, 'customer.erased', { customerId }, actor, at);
      },
      { account: accountId },
    );
  }
  await storeErasureFile({ db });
  await db.scrub?.();
  return { customerId, erasedAt: new Date(now).toISOString(), retained };
}

const BATCH = 20;

/** Continues erasures that a process did not finish, and erases documents that need not be kept any longer. */
export async function continueDueErasures({ db }: Store): Promise<void> {
  const due = await listDueErasures(db.read, db.read.clock(), BATCH);
  for (const { account_id: accountId, customer_id: customerId } of due) {
    await continueErasure({ db }, accountId, customerId);
  }
  if (due.length === 0) return;
  await storeErasureFile({ db });
  await db.scrub?.();
}
