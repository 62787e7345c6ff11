import { setTimeout as delay } from 'node:timers/promises';
import { FEED_TYPE_BY_INVOICE_EVENT } from '../../src/domain/events/feed-event.ts';
import type { Database } from '../../src/store/database.ts';
import type { Json } from '../support/service/client.ts';
import type { FinalState } from './check/final-state.ts';
import type { History } from './check/history.ts';
import { type ChaosAccount, createClientFor } from './faults/cluster.ts';
import { ask, type Route } from './perform.ts';

/** Follows the events of an account page by page, on any process. */
export interface Follower {
  account: ChaosAccount;
  seen: Json[];
  /** Reads until the load ends. */
  run(route: Route, isOver: () => boolean): Promise<void>;
  /** Reads to the last event. */
  finish(url: string): Promise<void>;
}

const PAUSE_MS = 50;

export function createFollower(account: ChaosAccount, history: History): Follower {
  const seen: Json[] = [];
  let after = 'pos_0';

  /** Returns whether there are more events. */
  async function readPage(route: Route): Promise<boolean> {
    const path = `/events?limit=25&after=${after}`;
    const reply = await ask(history, route, (url) => createClientFor({ url }, account).get(path));
    if (!reply) return false;
    if (reply.status !== 200) {
      history.violations.push(`events returned ${reply.status}: ${reply.text.slice(0, 200)}`);
      return false;
    }
    seen.push(...reply.body.data);
    after = reply.body.next;
    return reply.body.hasMore;
  }

  return {
    account,
    seen,
    async run(route, isOver) {
      while (!isOver()) if (!(await readPage(route))) await delay(PAUSE_MS);
    },
    async finish(url) {
      const route = { pick: () => url, isOpen: () => true, random: Math.random };
      while (await readPage(route));
    },
  };
}

/** Checks that no event is missing or repeated, and that they came in order, overall, per quote and per invoice. */
export async function checkFollower(
  db: Database,
  { seen }: Follower,
  { quotes, invoices }: Pick<FinalState, 'quotes' | 'invoices'>,
): Promise<string[]> {
  const [first] = seen;
  const rows = await db.read.all<{ n: number; id: string }>(
    'SELECT n, id FROM feed WHERE account_id = (SELECT account_id FROM feed WHERE id = ?) ORDER BY n',
    first?.id ?? '',
  );
  const found: string[] = [];
  const gap = rows.findIndex(({ n }, index) => n !== index + 1);
  if (gap >= 0) found.push(`event number ${gap + 1} is missing`);
  const differs = rows.findIndex(({ id }, index) => id !== seen[index]?.id);
  if (differs >= 0 || rows.length !== seen.length) {
    found.push(`a follower saw ${seen.length} of ${rows.length} events, which differ from ${differs} on`);
  }
  const ofQuotes = Map.groupBy(seen, ({ data }) => data.quote?.id as string | undefined);
  for (const [id, { events }] of quotes) found.push(...checkOrder(id, events, ofQuotes.get(id) ?? []));
  const ofInvoices = Map.groupBy(seen, ({ data }) => data.invoice?.id as string | undefined);
  for (const [id, { events }] of invoices) {
    const fed = events.filter(({ type }) => FEED_TYPE_BY_INVOICE_EVENT[type] !== null);
    found.push(...checkOrder(id, fed, ofInvoices.get(id) ?? []));
  }
  return found;
}

/** Checks that the feed has every event of a history, in its order. */
function* checkOrder(
  id: string,
  events: readonly { id: string; type: string }[],
  seen: readonly Json[],
): Generator<string> {
  const own = new Set(seen.map((event) => event.id));
  const missed = events.find((event) => !own.has(event.id));
  if (missed) yield `${id}: no event ${missed.type} in the feed`;
  const inOrder = seen.filter((event) => events.some((kept) => kept.id === event.id));
  if (inOrder.some((event, index) => event.id !== events[index]?.id)) {
    yield `${id}: its events are not in the order of its history`;
  }
}
