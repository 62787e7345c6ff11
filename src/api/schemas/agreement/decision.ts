import type { Static } from 'typebox';
import type { AskedPerson, DecisionRecord } from '../../../domain/quote/decision.ts';
import { answers } from '../acceptance/questions.ts';
import { decisionVia, SignatureSchema } from '../acceptance/signers.ts';
import { money, nullable, nullableString, nullableTimestamp, oneOf, timestamp } from '../fields.ts';
import { ChosenLineSchema } from '../item.ts';
import { ATTACHMENT_EXAMPLE } from '../quote/attachment.ts';
import { QUOTE_EXAMPLE } from '../quote/quote-example.ts';
import { recurringFields } from '../quote/series.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const AskedPersonSchema = Type.Object(
  {
    name: nullable(
      Type.String({ description: '`null` for an address that is neither the customer’s nor a signer’s' }),
    ),
    email: Type.String(),
    sentAt: Type.String({ format: 'date-time', description: 'When the first email with a link was sent' }),
    openedAt: nullableTimestamp(
      'When a person first opened the page; `null` if none did, or an earlier version did not record it',
    ),
    captured: Type.Boolean({
      description: 'Whether the email was stored in the mailbox of the service instead of being sent',
    }),
  },
  { title: 'AskedPerson', additionalProperties: false },
);
true satisfies Same<Static<typeof AskedPersonSchema>, AskedPerson>;

export const DecisionSchema = Type.Object(
  {
    quoteId: Type.String(),
    decision: oneOf(['ACCEPTED', 'DECLINED']),
    by: oneOf(['customer', 'owner'], {
      description: '`owner`: recorded through the API for a customer who decided by other means',
    }),
    via: decisionVia,
    name: nullable(Type.String({ description: 'As the customer typed it' })),
    at: timestamp,
    revision: Type.Integer({ minimum: 1 }),
    selection: nullable(
      Type.Array(ChosenLineSchema, {
        description: 'The items that the customer could change, as they were accepted; `null` for `DECLINED`',
      }),
    ),
    total: nullable(
      money('Total of the accepted selection; where something recurs, what is due at the start'),
    ),
    ...{ recurring: recurringFields.recurring, contractTotal: recurringFields.contractTotal },
    documentSha256: nullable(
      Type.String({
        description:
          'SHA-256 of the PDF with the accepted selection; for `DECLINED`, of the PDF that was shown',
      }),
    ),
    offerSha256: nullable(
      Type.String({
        description: 'SHA-256 of the PDF that the customer page had shown, before anything was chosen',
      }),
    ),
    attachments: Type.Array(
      Type.Object(
        { name: Type.String(), sha256: Type.String() },
        { title: 'AcceptedAttachment', additionalProperties: false },
      ),
      { description: 'The attachments that were shown with it' },
    ),
    signature: nullable(Type.String({ description: 'One SVG path in a box of 600 × 200' })),
    reason: nullableString,
    answers,
    ip: nullable(Type.String({ description: 'An IPv4 or IPv6 address' })),
    userAgent: nullableString,
    signatures: Type.Optional(
      Type.Array(SignatureSchema, {
        description:
          'Every signature, oldest first, if the quote had signers; the fields above are those of the first one',
      }),
    ),
    version: Type.Optional(
      Type.Integer({
        description:
          'Version of the record: 2 since it has `number`, `seller` and `asked`, and its signed confirmation names it. Absent in earlier ones',
      }),
    ),
    number: Type.Optional(Type.String({ description: 'Number of the quote' })),
    seller: Type.Optional(
      Type.Object(
        {
          name: Type.String(),
          address: nullable(Type.String({ description: 'As it is printed' })),
          country: nullable(Type.String({ description: 'ISO 3166-1 alpha-2' })),
          taxId: nullable(Type.String({ description: 'Tax or VAT number' })),
        },
        { title: 'AcceptanceSeller', additionalProperties: false },
      ),
    ),
    asked: Type.Optional(
      Type.Array(AskedPersonSchema, { description: 'People who got a link by email, oldest first' }),
    ),
    recordedBy: Type.Optional(
      Type.Object(
        { type: oneOf(['key', 'user']), id: Type.String(), name: Type.String() },
        {
          ...{ title: 'AcceptanceRecorder', additionalProperties: false },
          description: 'Member or key of the business that recorded it, for `by: owner`',
        },
      ),
    ),
    passedOver: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String(), email: Type.String() },
          { title: 'PassedOverSigner', additionalProperties: false },
        ),
        { description: 'Signers without whom the business recorded the acceptance' },
      ),
    ),
  },
  { title: 'Acceptance', additionalProperties: false },
);
true satisfies Same<Static<typeof DecisionSchema>, DecisionRecord>;

export const DECISION_EXAMPLE = {
  quoteId: QUOTE_EXAMPLE.id,
  decision: 'ACCEPTED',
  by: 'customer',
  via: 'page',
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
  answers: { purchaseOrder: '4500012345' },
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  version: 2,
  number: QUOTE_EXAMPLE.number,
  seller: { name: 'Studio Example', address: '1 High Street\nLondon', country: 'GB', taxId: null },
  asked: [
    {
      ...{ name: 'Ada Lovelace', email: 'ada@northwind.example' },
      ...{ sentAt: '2026-11-02T10:00:00.000Z', openedAt: '2026-11-02T14:01:00.000Z', captured: false },
    },
  ],
} satisfies DecisionRecord;
