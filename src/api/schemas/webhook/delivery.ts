import type { Static } from 'typebox';
import {
  type Attempt,
  DELIVERY_STATES,
  type DeliveredType,
  type WebhookDelivery,
} from '../../../domain/events/delivery.ts';
import { compileCheck } from '../check.ts';
import { nullable, nullableTimestamp, oneOf, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const AttemptSchema = Type.Object(
  {
    at: timestamp,
    status: nullable(Type.Integer({ description: 'Of the HTTP response; `null` if there was none' })),
    ms: Type.Integer({ description: 'How long it took, in milliseconds' }),
    response: nullable(Type.String({ description: 'The first kilobyte of the body of the response' })),
    error: nullable(Type.String({ description: 'Why it failed; `null` if it did not' })),
  },
  { title: 'WebhookAttempt', additionalProperties: false },
);
true satisfies Same<Static<typeof AttemptSchema>, Attempt>;

export const DeliverySchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `whd_`, sorts by time' }),
    eventId: Type.String({ description: 'The `webhook-id` of every attempt' }),
    type: Type.Unsafe<DeliveredType>({ type: 'string', description: 'Of the event, or `ping`' }),
    status: oneOf(DELIVERY_STATES, {
      description: '`waiting` for an attempt, `delivered`, or `failed` after the last one',
    }),
    attempts: Type.Array(AttemptSchema, { description: 'The latest ones, oldest first' }),
    nextAttemptAt: nullableTimestamp('`null` when there is none to come'),
    createdAt: timestamp,
  },
  { title: 'WebhookDelivery', additionalProperties: false },
);
true satisfies Same<Static<typeof DeliverySchema>, WebhookDelivery>;

export const DELIVERY_EXAMPLE = {
  id: 'whd_01k0a1b2c3d4e5f6g7h8j9kmnp',
  eventId: 'evt_01k0a1b2c3d4e5f6g7h8j9kmnp',
  type: 'quote.accepted',
  status: 'waiting',
  attempts: [
    {
      at: '2026-11-01T09:30:01.000Z',
      status: 503,
      ms: 87,
      response: 'Down for maintenance',
      error: 'responded with status 503',
    },
  ],
  nextAttemptAt: '2026-11-01T09:30:06.000Z',
  createdAt: '2026-11-01T09:30:00.000Z',
} satisfies WebhookDelivery;

export const DeliveryPageSchema = Type.Object(
  {
    data: Type.Array(DeliverySchema),
    next: nullable(Type.String({ description: 'Goes on from here, as `after`; `null` on the last page' })),
    hasMore: Type.Boolean(),
  },
  { title: 'WebhookDeliveryPage', additionalProperties: false },
);

export const Replay = Type.Object(
  {
    after: Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'The id of an event, or a date-time: all that was written down after it is delivered again',
    }),
  },
  { title: 'WebhookReplay', additionalProperties: false },
);
export type Replay = Static<typeof Replay>;
export const checkReplay = compileCheck(Replay);

export const ReplayStarted = Type.Object(
  {
    events: Type.Integer({
      minimum: 0,
      description: 'Events behind `after`. Those of the types of the endpoint are delivered',
    }),
  },
  { title: 'WebhookReplayStarted', additionalProperties: false },
);
export type ReplayStarted = Static<typeof ReplayStarted>;

export const Resend = Type.Object(
  {
    endpointId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only to this endpoint. Default: to all enabled ones that the type of the event matches',
      }),
    ),
  },
  { title: 'WebhookResend', additionalProperties: false },
);
export type Resend = Static<typeof Resend>;
export const checkResend = compileCheck(Resend);

export const ResentSchema = Type.Object(
  {
    deliveries: Type.Array(
      Type.Object(
        {
          endpointId: Type.String({ description: 'The endpoint that the event is delivered to' }),
          deliveryId: Type.String({ description: 'Identifies the delivery among those of the endpoint' }),
        },
        { title: 'WebhookResentDelivery', additionalProperties: false },
      ),
      { description: 'One per endpoint; empty if no enabled endpoint has the type of the event' },
    ),
  },
  { title: 'WebhookResent', additionalProperties: false },
);
