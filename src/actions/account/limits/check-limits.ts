import { type LimitName, startOfMonth, toMonth } from '../../../domain/account/limits/account-limits.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Sql } from '../../../store/database.ts';
import {
  countPeople,
  findLimits,
  type LimitsRow,
  lockLimits,
  setMonthQuotes,
} from '../../../store/tables/account/account-limits.ts';

const ASK_OPERATOR = 'The operator of this installation can raise the limit.';

/** The count of quotes, which is that of another month until the first quote of this one. */
export function getMonthQuotes({ month, month_quotes }: LimitsRow, now: number): number {
  return month === toMonth(now) ? month_quotes : 0;
}

/** Counts new quotes of an account with limits, and returns how many of them may be created. `now` is real time. */
export async function reserveQuotes(
  tx: Sql,
  accountId: string,
  wanted: number,
  now: number,
): Promise<{ free: number; problem?: Problem }> {
  const row = await lockLimits(tx, accountId);
  if (!row || row.quotes === null) return { free: wanted };
  const used = getMonthQuotes(row, now);
  const free = Math.max(0, Math.min(wanted, row.quotes - used));
  if (free > 0) await setMonthQuotes(tx, accountId, toMonth(now), used + free);
  return free === wanted ? { free } : { free, problem: quotesReached(row.quotes, used + free, now) };
}

/** Returns how many quotes may be created this month, for a look at what an import would do; `undefined` without a limit. */
export async function findQuoteRoom(
  sql: Sql,
  accountId: string,
  now: number,
): Promise<{ free: number; problem: Problem } | undefined> {
  const row = await findLimits(sql, accountId);
  if (!row || row.quotes === null) return undefined;
  const free = Math.max(0, row.quotes - getMonthQuotes(row, now));
  return { free, problem: quotesReached(row.quotes, Math.max(row.quotes, getMonthQuotes(row, now)), now) };
}

function quotesReached(limit: number, used: number, now: number): Problem {
  // The 32nd day after the first is in the next month, whatever its length.
  const next = toMonth(startOfMonth(now) + 32 * 86_400_000);
  return limitReached(
    'quotes',
    { limit, used },
    `The account may create ${limit} quotes per month and has created ${used} in ${toMonth(now)} (UTC). It can create more from ${next}-01 on.`,
  );
}

/** Returns why there is no place for one more person; an invitation to the same address is replaced. */
export async function findPeopleProblem(
  tx: Sql,
  accountId: string,
  email: string,
  now: number,
): Promise<Problem | undefined> {
  const limit = (await lockLimits(tx, accountId))?.people ?? null;
  if (limit === null) return undefined;
  const used = await countPeople(tx, accountId, now, email);
  if (used < limit) return undefined;
  const text = `The account may have ${limit} people, and its members and open invitations are ${used}. Remove a member or withdraw an invitation first.`;
  return limitReached('people', { limit, used }, text);
}

export function limitReached(
  name: Exclude<LimitName, 'requests'>,
  { limit, used }: { limit: number; used: number },
  text: string,
): Problem {
  return new Problem('limit_reached', `${text} ${ASK_OPERATOR}`, {
    extra: { limit: { name, limit, used } },
  });
}
