import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from '../../support/service/client.ts';
import { createHistory } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
import { checkFollower, createFollower, type Follower } from '../follower.ts';
import { oneOf, randomFrom } from '../random.ts';
import { type Written, write } from './writers.ts';

export interface FeedOptions {
  writes: number;
  /** Number of concurrent writers. */
  writers: number;
  kills: number;
  seed: number;
}

export interface FeedResult {
  writes: number;
  events: number;
  kills: number;
  seconds: number;
  violations: string[];
}

const FOLLOWERS = 2;

/** Reads the feed during many writes, while the processes are killed in turn. */
export async function runFeed(
  cluster: Cluster,
  { writes, writers, kills, seed }: FeedOptions,
): Promise<FeedResult> {
  const random = randomFrom(seed);
  const history = createHistory();
  const [account] = cluster.accounts;
  if (!account) throw new Error('a cluster without an account');
  const written: Written = { quotes: [], unclear: new Set(), acknowledged: 0 };
  const begun = performance.now();
  const pick = () => oneOf(random, urlsOf(cluster));
  const route = { random, pick, isOpen: () => true };
  const followers = Array.from({ length: FOLLOWERS }, () => createFollower(account, history));
  const isOver = () => written.acknowledged >= writes;
  const following = followers.map((follower) => follower.run(route, isOver));
  const killing = killInTurn(
    cluster,
    kills,
    (round) => written.acknowledged >= (writes * round) / (kills + 1),
  );
  await Promise.all(Array.from({ length: writers }, () => write(written, { account, route, writes })));
  await Promise.all([killing, ...following]);
  const [url = ''] = urlsOf(cluster);
  for (const follower of followers) await follower.finish(url);
  const violations = [...history.violations, ...(await checkAll(cluster, followers, written))];
  const seconds = (performance.now() - begun) / 1000;
  return { writes: written.acknowledged, events: followers[0]?.seen.length ?? 0, kills, seconds, violations };
}

function urlsOf({ replicas }: Cluster): string[] {
  return replicas.map(({ url }) => url).filter((url) => url !== undefined);
}

/** Kills a process after every so many acknowledged writes; it restarts immediately, as under a supervisor. */
async function killInTurn(
  { replicas }: Cluster,
  kills: number,
  isTime: (round: number) => boolean,
): Promise<void> {
  for (let round = 1; round <= kills; round++) {
    while (!isTime(round)) await delay(5);
    const replica = replicas[round % replicas.length];
    await replica?.kill();
    await replica?.start();
  }
}

async function checkAll(
  { openDatabase }: Cluster,
  followers: readonly Follower[],
  written: Written,
): Promise<string[]> {
  const db = await openDatabase();
  try {
    const found: string[] = [];
    for (const follower of followers) {
      found.push(...(await checkFollower(db, follower, { quotes: new Map(), invoices: new Map() })));
      found.push(...checkEvents(written, follower.seen));
    }
    return found;
  } finally {
    await db.close();
  }
}

/** Checks that each acknowledged write has one event in order, and that there are no others. */
function checkEvents({ quotes, unclear }: Written, seen: readonly Json[]): string[] {
  const found: string[] = [];
  const unconfirmed = new Set(unclear);
  const told = Map.groupBy(
    seen.filter(({ type }) => type.startsWith('quote.')),
    ({ data }) => data.quote.id as string,
  );
  for (const { id, titles } of quotes) {
    const events = told.get(id) ?? [];
    told.delete(id);
    const [first] = events;
    if (first?.type !== 'quote.created') found.push(`${id}: begins with ${first?.type}`);
    const order = events.map(({ data }) => data.quote.title as string);
    if (order.join('\n') !== titles.join('\n')) {
      found.push(`${id}: events ${JSON.stringify(order)}, written ${JSON.stringify(titles)}`);
    }
  }
  for (const [id, events] of told) {
    const [first] = events;
    if (events.length !== 1 || !unconfirmed.delete(first.data.quote.title))
      found.push(`${id}: no client wrote this`);
  }
  return found;
}
