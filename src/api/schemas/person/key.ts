import type { Static } from 'typebox';
import type { ListedKey } from '../../../domain/people/account-access.ts';
import { MAX_ADDRESS_RANGES } from '../../../domain/people/address-ranges.ts';
import { KEY_SCOPES } from '../../../domain/people/key-scopes.ts';
import { compileCheck } from '../check.ts';
import { nullable, nullableTimestamp, oneOf, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const scopes = Type.Array(oneOf(KEY_SCOPES), {
  minItems: 1,
  maxItems: 3,
  description:
    '`["read"]`, `["read", "draft"]` or `["read", "write"]`. A key with `draft` may create quotes and customers and change drafts that were never sent, but not send, decide or convert.',
});
const seesCosts = Type.Boolean({
  description: 'Whether it may see and set costs and see margins',
});
const addresses = Type.Array(Type.String({ minLength: 2, maxLength: 49 }), {
  minItems: 1,
  maxItems: MAX_ADDRESS_RANGES,
  description: 'IP addresses and ranges such as `203.0.113.0/24` that the key works from; `null` for all',
});
const name = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'not-blank',
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  'x-note': 'must be on one line',
  description: 'Purpose of the key',
});

export const KeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    hint: Type.String({ description: 'The visible beginning, to tell keys apart' }),
    scopes,
    seesCosts,
    expiresAt: nullableTimestamp('When it stops working; `null` for never'),
    addresses: nullable(addresses),
    createdAt: timestamp,
    lastUsedAt: nullableTimestamp('To within a minute'),
    revokedAt: nullableTimestamp('`null` while the key works'),
    secret: Type.Optional(
      Type.String({ description: 'The key itself: only in the response that creates it' }),
    ),
  },
  { title: 'Key', additionalProperties: false },
);
true satisfies Same<Static<typeof KeySchema>, ListedKey & { secret?: string }>;

export const KEY_EXAMPLE = {
  id: 'key_01k0a1b2c3d4e5f6g7h8j9kmnp',
  name: 'Website',
  hint: 'prf_live_a1b2…',
  scopes: ['read', 'write'],
  seesCosts: false,
  expiresAt: null,
  addresses: null,
  createdAt: '2026-11-01T09:30:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
} satisfies ListedKey;

export const CreateKey = Type.Object(
  {
    name,
    scopes: Type.Optional(scopes),
    seesCosts: Type.Optional(seesCosts),
    expiresAt: Type.Optional(nullableTimestamp('When it stops working; default: never')),
    addresses: Type.Optional(nullable(addresses)),
  },
  { title: 'NewKey', additionalProperties: false },
);
export type CreateKey = Static<typeof CreateKey>;
export const checkNewKey = compileCheck(CreateKey);
