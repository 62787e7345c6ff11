import type { Deps } from '../../../app/deps.ts';
import {
  type AccountLimits,
  LIMIT_NAMES,
  type LimitName,
  type LimitUses,
  NO_LIMITS,
  startOfMonth,
  toMonth,
} from '../../../domain/account/limits/account-limits.ts';
import type { Database, Sql } from '../../../store/database.ts';
import { readList } from '../../../store/lists/read-list.ts';
import {
  countPeople,
  countQuotesSince,
  findLimits,
  type LimitsRow,
  lockLimits,
  putLimits,
} from '../../../store/tables/account/account-limits.ts';
import { getMonthQuotes } from './check-limits.ts';

/** Reads the limits that an account has, or some of them, with what it uses of them. */
export async function readLimitUses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  names: readonly LimitName[] = LIMIT_NAMES,
): Promise<LimitUses> {
  const row = await findLimits(db.read, accountId);
  if (!row) return {};
  const now = clock();
  const uses: LimitUses = {};
  for (const name of names) {
    const limit = row[name];
    if (limit === null) continue;
    if (name === 'requests') uses.requests = { limit };
    else uses[name] = { limit, used: await READERS[name](db, accountId, row, now) };
  }
  return uses;
}

type ReadUse = (db: Database, accountId: string, row: LimitsRow, now: number) => number | Promise<number>;

const READERS: Record<Exclude<LimitName, 'requests'>, ReadUse> = {
  quotes: (_db, _accountId, row, now) => getMonthQuotes(row, now),
  storage: (db, accountId) => readList(db, 'storedBytes', accountId),
  people: (db, accountId, _row, now) => countPeople(db.read, accountId, now),
};

/**
 * Changes limits of an account; the others stay. Creates of the account wait for it, so that the count of this month's
 * quotes begins with all that there are. `by` is the user, or `null` for the command line.
 */
export function setLimits(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  change: Partial<AccountLimits>,
  by: string | null,
  now: number,
): Promise<void> {
  return db.write(
    async (tx) => {
      const before = await lockLimits(tx, accountId);
      const limits = { ...pickLimits(before), ...change };
      await putLimits(tx, accountId, {
        ...limits,
        month: toMonth(now),
        month_quotes: await countMonth(tx, accountId, before, limits, now),
        changed_at: now,
        changed_by: by,
      });
    },
    { account: accountId, evenIfClosed: true, evenIfMoved: true },
  );
}

/** A count goes on. A new one begins with the quotes that there are, as nothing tells of those that were deleted. */
async function countMonth(
  tx: Sql,
  accountId: string,
  before: LimitsRow | undefined,
  { quotes }: AccountLimits,
  now: number,
): Promise<number> {
  if (quotes === null) return 0;
  if (before && before.quotes !== null) return getMonthQuotes(before, now);
  return countQuotesSince(tx, accountId, startOfMonth(now));
}

function pickLimits(row: LimitsRow | undefined): AccountLimits {
  return row
    ? (Object.fromEntries(LIMIT_NAMES.map((name) => [name, row[name]])) as AccountLimits)
    : NO_LIMITS;
}
