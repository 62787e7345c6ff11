import { type Static, Type } from 'typebox';
import type { Acceptance } from '../domain/quote/acceptance.ts';
import { nullable, nullableString, oneOf, timestamp } from './fields.ts';
import { QUOTE_EXAMPLE } from './quote.ts';
import type { Same } from './same.ts';

export const AcceptanceSchema = Type.Object(
  {
    quoteId: Type.String(),
    decision: oneOf(['ACCEPTED', 'DECLINED']),
    by: oneOf(['customer', 'owner'], {
      description: '`owner`: recorded by the key holder for a customer who said so elsewhere',
    }),
    name: nullable(Type.String({ description: 'As the customer typed it' })),
    at: timestamp,
    revision: Type.Integer({ minimum: 1 }),
    documentSha256: nullable(Type.String({ description: 'Of the PDF that the person saw' })),
    signature: nullable(Type.String({ description: 'One SVG path in a box of 600 by 200' })),
    reason: nullableString,
    ip: nullable(Type.String({ description: 'An IPv4 or IPv6 address' })),
    userAgent: nullableString,
  },
  { additionalProperties: false },
);
true satisfies Same<Static<typeof AcceptanceSchema>, Acceptance>;

export const ACCEPTANCE_EXAMPLE = {
  quoteId: QUOTE_EXAMPLE.id,
  decision: 'ACCEPTED',
  by: 'customer',
  name: 'Ada Lovelace',
  at: '2026-11-02T14:05:00.000Z',
  revision: 1,
  documentSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  signature: null,
  reason: null,
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
} satisfies Acceptance;
