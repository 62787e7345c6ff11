import type { Deps } from '../../../app/deps.ts';
import type { ErasureResult, RetainedDocument } from '../../../domain/account/retention.ts';
import { endOfDay } from '../../../domain/calendar.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import { allowClosed } from '../../../store/allow-closed.ts';
import { listDueErasures, rescheduleErasure } from '../../../store/tables/erasure/erasures.ts';
import { readAccountTime } from '../../account/account-time.ts';
import { requireAccount } from '../../account/require-account.ts';
import type { Keep } from '../../repeat.ts';
import { beginErasure, RETRY_MS } from './begin-erasure.ts';
import { continueErasure } from './continue-erasure.ts';
import { storeErasureFile } from './store-erasure-file.ts';

type Store = Pick<Deps, 'db' | 'sealing'>;

/** Erases a customer. A repeat returns which documents are kept. */
export async function eraseCustomer(
  store: Store,
  { accountId, actor }: { accountId: string; actor: Actor },
  customerId: string,
  keep?: Keep<ErasureResult>,
): Promise<ErasureResult> {
  const now = await readAccountTime(store, accountId);
  const erasedAt = await beginErasure(store, accountId, customerId, { actor, now });
  const begun = { ...store, db: allowClosed(store.db) };
  const retained = await continueErasure(begun, accountId, customerId);
  await completeErasures(begun, [{ accountId, customerId, retained }]);
  const result = { customerId, erasedAt: new Date(erasedAt).toISOString(), retained };
  if (keep) await begun.db.write((tx) => keep(tx, result), { account: accountId });
  return result;
}

const BATCH = 20;

/**
 * Continues erasures that a process did not finish, and erases documents that need not be kept any longer: in all
 * accounts, or in one whose test clock was advanced.
 */
export async function continueDueErasures(deps: Store, advanced?: string): Promise<void> {
  const db = allowClosed(deps.db);
  const store = { ...deps, db };
  const now = advanced === undefined ? db.read.clock() : await readAccountTime(store, advanced);
  const continued: ContinuedErasure[] = [];
  const failures: unknown[] = [];
  for (const due of await listDueErasures(db.read, now, BATCH, advanced)) {
    const { account_id: accountId, customer_id: customerId } = due;
    const nextAt = db.read.clock() + RETRY_MS;
    await db.write((tx) => rescheduleErasure(tx, accountId, customerId, nextAt), { account: accountId });
    try {
      const retained = await continueErasure(store, accountId, customerId);
      continued.push({ accountId, customerId, retained });
    } catch (error) {
      // One that fails must not hold up the others.
      failures.push(error);
    }
  }
  if (continued.length > 0) await completeErasures(store, continued);
  if (failures.length > 0) throw failures[0];
}

export interface ContinuedErasure {
  accountId: string;
  customerId: string;
  retained: readonly RetainedDocument[];
}

/**
 * Writes the list of erasures and overwrites what deleted rows left in the file. Only then the erasures are over, or wait
 * until the first document need not be kept any longer. Until then they stay due: a job repeats this.
 */
export async function completeErasures(
  { db }: Pick<Deps, 'db'>,
  erasures: readonly ContinuedErasure[],
): Promise<void> {
  await storeErasureFile({ db });
  if (db.scrub && !(await db.scrub())) return;
  for (const { accountId, customerId, retained } of erasures) {
    const { timeZone } = await requireAccount(db.read, accountId);
    const next = retained.map((document) => document.retainUntil).sort()[0];
    const nextAt = next === undefined ? null : endOfDay(next, timeZone) + 1;
    await db.write((tx) => rescheduleErasure(tx, accountId, customerId, nextAt), { account: accountId });
  }
}
