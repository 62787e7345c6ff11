import type { Event, EventFeed, ListEventsQuery, WebhookResend, WebhookResent } from '../api.ts';
import type { Caller, CallOptions, PostOptions } from '../call.ts';
import { type FollowOptions, followEvents } from '../follow.ts';

/** Everything that happens in the account. */
export function createEventsApi({ json }: Caller) {
  const list = (query?: ListEventsQuery, options?: CallOptions): Promise<EventFeed> =>
    json('listEvents', { query }, options);
  return {
    /** One page, oldest first unless `order` is `desc`. Continue with its `next` as `after`, even if it is empty. */
    list,
    get: (id: string, options?: CallOptions): Promise<Event> => json('getEvent', { path: { id } }, options),
    /** Delivers the event to webhook endpoints again. */
    resend: (id: string, resend?: WebhookResend, options?: PostOptions): Promise<WebhookResent> =>
      json('resendEvent', { path: { id }, body: resend }, options),
    /**
     * Yields all stored events and then each new one, until the signal is aborted or you leave the loop. Store the `id`
     * of the last event that you processed, and pass it as `after` the next time.
     */
    follow: <Type extends Event['type'] = Event['type']>(
      options?: FollowOptions<Type>,
    ): AsyncGenerator<Extract<Event, { type: Type }>, void, undefined> => followEvents(list, options),
  };
}
