import { answers } from '../acceptance/questions.ts';
import { nullable } from '../fields.ts';
import { LineChoice } from '../item.ts';
import { Type } from '../type.ts';

/** The bodies that a customer's program sends to the addresses of the forms of the page. */
const strict = { additionalProperties: false } as const;
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: 'not-blank' });
const hash = Type.String({ pattern: '^[0-9a-f]{64}$', 'x-note': 'must be a SHA-256 in hexadecimal' });
const selection = Type.Optional(nullable(Type.Array(LineChoice, { maxItems: 1000 })));

export const PROGRAM_BODIES = {
  accept: Type.Object(
    {
      name: Type.String({
        ...{
          minLength: 1,
          maxLength: 200,
          format: 'not-blank',
          pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
        },
        'x-note': 'must be one line without control characters',
      }),
      offerSha256: hash,
      selection,
      answers: Type.Optional(nullable(answers)),
    },
    strict,
  ),
  decline: Type.Object(
    { reason: Type.Optional(nullable(text(2000))), offerSha256: Type.Optional(nullable(hash)) },
    strict,
  ),
  question: Type.Object({ question: text(5000) }, strict),
  choose: Type.Object({ selection }, strict),
  proposal: Type.Object(
    {
      text: text(2000),
      changes: Type.Optional(
        nullable(
          Type.Array(
            Type.Object(
              {
                itemId: Type.String({ maxLength: 100 }),
                quantity: LineChoice.properties.quantity,
                unitPrice: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }))),
                removed: Type.Optional(nullable(Type.Boolean())),
              },
              strict,
            ),
            { maxItems: 1000 },
          ),
        ),
      ),
      selection,
      offerSha256: Type.Optional(nullable(hash)),
    },
    strict,
  ),
};
