import type { Deps } from '../../../app/deps.ts';
import { safeError } from '../../../app/telemetry/safe-error.ts';
import { isClosedProblem } from '../../../domain/account/account-closed.ts';
import type { Sql } from '../../../store/database.ts';
import {
  findNextSeriesTime,
  listDueSeries,
  listDueSeriesAccounts,
  postponeSeries,
} from '../../../store/tables/invoice/recurring-series.ts';
import { writeNow } from '../../account/account-time.ts';
import { invoiceNextPeriod } from './invoice-period.ts';

/** Invoices per transaction: requests wait for no longer one. */
const BATCH = 50;
/** A series that fails is tried again after this time, and does not hold up the others. */
const RETRY_MS = 60 * 60_000;

/** Makes the invoices that are due. Accounts take turns, so that none waits for the many of another. */
export async function invoiceDuePeriods(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'mailer' | 'publicUrl' | 'secret'>,
  mayContinue: () => boolean = () => true,
): Promise<void> {
  const { read } = deps.db;
  if ((await findNextSeriesTime(read)) === undefined) return;
  for (let open = await listDueSeriesAccounts(read, deps.clock()); open.length > 0; ) {
    const left: string[] = [];
    for (const accountId of open) {
      if (!mayContinue()) return;
      // A series that is late is due again at once.
      if ((await invoiceSome(deps, accountId)) > 0) left.push(accountId);
    }
    open = left;
  }
}

type JobDeps = Parameters<typeof invoiceDuePeriods>[0];

/** Makes the next invoices of an account. Returns how many were due, at most a batch of them. */
async function invoiceSome(deps: JobDeps, accountId: string): Promise<number> {
  try {
    return await writeNow(deps.db, accountId, (tx, now) => invoiceBatch(tx, deps, accountId, now, BATCH));
  } catch (error) {
    // They are late when it is reopened.
    if (isClosedProblem(error)) return 0;
    deps.log.error({ accountId, err: safeError(error) }, 'recurring invoices failed');
    return invoiceOne(deps, accountId);
  }
}

/** One by one, the failing one is found and comes later. */
async function invoiceOne(deps: JobDeps, accountId: string): Promise<number> {
  try {
    await writeNow(deps.db, accountId, (tx, now) => invoiceBatch(tx, deps, accountId, now, 1));
  } catch (error) {
    deps.log.error({ accountId, err: safeError(error) }, 'a recurring invoice failed');
    await writeNow(deps.db, accountId, async (tx, now) => {
      const [failed] = await listDueSeries(tx, accountId, now, 1);
      if (failed) await postponeSeries(tx, accountId, failed.id, now + RETRY_MS);
    });
  }
  return BATCH;
}

async function invoiceBatch(
  tx: Sql,
  deps: JobDeps,
  accountId: string,
  now: number,
  limit: number,
): Promise<number> {
  const due = await listDueSeries(tx, accountId, now, limit);
  for (const series of due) await invoiceNextPeriod(tx, deps, accountId, series, now);
  return due.length;
}
