import { type Static, Type } from 'typebox';
import { type FieldError, PROBLEMS, type ProblemCode } from '../domain/errors.ts';
import type { Same } from './same.ts';

const FieldErrorSchema = Type.Object(
  { path: Type.String(), message: Type.String() },
  { title: 'FieldError' },
);
true satisfies Same<Static<typeof FieldErrorSchema>, FieldError>;

export const ProblemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.Unsafe<ProblemCode>({ type: 'string', enum: Object.keys(PROBLEMS) }),
    errors: Type.Array(FieldErrorSchema, { maxItems: 100 }),
    errorsOmitted: Type.Optional(
      Type.Boolean({ description: '`true` if there are more errors than `errors` lists' }),
    ),
    invoiceId: Type.Optional(
      Type.String({ description: 'With `quote_converted` and `stage_invoiced`: the invoice' }),
    ),
    requestId: Type.String(),
  },
  {
    title: 'Problem',
    description:
      'RFC 9457. The meaning of a `code` never changes; `errors` lists all invalid fields, up to 100 of them and 64 KB.',
  },
);
export type ProblemResponse = Static<typeof ProblemSchema>;

export function problemExample(code: ProblemCode): ProblemResponse {
  return {
    type: `urn:proffer:problem:${code}`,
    title: PROBLEMS[code].title,
    status: PROBLEMS[code].status,
    detail: `${PROBLEMS[code].title}.`,
    code,
    errors:
      code === 'validation_failed' ? [{ path: '/items/0/quantity', message: 'must be more than 0' }] : [],
    requestId: '0f9f2b5e-3b0a-4c7e-9a55-6a0f5a1c2d3e',
  };
}
