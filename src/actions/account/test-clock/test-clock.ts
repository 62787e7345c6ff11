import type { Deps } from '../../../app/deps.ts';
import { addDuration, parseDateTime } from '../../../domain/calendar.ts';
import { type FieldError, Problem } from '../../../domain/errors.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import type { Sql } from '../../../store/database.ts';
import { findTestClock, loadTestClock, storeTestClock } from '../../../store/tables/account/test-clocks.ts';
import { countDueActions } from '../../../store/tables/quote/due-actions.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { requireAccount } from '../require-account.ts';
import { toDueQuery } from './run-due-actions.ts';

export interface ClockState {
  now: number;
  isAdvancing: boolean;
}

/** Number of due actions that a request waits for; with more, they run in the background. */
const MAX_AWAITED_ACTIONS = 10_000;
const MAX_ADVANCE = 'P1Y';
const LAST_INSTANT = Date.parse('2999-12-31T00:00:00Z');

/** Throws `not_found` for a live account. */
export async function readTestClock({ db }: Pick<Deps, 'db'>, accountId: string): Promise<ClockState> {
  const found = await findTestClock(db.read, accountId);
  if (found?.kind !== 'test') {
    throw new Problem('not_found', 'Only an account with test keys has a clock of its own.');
  }
  const { at, ahead } = found;
  return { now: at ?? db.read.clock() + (ahead ?? 0), isAdvancing: at !== null };
}

export type Advance = { advanceTo: string } | { advanceBy: string };

/**
 * Advances the clock: stores the target, which will be reached even if this process dies. A caller that reports the clock
 * as advanced must wait for `finishAdvance`.
 */
export function advanceTestClock(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  advance: Advance,
  keep: Keep<ClockState> = keepNothing,
): Promise<ClockState> {
  return db.write(
    async (tx) => {
      return keep(tx, await startAdvance(tx, accountId, advance));
    },
    { account: accountId },
  );
}

/** Stores the target inside a transaction. A concurrent advance continues from the target of the first one. */
async function startAdvance(tx: Sql, accountId: string, advance: Advance): Promise<ClockState> {
  const clock = await loadTestClock(tx, accountId);
  const at = clock.advance?.at ?? tx.clock() + clock.ahead;
  const from = clock.advance?.target ?? at;
  const target = computeTarget(advance, from);
  assertNoErrors(findTargetErrors(advance, target, from, clock.advance !== null));
  const begun = {
    ...clock,
    advance: { at, target },
    ...(!clock.advance && { reminded: { validUntil: at, id: '' } }),
  };
  await storeTestClock(tx, accountId, begun);
  const dueQuery = toDueQuery(await requireAccount(tx, accountId), begun);
  const due = await countDueActions(tx, dueQuery, MAX_AWAITED_ACTIONS + 1);
  return due > MAX_AWAITED_ACTIONS ? { now: at, isAdvancing: true } : { now: target, isAdvancing: false };
}

function computeTarget(advance: Advance, from: number): number {
  const target =
    'advanceTo' in advance ? parseDateTime(advance.advanceTo) : addDuration(from, advance.advanceBy);
  return target ?? NaN;
}

function findTargetErrors(
  advance: Advance,
  target: number,
  from: number,
  isAdvancing: boolean,
): FieldError[] {
  const path = 'advanceTo' in advance ? '/advanceTo' : '/advanceBy';
  const isForward = target > from || (isAdvancing && 'advanceTo' in advance && target === from);
  if (target <= from && !isForward) {
    return [{ path, message: `must lead forward from ${new Date(from).toISOString()}` }];
  }
  if (!(target <= (addDuration(from, MAX_ADVANCE) ?? NaN))) {
    return [{ path, message: `must lead at most one year forward from ${new Date(from).toISOString()}` }];
  }
  return target > LAST_INSTANT ? [{ path, message: 'must not lead beyond the year 2999' }] : [];
}
