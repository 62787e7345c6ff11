import { readEvent, readFeed } from '../../actions/events/list-feed.ts';
import { FEED_TYPES } from '../../domain/events/feed-event.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../endpoint.ts';
import { QueryReader } from '../query.ts';
import { FeedEventSchema, FeedPageSchema } from '../schemas/quote/feed-event.ts';
import { FEED_EXAMPLE } from '../schemas/quote/feed-examples.ts';

const MAX_LIMIT = 100;
const LIMIT = 20;
const ORDERS = ['asc', 'desc'] as const;

export const eventsRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/events',
  scope: 'read',
  operation: {
    id: 'listEvents',
    tag: 'Account',
    summary: 'List the events of the account',
    description:
      'All events, oldest first unless `order` says otherwise. Continue with `next` as `after`, even if a page is empty: you miss no event and see none twice. Events are kept for 90 days (`EVENTS_DAYS`), including those of a deleted quote; the history of a quote is kept as long as the quote. With a filter, a page may have fewer events than `limit` while `hasMore` is `true`.',
    query: {
      after: {
        type: 'string',
        description:
          'A `next`, the id of an event, or `latest` to start now. Default: from the first event in this order that is kept',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_LIMIT,
        default: LIMIT,
        description: 'Events per page',
      },
      type: { type: 'string', enum: FEED_TYPES, description: 'Only events of this type' },
      quoteId: { type: 'string', description: 'Only events of this quote, its invoices and messages' },
      invoiceId: { type: 'string', description: 'Only events of this invoice or credit note' },
      customerId: {
        type: 'string',
        description:
          'Only events of this customer, and of the quotes and invoices that were for it at the time',
      },
      order: {
        type: 'string',
        enum: ORDERS,
        default: 'asc',
        description:
          '`desc`: newest first. Continue with `next` as `after` in the same order, towards the oldest event that is kept',
      },
    },
    responses: { 200: { description: 'A page of events', schema: FeedPageSchema, example: FEED_EXAMPLE } },
    problems: ['validation_failed', 'events_gone'],
  },
  handle: list,
};

export const eventRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/events/:id',
  scope: 'read',
  operation: {
    id: 'getEvent',
    tag: 'Account',
    summary: 'Get an event',
    description: 'As `GET /events` and webhooks have it. Events are kept for 90 days (`EVENTS_DAYS`).',
    responses: {
      200: { description: 'The event', schema: FeedEventSchema, example: FEED_EXAMPLE.data[0] },
    },
    problems: ['not_found'],
  },
  handle: get,
};

async function get({ deps, caller, params }: Call): Promise<ApiResponse> {
  return json(200, await readEvent(deps, caller.accountId, params.id ?? ''));
}

async function list({ deps, caller, query, now }: Call): Promise<ApiResponse> {
  const reader = new QueryReader(query);
  const wanted = {
    after: reader.text('after'),
    limit: reader.integer('limit', { min: 1, max: MAX_LIMIT, fallback: LIMIT }),
    type: reader.oneOf('type', FEED_TYPES),
    quoteId: reader.text('quoteId'),
    invoiceId: reader.exact('invoiceId'),
    customerId: reader.exact('customerId'),
    isDescending: reader.oneOf('order', ORDERS) === 'desc',
  };
  reader.done();
  const { docs, next, hasMore } = await readFeed(deps, caller.accountId, wanted, now);
  return json(200, `{"data":[${docs.join(',')}],"next":${JSON.stringify(next)},"hasMore":${hasMore}}`);
}
