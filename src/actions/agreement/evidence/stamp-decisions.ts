import { createHash } from 'node:crypto';
import { requestTimeStamp } from '../../../adapters/timestamp/request-time-stamp.ts';
import { readStampTime } from '../../../adapters/timestamp/time-stamp.ts';
import type { Deps } from '../../../app/deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import type { StampTimes } from '../../../store/tables/evidence/evidence.ts';
import {
  claimStamp,
  type DueStamp,
  findDueStamp,
  storeTimeStamp,
} from '../../../store/tables/evidence/time-stamps.ts';

/** The time stamp server is asked this long. */
const STAMP_MS = 14 * DAY_MS;
/** A time stamp of another time would be worth less than none: one of the two clocks is wrong. */
const MAX_DIFFERENCE_MS = 600_000;
const FIRST_RETRY_MS = 5_000;
export const MAX_RETRY_MS = 3 * 3_600_000;

/** The first request is due immediately. */
export function planTimeStamp({ config }: Pick<Deps, 'config'>, now: number): StampTimes {
  if (config.timestampUrl === null) return { stamp_due_at: null, stamp_until: null };
  return { stamp_due_at: now, stamp_until: now + STAMP_MS };
}

/** Asks for the time stamps that are due. A failure ends the run: the server would fail the others too. */
export async function stampDecisions(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, config, log } = deps;
  const { timestampUrl: url } = config;
  while (url !== null && !stopping.aborted) {
    const due = await findDueStamp(db.read, clock());
    if (!due) return;
    const hint = { account: due.account_id, evenIfClosed: true, evenIfMoved: true };
    if (!(await db.write((tx) => claimStamp(tx, due, planRetry(due, clock())), hint))) continue;
    try {
      const digest = createHash('sha256')
        .update(due.jws ?? due.record)
        .digest();
      const server = { url, authorities: config.timestampCa ?? undefined };
      const timeStamp = await requestTimeStamp(server, digest, stopping);
      if (Math.abs(readStampTime(timeStamp) - clock()) > MAX_DIFFERENCE_MS)
        throw new Error('its time is off by more than 10 minutes');
      await db.write((tx) => storeTimeStamp(tx, due, timeStamp), hint);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (!stopping.aborted)
        log.warn(
          { quoteId: due.quote_id, reason: typeof code === 'string' ? code : message },
          'no time stamp',
        );
      return;
    }
  }
}

/** Each pause is twice as long as the one before; `null` if the next would come too late. */
function planRetry({ stamp_attempts: attempts, stamp_until: until }: DueStamp, now: number): number | null {
  const next = now + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 30));
  return next <= until ? next : null;
}
