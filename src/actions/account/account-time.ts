import type { Deps } from '../../deps.ts';
import type { Sql } from '../../store/database.ts';
import { findTestClock } from '../../store/tables/account/test-clocks.ts';

/** Live accounts, which never have a test clock. */
const live = new Set<string>();
const MAX_LIVE = 100_000;

/**
 * Returns the current time of an account; all code gets it from here. A live account has real time, which needs no read.
 * The clock of a test account is read each time, so that all processes and threads agree. It is never behind real time.
 */
export function accountNow(sql: Sql, accountId: string): number | Promise<number> {
  return live.has(accountId) ? sql.clock() : readAccountNow(sql, accountId);
}

/** Returns the current time of an account to callers that have no `Sql`. */
export function readAccountTime({ db }: Pick<Deps, 'db'>, accountId: string): number | Promise<number> {
  return accountNow(db.read, accountId);
}

async function readAccountNow(sql: Sql, accountId: string): Promise<number> {
  const found = await findTestClock(sql, accountId);
  if (found?.kind === 'live') {
    if (live.size >= MAX_LIVE) live.clear();
    live.add(accountId);
  }
  return found?.at ?? sql.clock() + (found?.ahead ?? 0);
}

/** Converts account time to real time, which identifiers, limits, links and retries use. */
export function realTime(sql: Pick<Sql, 'clock'>, now: number): number {
  return Math.min(now, sql.clock());
}
