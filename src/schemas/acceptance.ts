import { type Static, Type } from 'typebox';
import type { Acceptance } from '../domain/quote/acceptance.ts';
import { money, nullable, nullableString, oneOf, timestamp } from './fields.ts';
import { ChosenLineSchema } from './item.ts';
import { ATTACHMENT_EXAMPLE } from './quote/attachment.ts';
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
    selection: nullable(
      Type.Array(ChosenLineSchema, {
        description:
          'The lines that the customer may change, as they were set; `null` when the answer was no',
      }),
    ),
    total: nullable(money('What the accepted selection comes to')),
    documentSha256: nullable(Type.String({ description: 'Of the PDF of the accepted selection' })),
    offerSha256: nullable(
      Type.String({ description: 'Of the PDF that the person saw, before anything was chosen' }),
    ),
    attachments: Type.Array(
      Type.Object({ name: Type.String(), sha256: Type.String() }, { additionalProperties: false }),
      { description: 'What was shown with it' },
    ),
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
  selection: [{ id: 'itm_d4e5f6g7h8j9kmnp01', selected: true, quantity: 1 }],
  total: QUOTE_EXAMPLE.total,
  documentSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  offerSha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  attachments: [{ name: ATTACHMENT_EXAMPLE.name, sha256: ATTACHMENT_EXAMPLE.sha256 }],
  signature: null,
  reason: null,
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
} satisfies Acceptance;
