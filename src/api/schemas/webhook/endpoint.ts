import type { Static } from 'typebox';
import {
  type EndpointInput,
  type EndpointPatch,
  SUBSCRIBABLE_TYPES,
  type WebhookEndpoint,
} from '../../../domain/events/endpoint.ts';
import { compileCheck } from '../check.ts';
import { nullable, nullableText, nullableTimestamp, oneOf, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const url = Type.String({
  minLength: 1,
  maxLength: 2000,
  pattern: '^[^\\s\\u0000-\\u001f\\u007f-\\u009f]*$',
  'x-note': 'must not contain spaces or line breaks',
  description: 'An https URL at a public address, without user name, password or fragment',
});
const types = Type.Array(oneOf(SUBSCRIBABLE_TYPES), {
  minItems: 1,
  maxItems: SUBSCRIBABLE_TYPES.length,
  description: 'Types of events, `quote.*` for all of a kind, or `*` for all. Default: `["*"]`',
});
const description = nullableText(500, 'Purpose of the endpoint');
const enabled = Type.Boolean({
  description: 'A disabled endpoint never gets the events that happen in the meantime. Default: `true`',
});
const optional = {
  types: Type.Optional(nullable(types)),
  description: Type.Optional(description),
  enabled: Type.Optional(enabled),
};

export const CreateEndpoint = Type.Object(
  { url, ...optional },
  { title: 'NewWebhookEndpoint', additionalProperties: false },
);
true satisfies Same<Static<typeof CreateEndpoint>, EndpointInput>;

export const PatchEndpoint = Type.Object(
  { url: Type.Optional(url), ...optional },
  { title: 'WebhookEndpointPatch', additionalProperties: false },
);
true satisfies Same<Static<typeof PatchEndpoint>, EndpointPatch>;

export const checkNewEndpoint = compileCheck(CreateEndpoint);
export const checkEndpointPatch = compileCheck(PatchEndpoint);

export const EndpointSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `whe_`' }),
    url: Type.String(),
    types: Type.Array(Type.String()),
    description,
    enabled: Type.Boolean(),
    disabledReason: nullable(
      oneOf(['gone', 'failing'], {
        description:
          'Why the service disabled it: it responded with 410, or to nothing with success for five days',
      }),
    ),
    previousSecretExpiresAt: nullableTimestamp(
      'After a rotation: until then the secret before it signs as well',
    ),
    createdAt: timestamp,
    updatedAt: timestamp,
    secret: Type.Optional(
      Type.String({
        description: 'To verify signatures: only in the response that creates or rotates it',
      }),
    ),
  },
  { title: 'WebhookEndpoint', additionalProperties: false },
);
true satisfies Same<Static<typeof EndpointSchema>, WebhookEndpoint & { secret?: string }>;

export const NEW_ENDPOINT_READ_ONLY = [
  ...['id', 'disabledReason', 'previousSecretExpiresAt', 'createdAt', 'updatedAt'],
];
export const ENDPOINT_READ_ONLY = [...NEW_ENDPOINT_READ_ONLY, 'secret'];

export const ENDPOINT_EXAMPLE = {
  id: 'whe_01k0a1b2c3d4e5f6g7h8j9kmnp',
  url: 'https://crm.northwind.example/hooks',
  types: ['quote.*', 'invoice.created'],
  description: 'CRM',
  enabled: true,
  disabledReason: null,
  previousSecretExpiresAt: null,
  createdAt: '2026-11-01T09:30:00.000Z',
  updatedAt: '2026-11-01T09:30:00.000Z',
} satisfies WebhookEndpoint;

export const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
