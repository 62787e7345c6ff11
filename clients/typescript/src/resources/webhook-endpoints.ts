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
import { iteratePages } from '../pages.ts';

/** An endpoint in the response that creates it or rotates its secret. */
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string };

/** The URLs that events are posted to. Receivers use `verifyWebhook`. */
export function createWebhookEndpointsApi({ json }: Caller) {
  return {
    list: (query?: ListWebhookEndpointsQuery, options?: CallOptions): Promise<WebhookEndpointPage> =>
      json('listWebhookEndpoints', { query }, options),
    /** All endpoints, page by page as you read them. */
    all: (options?: CallOptions): AsyncGenerator<WebhookEndpoint, void, undefined> =>
      iteratePages((page) => json('listWebhookEndpoints', { query: page }, options)),
    /** Creates an endpoint. Only this response contains its secret. */
    create: (endpoint: NewWebhookEndpoint, options?: PostOptions): Promise<WebhookEndpointWithSecret> =>
      json('createWebhookEndpoint', { body: endpoint }, options) as Promise<WebhookEndpointWithSecret>,
    get: (id: string, options?: GetOptions<WebhookEndpoint>): Promise<WebhookEndpoint> =>
      json('getWebhookEndpoint', { path: { id } }, options),
    /** Changes the given fields. */
    update: (id: string, patch: WebhookEndpointPatch, options?: ChangeOptions): Promise<WebhookEndpoint> =>
      json('updateWebhookEndpoint', { path: { id }, body: patch }, options),
    delete: (id: string, options?: ChangeOptions): Promise<void> =>
      json('deleteWebhookEndpoint', { path: { id } }, options),
    /** Creates a new secret, which only this response contains. Both secrets sign for 24 hours. */
    rotateSecret: (id: string, options?: PostOptions): Promise<WebhookEndpointWithSecret> =>
      json('rotateWebhookSecret', { path: { id } }, options) as Promise<WebhookEndpointWithSecret>,
    /** Posts a `ping` to the endpoint. */
    test: (id: string, options?: PostOptions): Promise<WebhookDelivery> =>
      json('testWebhookEndpoint', { path: { id } }, options),
    /** Posts past events again: those after an event or a time. */
    replay: (id: string, replay: WebhookReplay, options?: PostOptions): Promise<WebhookReplayStarted> =>
      json('replayWebhookEvents', { path: { id }, body: replay }, options),
    deliveries: createDeliveriesApi({ json }),
  };
}

/** Past and scheduled deliveries of an endpoint, newest first. */
function createDeliveriesApi({ json }: Pick<Caller, 'json'>) {
  const list = (
    endpointId: string,
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): Promise<WebhookDeliveryPage> =>
    json('listWebhookDeliveries', { path: { id: endpointId }, query }, options);
  return {
    list,
    /** All matches, page by page as you read them. */
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
    /** Posts the delivery again, now. */
    retry: (endpointId: string, deliveryId: string, options?: PostOptions): Promise<WebhookDelivery> =>
      json('retryWebhookDelivery', { path: { id: endpointId, deliveryId } }, options),
  };
}
