import type { Deps } from '../../deps.ts';
import { addDuration, parseDateTime } from '../../domain/calendar.ts';
import { type FieldError, Problem } from '../../domain/errors.ts';
import { failOn } from '../../domain/field-errors.ts';
import type { Sql } from '../../store/database.ts';
import { findTestClock, loadTestClock, storeTestClock } from '../../store/tables/account/test-clocks.ts';
import type { KeptResponse } from '../../store/tables/idempotency.ts';
import { countDueThings } from '../../store/tables/quote/due-things.ts';
import { requireAccount } from '../account/require-account.ts';
import { once, type RepeatableRequest } from '../idempotency/once.ts';
import { dueUntil } from './run-due-actions.ts';

export interface ClockState {
  now: number;
  isOnTheWay: boolean;
}

/** Number of due actions that a request waits for; with more, they run in the background. */
const MOST_AT_ONCE = 10_000;
const LONGEST = 'P1Y';
const LAST_INSTANT = Date.parse('2999-12-31T00:00:00Z');

/** Throws `not_found` for a live account. */
export async function readTestClock({ db }: Pick<Deps, 'db'>, accountId: string): Promise<ClockState> {
  const found = await findTestClock(db.read, accountId);
  if (found?.kind !== 'test') {
    throw new Problem('not_found', 'Only an account with test keys has a clock of its own.');
  }
  const { at, ahead } = found;
  return { now: at ?? db.read.clock() + (ahead ?? 0), isOnTheWay: at !== null };
}

export type Advance = { advanceTo: string } | { advanceBy: string };

/**
 * Advances the clock: stores the target, which will be reached even if this process dies. A caller that reports the clock
 * as advanced must wait for `finishAdvance`.
 */
export function advanceTestClock<Response extends KeptResponse>(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  wanted: Advance,
  {
    repeatable,
    respond,
  }: {
    repeatable: RepeatableRequest<Response> | undefined;
    respond: (state: ClockState) => Response;
  },
): Promise<Response> {
  return db.write((tx) => once(tx, repeatable, async () => respond(await beginWay(tx, accountId, wanted))), {
    account: accountId,
  });
}

/** Stores the target inside a transaction. A concurrent advance continues from the target of the first one. */
async function beginWay(tx: Sql, accountId: string, wanted: Advance): Promise<ClockState> {
  const clock = await loadTestClock(tx, accountId);
  const at = clock.way?.at ?? tx.clock() + clock.ahead;
  const from = clock.way?.target ?? at;
  const target = targetOf(wanted, from);
  failOn(targetErrors(wanted, target, from, clock.way !== null));
  const begun = {
    ...clock,
    way: { at, target },
    ...(!clock.way && { reminded: { validUntil: at, id: '' } }),
  };
  await storeTestClock(tx, accountId, begun);
  const wantedThings = dueUntil(await requireAccount(tx, accountId), begun);
  const due = await countDueThings(tx, wantedThings, MOST_AT_ONCE + 1);
  return due > MOST_AT_ONCE ? { now: at, isOnTheWay: true } : { now: target, isOnTheWay: false };
}

function targetOf(wanted: Advance, from: number): number {
  const target =
    'advanceTo' in wanted ? parseDateTime(wanted.advanceTo) : addDuration(from, wanted.advanceBy);
  return target ?? NaN;
}

function targetErrors(wanted: Advance, target: number, from: number, isOnTheWay: boolean): FieldError[] {
  const path = 'advanceTo' in wanted ? '/advanceTo' : '/advanceBy';
  const isForward = target > from || (isOnTheWay && 'advanceTo' in wanted && target === from);
  if (target <= from && !isForward) {
    return [{ path, message: `must lead forward from ${new Date(from).toISOString()}` }];
  }
  if (!(target <= (addDuration(from, LONGEST) ?? NaN))) {
    return [{ path, message: `must lead at most one year forward from ${new Date(from).toISOString()}` }];
  }
  return target > LAST_INSTANT ? [{ path, message: 'must not lead beyond the year 2999' }] : [];
}
