import type { Deps } from '../../../app/deps.ts';
import { matchesType } from '../../../domain/events/endpoint.ts';
import type { Sql } from '../../../store/database.ts';
import { type FeedPosition, listFeedPositions } from '../../../store/tables/events/feed.ts';
import { insertDeliveries } from '../../../store/tables/webhook/deliveries.ts';
import {
  advanceQueued,
  advanceReplay,
  type EndpointBacklog,
  findBacklog,
  listBacklogs,
} from '../../../store/tables/webhook/endpoints.ts';
import { deliveryTurn } from './delivery-turn.ts';

type Store = Pick<Deps, 'db' | 'clock'>;

/**
 * Endpoints per query and processed concurrently, and events per endpoint and transaction: together these transactions
 * take a few milliseconds, during which other writes wait.
 */
const ENDPOINTS_PER_QUERY = 200;
const CONCURRENT_ENDPOINTS = 4;
const EVENTS_PER_TRANSACTION = 100;
const MAX_RUN_MS = 200;

/**
 * Creates the deliveries for the feed events after the cursor of each endpoint. Committed events are in the feed, and the
 * cursor moves in the transaction of the deliveries: none is lost or duplicated, even if a process dies. It runs for a
 * short time, a few endpoints at a time while `mayContinue`, so that others get their turn. Returns `true` if there is more.
 */
export async function fanOut(deps: Store, mayContinue = async () => true): Promise<boolean> {
  const end = performance.now() + MAX_RUN_MS;
  let hasMore = true;
  while (hasMore && performance.now() < end && (await mayContinue()))
    hasMore = await fanOutRound(deps, mayContinue);
  return hasMore;
}

/** Processes one transaction per endpoint. Returns `true` if some endpoints have more. */
async function fanOutRound(deps: Store, mayContinue: () => Promise<boolean>): Promise<boolean> {
  let hasMore = false;
  let after = { account_id: '', id: '' };
  for (;;) {
    const backlog = await listBacklogs(deps.db.read, after, ENDPOINTS_PER_QUERY);
    for (let first = 0; first < backlog.length; first += CONCURRENT_ENDPOINTS) {
      const results = await Promise.all(
        backlog.slice(first, first + CONCURRENT_ENDPOINTS).map((each) => fanOutEndpoint(deps, each)),
      );
      hasMore ||= results.includes(true);
      if (!(await mayContinue())) return true;
    }
    const last = backlog.at(-1);
    if (!last || backlog.length < ENDPOINTS_PER_QUERY) return hasMore;
    after = last;
  }
}

/** Creates all deliveries of an endpoint for the events that exist at the start. */
export async function catchUpEndpoint(deps: Store, accountId: string, id: string): Promise<void> {
  const first = await findBacklog(deps.db.read, accountId, id);
  for (let backlog = first; backlog && first && backlog.queued_to < first.head; ) {
    await fanOutEndpoint(deps, backlog);
    backlog = await findBacklog(deps.db.read, accountId, id);
  }
}

/** Creates the remaining deliveries up to the head, in the transaction that is about to change the endpoint. */
export async function fanOutRest(tx: Sql, backlog: EndpointBacklog, now: number): Promise<void> {
  for (let after = backlog.queued_to; after < backlog.head; after += EVENTS_PER_TRANSACTION) {
    const places = await listFeedPositions(
      tx,
      backlog.account_id,
      after,
      Math.min(backlog.head, after + EVENTS_PER_TRANSACTION),
    );
    await insertDeliveries(tx, toEndpointKey(backlog), filterWanted(backlog, places), now);
  }
}

async function fanOutEndpoint(deps: Store, backlog: EndpointBacklog): Promise<boolean> {
  const { queued_to, replay_from, replay_to, head } = backlog;
  const hasNew =
    queued_to < head && (await fanOutRange(deps, backlog, { after: queued_to, upTo: head }, advanceQueued));
  const hasOld =
    replay_from !== null &&
    replay_to !== null &&
    (await fanOutRange(deps, backlog, { after: replay_from, upTo: replay_to }, advanceReplay));
  return hasNew || hasOld;
}

/** Processes the first part of a range. Returns `true` if there is more. */
async function fanOutRange(
  { db, clock }: Store,
  backlog: EndpointBacklog,
  { after, upTo }: { after: number; upTo: number },
  advance: (tx: Sql, backlog: EndpointBacklog, to: number) => Promise<boolean>,
): Promise<boolean> {
  const to = Math.min(upTo, after + EVENTS_PER_TRANSACTION);
  const places = await listFeedPositions(db.read, backlog.account_id, after, to);
  const wanted = filterWanted(backlog, places);
  const isAdvanced = await db.write(async (tx) => {
    const isFirst = await advance(tx, backlog, to);
    if (isFirst) await insertDeliveries(tx, toEndpointKey(backlog), wanted, clock());
    return isFirst;
  }, deliveryTurn(backlog.account_id));
  // A process that was faster may have seen fewer events.
  return !isAdvanced || to < upTo;
}

function filterWanted({ types }: EndpointBacklog, places: readonly FeedPosition[]): FeedPosition[] {
  const named = JSON.parse(types) as string[];
  return places.filter((place) => matchesType(named, place.type) && !isOverwritten(place));
}

/** Events about the quotes of a customer that was erased. One event without a quote tells of the erasure. */
function isOverwritten({ type, quoteId }: FeedPosition): boolean {
  return type === 'customer.erased' && quoteId !== null;
}

function toEndpointKey({ account_id, id }: EndpointBacklog): { account_id: string; endpoint_id: string } {
  return { account_id, endpoint_id: id };
}
