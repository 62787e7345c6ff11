import type { Deps } from '../../deps.ts';
import { wantsType } from '../../domain/webhook/endpoint.ts';
import type { Sql } from '../../store/database.ts';
import { type FeedPlace, listFeedPlaces } from '../../store/tables/feed.ts';
import { insertDeliveries } from '../../store/tables/webhook/deliveries.ts';
import {
  advanceReplay,
  advanceTold,
  type Behind,
  findBehind,
  findBehindOf,
} from '../../store/tables/webhook/endpoints.ts';
import { deliveryTurn } from './delivery-turn.ts';

type Store = Pick<Deps, 'db' | 'clock'>;

/**
 * Endpoints per query and processed concurrently, and events per endpoint and transaction: together these transactions
 * take a few milliseconds, during which other writes wait.
 */
const ENDPOINTS = 200;
const AT_ONCE = 4;
const EVENTS = 100;
const AT_A_TIME_MS = 200;

/**
 * Creates the deliveries for the feed events after the cursor of each endpoint. Committed events are in the feed, and the
 * cursor moves in the transaction of the deliveries: none is lost or duplicated, even if a process dies. It runs for a
 * short time, a few endpoints at a time while `mayContinue`, so that others get their turn. Returns `true` if there is more.
 */
export async function fanOut(deps: Store, mayGoOn = async () => true): Promise<boolean> {
  const end = performance.now() + AT_A_TIME_MS;
  let hasMore = true;
  while (hasMore && performance.now() < end && (await mayGoOn())) hasMore = await tellRound(deps, mayGoOn);
  return hasMore;
}

/** Processes one transaction per endpoint. Returns `true` if some endpoints have more. */
async function tellRound(deps: Store, mayGoOn: () => Promise<boolean>): Promise<boolean> {
  let hasMore = false;
  let after = { account_id: '', id: '' };
  for (;;) {
    const behind = await findBehind(deps.db.read, after, ENDPOINTS);
    for (let first = 0; first < behind.length; first += AT_ONCE) {
      const told = await Promise.all(behind.slice(first, first + AT_ONCE).map((each) => tell(deps, each)));
      hasMore ||= told.includes(true);
      if (!(await mayGoOn())) return true;
    }
    const last = behind.at(-1);
    if (!last || behind.length < ENDPOINTS) return hasMore;
    after = last;
  }
}

/** Creates all deliveries of an endpoint for the events that exist at the start. */
export async function catchUp(deps: Store, accountId: string, id: string): Promise<void> {
  const first = await findBehindOf(deps.db.read, accountId, id);
  for (let behind = first; behind && first && behind.told < first.head; ) {
    await tell(deps, behind);
    behind = await findBehindOf(deps.db.read, accountId, id);
  }
}

/** Creates the remaining deliveries up to the head, in the transaction that is about to change the endpoint. */
export async function tellRest(tx: Sql, behind: Behind, now: number): Promise<void> {
  for (let after = behind.told; after < behind.head; after += EVENTS) {
    const places = await listFeedPlaces(tx, behind.account_id, after, Math.min(behind.head, after + EVENTS));
    await insertDeliveries(tx, keyOf(behind), wantedOf(behind, places), now);
  }
}

async function tell(deps: Store, behind: Behind): Promise<boolean> {
  const { told, replay_from, replay_to, head } = behind;
  const hasNew = told < head && (await tellRange(deps, behind, { after: told, upTo: head }, advanceTold));
  const hasOld =
    replay_from !== null &&
    replay_to !== null &&
    (await tellRange(deps, behind, { after: replay_from, upTo: replay_to }, advanceReplay));
  return hasNew || hasOld;
}

/** Processes the first part of a range. Returns `true` if there is more. */
async function tellRange(
  { db, clock }: Store,
  behind: Behind,
  { after, upTo }: { after: number; upTo: number },
  advance: (tx: Sql, behind: Behind, to: number) => Promise<boolean>,
): Promise<boolean> {
  const to = Math.min(upTo, after + EVENTS);
  const places = await listFeedPlaces(db.read, behind.account_id, after, to);
  const wanted = wantedOf(behind, places);
  const isAdvanced = await db.write(async (tx) => {
    const isFirst = await advance(tx, behind, to);
    if (isFirst) await insertDeliveries(tx, keyOf(behind), wanted, clock());
    return isFirst;
  }, deliveryTurn(behind.account_id));
  // A process that was faster may have seen fewer events.
  return !isAdvanced || to < upTo;
}

function wantedOf({ types }: Behind, places: readonly FeedPlace[]): FeedPlace[] {
  const named = JSON.parse(types) as string[];
  return places.filter(({ type }) => wantsType(named, type));
}

function keyOf({ account_id, id }: Behind): { account_id: string; endpoint_id: string } {
  return { account_id, endpoint_id: id };
}
