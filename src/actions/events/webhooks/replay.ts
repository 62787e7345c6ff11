import type { Deps } from '../../../app/deps.ts';
import { DAY_MS, parseDateTime } from '../../../domain/calendar.ts';
import { Problem } from '../../../domain/errors.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { isId, parseIdTime } from '../../../domain/ids.ts';
import type { Sql } from '../../../store/database.ts';
import { findEventPosition, findFeedHead, findPositionAtTime } from '../../../store/tables/events/feed.ts';
import { replaceEndpoint } from '../../../store/tables/webhook/endpoints.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { loadEnabledEndpoint } from './endpoints.ts';

/**
 * Delivers the events after an event or a time again. The deliveries are created in the background: this only stores the
 * range on the endpoint, and extends the range of a replay in progress.
 */
export function replayEvents(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  accountId: string,
  { endpointId, after }: { endpointId: string; after: string },
  now: number,
  keep: Keep<{ events: number }> = keepNothing,
): Promise<{ events: number }> {
  const replay = async (tx: Sql) => {
    const row = await loadEnabledEndpoint(tx, accountId, endpointId);
    const place = await resolvePosition(tx, accountId, after, now - config.eventsDays * DAY_MS);
    // Events after `queued_to` are delivered anyway.
    if (place < row.queued_to) {
      const from = Math.min(row.replay_from ?? place, place);
      await replaceEndpoint(tx, { ...row, replay_from: from, replay_to: row.queued_to });
    }
    const { n } = await findFeedHead(tx, accountId);
    return keep(tx, { events: n - place });
  };
  return db.write(replay, { account: accountId });
}

async function resolvePosition(
  tx: Sql,
  accountId: string,
  after: string,
  oldestKept: number,
): Promise<number> {
  const isEvent = isId('evt', after);
  const time = isEvent ? parseIdTime(after) : parseDateTime(after);
  const place = isEvent
    ? await findEventPosition(tx, accountId, after)
    : time !== undefined && (await findPositionAtTime(tx, accountId, time));
  const isGone = isEvent ? place === undefined : (await findFeedHead(tx, accountId)).gone > 0;
  if (time !== undefined && isGone && time < oldestKept) {
    const since = new Date(oldestKept).toISOString();
    throw new Problem('events_gone', `Events from before ${since} are no longer kept. Replay from then on.`);
  }
  if (typeof place === 'number') return place;
  const message = 'must be the id of an event of this account, or a date-time with an offset';
  assertNoErrors([{ path: '/after', message }]);
  throw new Error(message);
}
