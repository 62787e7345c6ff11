import type { Static } from 'typebox';
import {
  ACCEPTANCE_KINDS,
  type AcceptanceField,
  type AcceptanceFieldInput,
  MAX_ACCEPTANCE_FIELDS,
  MAX_OPTIONS,
} from '../../../domain/quote/acceptance/acceptance-fields.ts';
import { type Answers, MAX_ANSWER_LENGTH } from '../../../domain/quote/acceptance/answers.ts';
import { nullable, oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const options = Type.Array(Type.String({ minLength: 1, maxLength: 100, format: 'not-blank' }), {
  minItems: 2,
  maxItems: MAX_OPTIONS,
  description: 'The answers to choose from; only of a `choice`, and required there',
});
const required = Type.Boolean({ description: 'Default: `false`. A required checkbox must be ticked' });
const field = {
  key: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_]{0,39}$',
    description:
      'Name of the answer, unique in the quote. The answer to `purchaseOrder` becomes the `reference` of a quote that has none, and the order number of its invoices',
  }),
  label: Type.String({
    ...{ minLength: 1, maxLength: 200, format: 'not-blank' },
    description: 'The question, as the customer reads it',
  }),
  kind: oneOf(ACCEPTANCE_KINDS, { description: 'What is answered' }),
};
const shape = { title: 'AcceptanceField', additionalProperties: false } as const;
const DESCRIPTION = `Questions that the customer answers on acceptance, at most ${MAX_ACCEPTANCE_FIELDS}`;
const bounds = { maxItems: MAX_ACCEPTANCE_FIELDS };

export const acceptanceFields = Type.Array(
  Type.Object(
    {
      ...field,
      required,
      options: Type.Optional(options),
    },
    shape,
  ),
  { ...bounds, description: DESCRIPTION },
);
true satisfies Same<Static<typeof acceptanceFields>, AcceptanceField[]>;

export const acceptanceFieldsInput = (description: string) =>
  nullable(
    Type.Array(
      Type.Object(
        { ...field, required: Type.Optional(required), options: Type.Optional(nullable(options)) },
        { ...shape, title: 'AcceptanceFieldInput' },
      ),
      { ...bounds, description: `${DESCRIPTION}. ${description}` },
    ),
  );
true satisfies Same<Static<ReturnType<typeof acceptanceFieldsInput>>, AcceptanceFieldInput[] | null>;

export const answers = Type.Unsafe<Answers>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: MAX_ANSWER_LENGTH },
  maxProperties: MAX_ACCEPTANCE_FIELDS,
  description:
    'The answers to `acceptanceFields` by key, as text: a number as `1200.50`, a date as `2026-11-30`, a checkbox as `yes` or `no`',
});

export const ACCEPTANCE_FIELDS_EXAMPLE = [
  { key: 'purchaseOrder', label: 'Your order number', kind: 'text', required: true },
] satisfies AcceptanceField[];
