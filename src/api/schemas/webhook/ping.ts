import { EVENT_EXAMPLE, EventSchema } from '../event.ts';
import { timestamp } from '../fields.ts';
import { Type } from '../type.ts';
import { ENDPOINT_EXAMPLE } from './endpoint.ts';

/** The event that a test of an endpoint sends. */
export const PingSchema = Type.Object(
  {
    id: Type.String(),
    type: Type.Unsafe<'ping'>({ type: 'string', const: 'ping' }),
    timestamp,
    actor: EventSchema.properties.actor,
    data: Type.Object({ endpointId: Type.String() }, { title: 'PingEventData', additionalProperties: false }),
  },
  { title: 'PingEvent', additionalProperties: false },
);

export const PING_EXAMPLE = {
  id: EVENT_EXAMPLE.id,
  type: 'ping',
  timestamp: EVENT_EXAMPLE.at,
  actor: EVENT_EXAMPLE.actor,
  data: { endpointId: ENDPOINT_EXAMPLE.id },
};
