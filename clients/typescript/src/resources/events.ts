import type { Event, EventFeed, ListEventsQuery } from '../api.ts';
import type { Caller, CallOptions } from '../call.ts';
import { type FollowOptions, followEvents } from '../follow.ts';

/** All that happens in the account, oldest first. */
export function eventsOf({ json }: Caller) {
  const list = (query?: ListEventsQuery, options?: CallOptions): Promise<EventFeed> =>
    json('listEvents', { query }, options);
  return {
    /** One page. Go on with its `next` as `after`, also when it is empty. */
    list,
    /**
     * Each event, and then each new one as it happens, until the signal is aborted or you leave the loop. Keep the `id`
     * of the last event that you have dealt with, and start with it as `after` the next time.
     */
    follow: <Type extends Event['type'] = Event['type']>(
      options?: FollowOptions<Type>,
    ): AsyncGenerator<Extract<Event, { type: Type }>, void, undefined> => followEvents(list, options),
  };
}
