import type { Static } from 'typebox';
import { MAX_DUE_DAYS } from '../../../domain/field-limits.ts';
import {
  DUE_TIMES,
  type StageInput as Input,
  MAX_STAGES,
  STAGE_TYPES,
  type Stage,
} from '../../../domain/quote/schedule/payment-schedule.ts';
import { money, nullable, oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const label = Type.String({
  minLength: 1,
  maxLength: 200,
  format: 'not-blank',
  description: 'Name of the stage on the quote and on its invoice',
});
const type = oneOf(STAGE_TYPES, {
  description: '`rest` is what the other stages leave: one stage, and the last',
});
const value = nullable(
  Type.Number({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      '`percentage`: up to 100, at most two decimals; `fixed`: in the smallest currency unit; none with `rest`',
  }),
);
const when = oneOf(DUE_TIMES);
const days = Type.Integer({ minimum: 0, maximum: MAX_DUE_DAYS, description: 'After that. Default: 0' });
const date = nullable(
  Type.String({ format: 'date', description: 'Only with `"when": "date"`, and then required' }),
);
const list = {
  minItems: 1,
  maxItems: MAX_STAGES,
  description:
    'The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest`',
};

const StageInput = Type.Object(
  {
    label,
    type,
    value: Type.Optional(value),
    due: Type.Object(
      { when, days: Type.Optional(nullable(days)), date: Type.Optional(date) },
      { title: 'NewStageDue', additionalProperties: false },
    ),
  },
  { title: 'NewStage', additionalProperties: false },
);
true satisfies Same<Static<typeof StageInput>, Input>;

const StageSchema = Type.Object(
  {
    ...{ label, type, value },
    due: Type.Object({ when, days, date }, { title: 'StageDue', additionalProperties: false }),
    amount: money('Amount of the stage, tax included'),
  },
  { title: 'Stage', additionalProperties: false },
);
true satisfies Same<Static<typeof StageSchema>, Stage>;

export const PaymentScheduleInput = nullable(Type.Array(StageInput, list));
export const PaymentSchedule = nullable(Type.Array(StageSchema, list));

/** Fields of a stage that only the service sets. They are ignored if a client sends them back. */
export const STAGE_READ_ONLY = Object.keys(StageSchema.properties).filter(
  (name) => !Object.hasOwn(StageInput.properties, name),
);

export const SCHEDULE_EXAMPLE = [
  {
    ...{ label: 'Deposit', type: 'percentage', value: 30, amount: 43858 },
    due: { when: 'acceptance', days: 14, date: null },
  },
  {
    ...{ label: 'On delivery', type: 'rest', value: null, amount: 102334 },
    due: { when: 'completion', days: 0, date: null },
  },
] satisfies Stage[];
