import type { Static } from 'typebox';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { APPROVAL_STATES, type QuoteApproval } from '../../../domain/quote/approval/approval.ts';
import { EVENT_EXAMPLE, EventSchema } from '../event.ts';
import { nullable, nullableText, nullableTimestamp, oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const person = (description: string) => nullable({ ...EventSchema.properties.actor, description });
const words = (description: string) => nullable(Type.String({ description }));

export const QuoteApprovalSchema = Type.Object(
  {
    state: oneOf(APPROVAL_STATES, {
      description: 'Whether somebody asked for approval, or how it was decided',
    }),
    revision: Type.Integer({ minimum: 1, description: 'The revision that it is about' }),
    sha256: Type.String({ description: 'SHA-256 of the content with its costs' }),
    requestedBy: person('The person or key that asked; `null` if it was decided without a request'),
    requestedAt: nullableTimestamp('When somebody asked for approval; `null` if nobody had to'),
    note: words('What the person wrote who asked'),
    decidedBy: person('Who approved or rejected it'),
    decidedAt: nullableTimestamp('When it was approved or rejected'),
    decisionNote: words('What the person wrote who decided'),
  },
  {
    title: 'QuoteApproval',
    additionalProperties: false,
    description: 'The last request or decision about the current content; absent if there is none',
  },
);
true satisfies Same<Static<typeof QuoteApprovalSchema>, QuoteApproval>;

const note = Type.Optional(nullableText(MAX_LENGTH.approvalNote, 'A few words with it'));

export const RequestApproval = Type.Object(
  {
    to: Type.Optional(
      nullable(
        Type.Array(Type.String({ maxLength: 200 }), {
          maxItems: 50,
          description: 'Users who may approve, by id. Default: all who may',
        }),
      ),
    ),
    note,
  },
  { title: 'NewApprovalRequest', additionalProperties: false },
);
export type RequestApproval = Static<typeof RequestApproval>;

export const DecideApproval = Type.Object(
  { note },
  { title: 'ApprovalDecision', additionalProperties: false },
);
export type DecideApproval = Static<typeof DecideApproval>;

export const APPROVAL_EXAMPLE: QuoteApproval = {
  state: 'requested',
  revision: 1,
  sha256: '0c3b5f8e8c9dbd8a5d3e2e9a3cd6f1c3a3d4f0b5a1e2d3c4b5a6978877665544',
  requestedBy: EVENT_EXAMPLE.actor,
  requestedAt: '2026-11-01T09:31:00.000Z',
  note: 'The customer waits for it.',
  decidedBy: null,
  decidedAt: null,
  decisionNote: null,
};

export const APPROVED_EXAMPLE: QuoteApproval = {
  ...APPROVAL_EXAMPLE,
  state: 'approved',
  decidedBy: { type: 'user', id: 'usr_01k0a1b2c3d4e5f6g7h8j9kmnp', name: 'Astrid Lindqvist' },
  decidedAt: '2026-11-01T09:40:00.000Z',
};
