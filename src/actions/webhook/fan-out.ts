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
 * Endpoints that are looked at in one statement and in parallel, and events that one of them is told of in one
 * transaction: together they take some milliseconds, for which other writes wait.
 */
const ENDPOINTS = 200;
const AT_ONCE = 4;
const EVENTS = 100;
const AT_A_TIME_MS = 200;

/**
 * Writes the deliveries of what stands in the feed behind the cursors of the endpoints. What is committed is in the feed,
 * and the cursor moves in the transaction of the deliveries: none is forgotten, none is written twice, whoever dies. Works
 * for a moment only, a few endpoints at a time as long as `mayGoOn`, so that others have their turn: `true` when there is
 * more.
 */
export async function fanOut(deps: Store, mayGoOn = async () => true): Promise<boolean> {
  const end = performance.now() + AT_A_TIME_MS;
  let hasMore = true;
  while (hasMore && performance.now() < end && (await mayGoOn())) hasMore = await tellRound(deps, mayGoOn);
  return hasMore;
}

/** Each endpoint as much as fits in a transaction. `true` when some have more to come. */
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

/** All that one endpoint has still to be told of, as far as it was there at the beginning. */
export async function catchUp(deps: Store, accountId: string, id: string): Promise<void> {
  const first = await findBehindOf(deps.db.read, accountId, id);
  for (let behind = first; behind && first && behind.told < first.head; ) {
    await tell(deps, behind);
    behind = await findBehindOf(deps.db.read, accountId, id);
  }
}

/** In the transaction that is about to change the endpoint: what is left up to its head. */
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

/** Its first part. `true` when there is more. */
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
  // Who was quicker may have seen less of it.
  return !isAdvanced || to < upTo;
}

function wantedOf({ types }: Behind, places: readonly FeedPlace[]): FeedPlace[] {
  const named = JSON.parse(types) as string[];
  return places.filter(({ type }) => wantsType(named, type));
}

function keyOf({ account_id, id }: Behind): { account_id: string; endpoint_id: string } {
  return { account_id, endpoint_id: id };
}
