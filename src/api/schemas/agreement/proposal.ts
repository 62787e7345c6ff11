import type { Static } from 'typebox';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import {
  PROPOSAL_STATES,
  type Proposal,
  type ProposedChange,
} from '../../../domain/quote/proposal/proposal.ts';
import { unitPrice } from '../catalogue/quantity-prices.ts';
import { EventSchema } from '../event.ts';
import { money, nullable, nullableString, nullableTimestamp, oneOf, timestamp } from '../fields.ts';
import { ChosenLineSchema } from '../item.ts';
import { QUOTE_EXAMPLE } from '../quote/quote-example.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const ProposedChangeSchema = Type.Object(
  {
    itemId: Type.String({ description: 'An item of the quote' }),
    quantity: nullable(Type.Number({ description: 'Another quantity; `null` if it stays' })),
    unitPrice: nullable({ ...unitPrice, description: 'Another price of one unit; `null` if it stays' }),
    removed: Type.Boolean({ description: 'Whether the item is to be left out' }),
  },
  { title: 'ProposedChange', additionalProperties: false },
);
true satisfies Same<Static<typeof ProposedChangeSchema>, ProposedChange>;

export const ProposalSchema = Type.Object(
  {
    id: Type.String({ description: 'Begins with `prp_`' }),
    state: oneOf(PROPOSAL_STATES, {
      description:
        '`replaced`: the customer has asked for something else since; `closed`: the quote was edited or decided before anybody answered',
    }),
    revision: Type.Integer({ minimum: 1, description: 'The revision that it is about' }),
    changes: Type.Array(ProposedChangeSchema, { description: 'Empty if the customer only wrote a text' }),
    selection: Type.Array(ChosenLineSchema, { description: 'What the customer chose with it' }),
    text: Type.String({ description: 'What the customer wrote; it is in the thread, too' }),
    total: money('The total of the quote with changes and selection'),
    author: Type.String({ description: 'The name of the customer' }),
    createdAt: timestamp,
    decidedAt: nullableTimestamp('When it was applied or declined'),
    decidedBy: nullable({ ...EventSchema.properties.actor, description: 'Who applied or declined it' }),
    answer: { ...nullableString, description: 'The text with which it was declined' },
  },
  { title: 'Proposal', additionalProperties: false },
);
true satisfies Same<Static<typeof ProposalSchema>, Proposal>;

export const DeclineProposal = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: MAX_LENGTH.message,
      format: 'not-blank',
      description: 'The answer to the customer, as a message of the thread',
    }),
  },
  { title: 'ProposalAnswer', additionalProperties: false },
);
export type DeclineProposal = Static<typeof DeclineProposal>;

export const PROPOSAL_EXAMPLE = {
  id: 'prp_01k0a1b2c3d4e5f6g7h8j9kmnp',
  state: 'open',
  revision: 1,
  changes: [{ itemId: 'itm_d4e5f6g7h8j9kmnp01', quantity: 2, unitPrice: null, removed: false }],
  selection: [],
  text: 'Two chairs less would do.',
  total: QUOTE_EXAMPLE.total,
  author: 'Ada Lovelace',
  createdAt: '2026-11-02T10:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  answer: null,
} satisfies Proposal;
