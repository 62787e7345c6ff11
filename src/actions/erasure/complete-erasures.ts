import type { Deps } from '../../deps.ts';
import type { RetainedDocument } from '../../domain/account/retention.ts';
import { endOfDay } from '../../domain/calendar.ts';
import { rescheduleErasure } from '../../store/tables/erasure/erasures.ts';
import { requireAccount } from '../account/require-account.ts';
import { storeErasureFile } from './store-erasure-file.ts';

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
