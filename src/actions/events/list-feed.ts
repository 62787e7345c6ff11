import type { Deps } from '../../app/deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { isId, parseEventPlace, parseIdTime } from '../../domain/ids.ts';
import type { Database, Sql } from '../../store/database.ts';
import {
  deleteFeedEventsBefore,
  type FeedFilter,
  type FeedHead,
  findEventPosition,
  findFeedEvent,
  findFeedHead,
  hasFeedEvent,
  isIndexedFilter,
  listAccountsWithOldEvents,
  listFeed,
} from '../../store/tables/events/feed.ts';
import { toRealTime } from '../account/account-time.ts';
import { markOverdueIfAny } from '../invoices/mark-overdue.ts';
import { expireQuotes } from '../quotes/expire-quotes.ts';

export interface FeedQuery extends FeedFilter {
  /** A `next` value, the id of an event, or `latest`; without it the feed starts at its first event. */
  after: string | undefined;
  limit: number;
}

export interface FeedPage {
  docs: string[];
  next: string;
  hasMore: boolean;
}

/** Longest range of events that a filtered page scans. Such a page may hold fewer events than match, and sets `hasMore`. */
const MAX_SCANNED_EVENTS = 10_000;

/**
 * Returns events, oldest first or newest first. A client that continues with `next` misses no event and gets none twice;
 * newest first, events that are recorded meanwhile come before those it has.
 */
export async function readFeed(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  accountId: string,
  { after, limit, ...filter }: FeedQuery,
  now: number,
): Promise<FeedPage> {
  await Promise.all([expireQuotes(db, now, accountId), markOverdueIfAny(db, now, accountId)]);
  // The head is read before the events: all events up to it are then visible.
  const head = await findFeedHead(db.read, accountId);
  const oldestKept = toRealTime(db.read, now) - config.eventsDays * DAY_MS;
  if (filter.isDescending) {
    const before = await resolveEnd(db.read, accountId, after, head, oldestKept);
    return readBackwards(db.read, accountId, { before, limit, gone: head.gone }, filter);
  }
  const from = await resolvePosition(db.read, accountId, after, head, oldestKept);
  const upTo = isScanned(filter) ? Math.min(head.n, from + MAX_SCANNED_EVENTS) : head.n;
  const found = await listFeed(db.read, accountId, { after: from, upTo }, filter, limit + 1);
  // The clean-up may have deleted events since the head was read. After a restore, some numbers have no event.
  const mayLack = !hasFilter(filter) && from < head.n && found[0]?.n !== from + 1;
  if (mayLack && (await findFeedHead(db.read, accountId)).gone > from) throw eventsGone();
  const shown = found.slice(0, limit);
  const last = found.length > limit ? (shown.at(-1)?.n ?? upTo) : upTo;
  return { docs: shown.map(({ doc }) => doc), next: formatPosition(last), hasMore: last < head.n };
}

function hasFilter({ isDescending: _, ...filter }: FeedFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Whether no index leads to the events. */
function isScanned(filter: FeedFilter): boolean {
  return hasFilter(filter) && !isIndexedFilter(filter);
}

/** Lists the events before a number, newest first, down to the oldest one that is kept. */
async function readBackwards(
  sql: Sql,
  accountId: string,
  { before, limit, gone }: { before: number; limit: number; gone: number },
  filter: FeedFilter,
): Promise<FeedPage> {
  const after = isScanned(filter) ? Math.max(gone, before - 1 - MAX_SCANNED_EVENTS) : gone;
  const found = await listFeed(sql, accountId, { after, upTo: before - 1 }, filter, limit + 1);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? (shown.at(-1)?.n ?? after + 1) : Math.max(after + 1, 1);
  return { docs: shown.map(({ doc }) => doc), next: formatPosition(last), hasMore: last > gone + 1 };
}

/** The number that a list with the newest event first continues before. Where events are gone, the list ends. */
async function resolveEnd(
  sql: Sql,
  accountId: string,
  after: string | undefined,
  head: FeedHead,
  oldestKept: number,
): Promise<number> {
  if (after === undefined || after === 'latest') return head.n + 1;
  const place = isId('evt', after) ? await findEventPosition(sql, accountId, after) : parsePosition(after);
  const isGone = place === undefined && isId('evt', after) && parseIdTime(after) < oldestKept;
  if (isGone) return head.gone + 1;
  if (place === undefined || place > head.n + 1) assertNoErrors([AFTER_ERROR]);
  return Number(place);
}

const AFTER_ERROR = {
  in: 'query',
  path: '/after',
  message: 'must be the "next" of a page, the id of an event, or "latest"',
} as const;

/** Returns the JSON of one event. */
export async function readEvent(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  accountId: string,
  id: string,
): Promise<string> {
  const doc = isId('evt', id) ? await findFeedEvent(db.read, accountId, id) : undefined;
  if (doc !== undefined) return doc;
  throw new Problem(
    'not_found',
    `There is no event with this id in this account. Events are kept for ${config.eventsDays} days.`,
  );
}

async function resolvePosition(
  sql: Sql,
  accountId: string,
  after: string | undefined,
  head: FeedHead,
  oldestKept: number,
): Promise<number> {
  if (after === undefined) return head.gone;
  if (after === 'latest') return head.n;
  const place = isId('evt', after) ? await findEventPosition(sql, accountId, after) : parsePosition(after);
  const isGone =
    place === undefined
      ? isId('evt', after) && (parseIdTime(after) < oldestKept || (await isLost(sql, accountId, after, head)))
      : place < head.gone;
  if (isGone) throw eventsGone();
  if (place === undefined || place > head.n) {
    assertNoErrors([AFTER_ERROR]);
  }
  return Number(place);
}

/** Whether an event may have been recorded after the copy of the database that was restored. */
async function isLost(sql: Sql, accountId: string, id: string, { n, gone }: FeedHead): Promise<boolean> {
  const place = parseEventPlace(id);
  return place > gone && place <= n && !(await hasFeedEvent(sql, accountId, place));
}

const POSITION_PREFIX = 'pos_';

function formatPosition(n: number): string {
  return POSITION_PREFIX + n;
}

function parsePosition(text: string): number | undefined {
  const digits = text.startsWith(POSITION_PREFIX) ? text.slice(POSITION_PREFIX.length) : '';
  return /^(0|[1-9]\d{0,14})$/.test(digits) ? Number(digits) : undefined;
}

function eventsGone(): Problem {
  return new Problem(
    'events_gone',
    'These events are no longer kept. Read the quotes to see what you missed, then continue with after=latest.',
  );
}

const BATCH = 500;

/** Deletes events older than `before`, account by account. */
export async function deleteOldEvents(db: Database, before: number, now: number): Promise<void> {
  for (;;) {
    const accounts = await listAccountsWithOldEvents(db.read, before, BATCH);
    for (const account of accounts) {
      await db.write((tx) => deleteFeedEventsBefore(tx, account, { before, now, limit: BATCH }), {
        account,
        evenIfClosed: true,
        evenIfMoved: true,
      });
    }
    if (accounts.length === 0) return;
  }
}
