import type { Deps } from '../../deps.ts';
import type { ErasureResult } from '../../domain/account/retention.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { listDueErasures, rescheduleErasure } from '../../store/tables/erasure/erasures.ts';
import { readAccountTime } from '../account/account-time.ts';
import { beginErasure, RETRY_MS } from './begin-erasure.ts';
import { type ContinuedErasure, completeErasures } from './complete-erasures.ts';
import { continueErasure } from './continue-erasure.ts';

type Store = Pick<Deps, 'db'>;

/** Erases a customer. A repeat returns what is kept. */
export async function eraseCustomer(
  { db }: Store,
  { accountId, actor }: { accountId: string; actor: Actor },
  customerId: string,
): Promise<ErasureResult> {
  const now = await readAccountTime({ db }, accountId);
  const erasedAt = await beginErasure({ db }, accountId, customerId, { actor, now });
  const retained = await continueErasure({ db }, accountId, customerId);
  await completeErasures({ db }, [{ accountId, customerId, retained }]);
  return { customerId, erasedAt: new Date(erasedAt).toISOString(), retained };
}

const BATCH = 20;

/** Continues erasures that a process did not finish, and erases documents that need not be kept any longer. */
export async function continueDueErasures({ db }: Store): Promise<void> {
  const continued: ContinuedErasure[] = [];
  const failures: unknown[] = [];
  for (const due of await listDueErasures(db.read, db.read.clock(), BATCH)) {
    const { account_id: accountId, customer_id: customerId } = due;
    const nextAt = db.read.clock() + RETRY_MS;
    await db.write((tx) => rescheduleErasure(tx, accountId, customerId, nextAt), { account: accountId });
    try {
      const retained = await continueErasure({ db }, accountId, customerId);
      continued.push({ accountId, customerId, retained });
    } catch (error) {
      // One that fails must not hold up the others.
      failures.push(error);
    }
  }
  if (continued.length > 0) await completeErasures({ db }, continued);
  if (failures.length > 0) throw failures[0];
}
