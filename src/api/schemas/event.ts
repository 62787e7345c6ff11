import type { Static } from 'typebox';
import type { InvoiceHistoryEvent } from '../../domain/invoice/history.ts';
import type { Actor, HistoryEvent } from '../../domain/quote/history.ts';
import { oneOf, timestamp } from './fields.ts';
import type { Same } from './same-type.ts';
import { Type } from './type.ts';

const ActorSchema = Type.Object(
  {
    type: oneOf(['key', 'user', 'customer', 'system']),
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    userId: Type.Optional(Type.String({ description: 'Of a connected app: the user who connected it' })),
  },
  { title: 'Actor', additionalProperties: false },
);

export const EventSchema = Type.Object(
  {
    id: Type.String(),
    // Not an enum: clients must accept types that they do not know yet.
    type: Type.Unsafe<HistoryEvent['type']>({ type: 'string' }),
    at: timestamp,
    // Simplified in OpenAPI: only a key and a user have an id and a name, and only an app a user.
    actor: Type.Unsafe<Actor>(ActorSchema),
    data: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  },
  { title: 'QuoteEvent', additionalProperties: false },
);
true satisfies Same<Static<typeof EventSchema>, HistoryEvent>;
true satisfies Same<Static<typeof ActorSchema>['type'], Actor['type']>;

export const InvoiceEventSchema = Type.Object(
  {
    ...EventSchema.properties,
    type: Type.Unsafe<InvoiceHistoryEvent['type']>({ type: 'string' }),
  },
  { title: 'InvoiceEvent', additionalProperties: false },
);
true satisfies Same<Static<typeof InvoiceEventSchema>, InvoiceHistoryEvent>;

export const EVENT_EXAMPLE = {
  id: 'evt_01k0a1b2c3d4e5f6g7h8j9kmnp',
  type: 'created',
  at: '2026-11-01T09:30:00.000Z',
  actor: { type: 'key', id: 'key_01k0a1b2c3d4e5f6g7h8j9kmnp', name: 'Website' },
  data: {},
} satisfies HistoryEvent;

export const INVOICE_EVENT_EXAMPLE = {
  ...EVENT_EXAMPLE,
  type: 'issued',
  data: { issueDate: '2026-11-05' },
} satisfies InvoiceHistoryEvent;
