import type { Deps } from '../../deps.ts';
import type { Sql } from '../../store/database.ts';
import { findTestClock } from '../../store/tables/account/test-clocks.ts';

/** Accounts that have no clock of their own and never will. */
const live = new Set<string>();
const MAX_LIVE = 100_000;

/**
 * What time it is in an account: the one place where that comes from. An account with live keys has real time, which costs
 * it nothing; one with test keys may have a clock of its own, which is read each time, so that all replicas and threads
 * have the same. It is never behind real time.
 */
export function accountNow(sql: Sql, accountId: string): number | Promise<number> {
  return live.has(accountId) ? sql.clock() : readAccountNow(sql, accountId);
}

/** The same for those who do not speak to the database themselves. */
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

/** Real time, which identifiers, limits, links and retries keep, for a moment by the clock of an account. */
export function realTime(sql: Pick<Sql, 'clock'>, now: number): number {
  return Math.min(now, sql.clock());
}
