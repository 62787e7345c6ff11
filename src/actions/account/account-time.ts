import type { Deps } from '../../app/deps.ts';
import { type IdPrefix, newId } from '../../domain/ids.ts';
import type { Database, Sql, WriteHint } from '../../store/database.ts';
import { findTestClock } from '../../store/tables/account/test-clocks.ts';

/** Live accounts, which never have a test clock. */
const liveAccounts = new Set<string>();
const MAX_LIVE_ACCOUNTS = 100_000;

/**
 * Returns the current time of an account; all code gets it from here. A live account has real time, which needs no read.
 * The clock of a test account is read each time, so that all processes and threads agree. It is never behind real time.
 */
export function getAccountTime(sql: Sql, accountId: string): number | Promise<number> {
  return liveAccounts.has(accountId) ? sql.clock() : queryAccountTime(sql, accountId);
}

/** Returns the current time of an account to callers that have no `Sql`. */
export function readAccountTime({ db }: Pick<Deps, 'db'>, accountId: string): number | Promise<number> {
  return getAccountTime(db.read, accountId);
}

/** Runs the work in a transaction that writes rows of the account, with the time that the account has then. */
export function writeNow<T>(
  db: Pick<Database, 'write'>,
  accountId: string,
  work: (tx: Sql, now: number) => Promise<T>,
  hint: Pick<WriteHint, 'evenIfClosed' | 'evenIfMoved'> = {},
): Promise<T> {
  return db.write(async (tx) => work(tx, await getAccountTime(tx, accountId)), {
    ...hint,
    account: accountId,
  });
}

async function queryAccountTime(sql: Sql, accountId: string): Promise<number> {
  const found = await findTestClock(sql, accountId);
  if (found?.kind === 'live') {
    if (liveAccounts.size >= MAX_LIVE_ACCOUNTS) liveAccounts.clear();
    liveAccounts.add(accountId);
  }
  return found?.at ?? sql.clock() + (found?.ahead ?? 0);
}

/** Converts account time to real time, which identifiers, limits, links and retries use. */
export function toRealTime(sql: Pick<Sql, 'clock'>, now: number): number {
  return Math.min(now, sql.clock());
}

/** Creates an identifier, which has real time. */
export function newRealId(sql: Pick<Sql, 'clock'>, prefix: IdPrefix, now: number): string {
  return newId(prefix, toRealTime(sql, now));
}
