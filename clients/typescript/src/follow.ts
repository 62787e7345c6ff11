import type { Event, EventFeed, ListEventsQuery } from './api.ts';
import type { CallOptions } from './call.ts';
import { isProfferError } from './errors.ts';
import { backoff, isTransient, sleep } from './retry.ts';

export interface FollowOptions<Type extends Event['type'] = Event['type']> {
  /** The id of an event, the `next` of a page, or `latest` to start now. Default: the oldest event that is kept. */
  after?: string | undefined;
  /** Only events of this type. */
  type?: Type | undefined;
  /** Only events of this quote, its invoices and messages. */
  quoteId?: string | undefined;
  /** Ends the loop. */
  signal?: AbortSignal | undefined;
  /** How long to wait when nothing has happened; it doubles up to `maxWaitMs` while nothing does. Default: 1,000. */
  waitMs?: number | undefined;
  /** Default: 10,000. */
  maxWaitMs?: number | undefined;
}

type List = (query: ListEventsQuery, options: CallOptions) => Promise<EventFeed>;

/** Goes on through outages; what only a change of the program or the key would mend is thrown. */
export async function* followEvents<Type extends Event['type']>(
  list: List,
  { after, type, quoteId, signal, waitMs = 1000, maxWaitMs = 10_000 }: FollowOptions<Type> = {},
): AsyncGenerator<Extract<Event, { type: Type }>, void, undefined> {
  let position = after;
  let quiet = 0;
  while (!signal?.aborted) {
    const page = await unlessTransient(
      list({ after: position, type, quoteId, limit: 100 }, { signal }),
      signal,
    );
    if (page) {
      for (const event of page.data) {
        if (signal?.aborted) return;
        yield event as Extract<Event, { type: Type }>;
      }
      position = page.next;
      if (page.hasMore) continue;
    }
    quiet = page && page.data.length > 0 ? 0 : quiet + 1;
    await sleep(backoff(Math.max(0, quiet - 1), waitMs, maxWaitMs), signal).catch(() => undefined);
  }
}

/** Nothing where it may work later, or where nobody waits any more. */
async function unlessTransient<T>(
  result: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (signal?.aborted || (isProfferError(error) && isTransient(error))) return undefined;
    throw error;
  }
}
