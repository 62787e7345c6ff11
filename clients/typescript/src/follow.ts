import type { Event, EventFeed, ListEventsQuery } from './api.ts';
import type { CallOptions } from './call.ts';
import { isProfferError } from './errors.ts';
import { backoff, isTransient, sleep } from './retry.ts';

export interface FollowOptions<Type extends Event['type'] = Event['type']> {
  /** An event ID, the `next` of a page, or `latest` to start now. Default: the oldest stored event. */
  after?: string | undefined;
  /** Only events of this type. */
  type?: Type | undefined;
  /** Only events of this quote, its invoices and messages. */
  quoteId?: string | undefined;
  /** Only events of this invoice or credit note. */
  invoiceId?: string | undefined;
  /** Only events of this customer, and of the quotes and invoices that were for it. */
  customerId?: string | undefined;
  /** Ends the loop when aborted. */
  signal?: AbortSignal | undefined;
  /** Delay between polls in milliseconds; it doubles up to `maxWaitMs` while there are no events. Default: 1,000. */
  waitMs?: number | undefined;
  /** Maximum delay in milliseconds. Default: 10,000. */
  maxWaitMs?: number | undefined;
}

type List = (query: ListEventsQuery, options: CallOptions) => Promise<EventFeed>;

/** Continues after outages. Throws errors that need another program or key. */
export async function* followEvents<Type extends Event['type']>(
  list: List,
  { after, signal, waitMs = 1000, maxWaitMs = 10_000, ...filter }: FollowOptions<Type> = {},
): AsyncGenerator<Extract<Event, { type: Type }>, void, undefined> {
  let position = after;
  let quiet = 0;
  while (!signal?.aborted) {
    const page = await ignoreTransient(list({ after: position, ...filter, limit: 100 }, { signal }), signal);
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

/** Returns nothing for a transient error or an aborted call. */
async function ignoreTransient<T>(
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
