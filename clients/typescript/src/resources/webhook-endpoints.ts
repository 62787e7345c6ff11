import type {
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointPage,
  WebhookEndpointPatch,
  WebhookReplay,
  WebhookReplayStarted,
} from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, GetOptions, PostOptions } from '../call.ts';
import { everyOne } from '../pages.ts';

/** An endpoint in the response that creates it or rotates its secret. */
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string };

/** Where events are posted to. `verifyWebhook` is for the program that gets them. */
export function webhookEndpointsOf({ json }: Caller) {
  return {
    list: (query?: ListWebhookEndpointsQuery, options?: CallOptions): Promise<WebhookEndpointPage> =>
      json('listWebhookEndpoints', { query }, options),
    /** All of them, page after page, as you read them. */
    all: (options?: CallOptions): AsyncGenerator<WebhookEndpoint, void, undefined> =>
      everyOne((page) => json('listWebhookEndpoints', { query: page }, options)),
    /** The secret is told here only. */
    create: (endpoint: NewWebhookEndpoint, options?: PostOptions): Promise<WebhookEndpointWithSecret> =>
      json('createWebhookEndpoint', { body: endpoint }, options) as Promise<WebhookEndpointWithSecret>,
    get: (id: string, options?: GetOptions<WebhookEndpoint>): Promise<WebhookEndpoint> =>
      json('getWebhookEndpoint', { path: { id } }, options),
    /** Changes the fields that are given. */
    update: (id: string, patch: WebhookEndpointPatch, options?: ChangeOptions): Promise<WebhookEndpoint> =>
      json('updateWebhookEndpoint', { path: { id }, body: patch }, options),
    delete: (id: string, options?: ChangeOptions): Promise<void> =>
      json('deleteWebhookEndpoint', { path: { id } }, options),
    /** A new secret, told here only; for 24 hours both sign. */
    rotateSecret: (id: string, options?: PostOptions): Promise<WebhookEndpointWithSecret> =>
      json('rotateWebhookSecret', { path: { id } }, options) as Promise<WebhookEndpointWithSecret>,
    /** Posts a `ping` to it. */
    test: (id: string, options?: PostOptions): Promise<WebhookDelivery> =>
      json('testWebhookEndpoint', { path: { id } }, options),
    /** Posts past events again: those after an event or a time. */
    replay: (id: string, replay: WebhookReplay, options?: PostOptions): Promise<WebhookReplayStarted> =>
      json('replayWebhookEvents', { path: { id }, body: replay }, options),
    deliveries: deliveriesOf({ json }),
  };
}

/** What was posted to an endpoint, or will be, newest first. */
function deliveriesOf({ json }: Pick<Caller, 'json'>) {
  const list = (
    endpointId: string,
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): Promise<WebhookDeliveryPage> =>
    json('listWebhookDeliveries', { path: { id: endpointId }, query }, options);
  return {
    list,
    /** All that match, page after page, as you read them. */
    async *all(
      endpointId: string,
      query?: Omit<ListWebhookDeliveriesQuery, 'limit'>,
      options?: CallOptions,
    ): AsyncGenerator<WebhookDelivery, void, undefined> {
      for (let after = query?.after; ; ) {
        const page = await list(endpointId, { ...query, limit: 100, ...(after && { after }) }, options);
        yield* page.data;
        if (!page.hasMore || page.next === null) return;
        after = page.next;
      }
    },
    /** Posts it again, now. */
    retry: (endpointId: string, deliveryId: string, options?: PostOptions): Promise<WebhookDelivery> =>
      json('retryWebhookDelivery', { path: { id: endpointId, deliveryId } }, options),
  };
}
