import type { Static } from 'typebox';
import { type FieldError, PLACES, PROBLEMS, type ProblemCode } from '../../domain/errors.ts';
import { oneOf } from './fields.ts';
import { missingPlace, missingTerm } from './invoice/readiness.ts';
import type { Same } from './same-type.ts';
import { Type } from './type.ts';

const FieldErrorSchema = Type.Object(
  {
    in: oneOf(PLACES, {
      description: 'The part of the request; `data` is stored: of the account, the customer or the invoice',
    }),
    path: Type.String({
      description:
        'A JSON pointer (RFC 6901) into that part: `/items/0/quantity` of the body, `/limit` of the query, `/Idempotency-Key` of the headers, `/id` of the path, `/customer/taxId` of the data. Empty: the whole of it',
    }),
    message: Type.String({ description: 'Describes the error to a person' }),
    term: Type.Optional(missingTerm),
    where: Type.Optional(missingPlace),
  },
  { title: 'FieldError' },
);
true satisfies Same<Static<typeof FieldErrorSchema>, FieldError & Required<Pick<FieldError, 'in'>>>;

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'A page that explains the `code` and says what to do' }),
    title: Type.String({ description: 'Meaning of the `code`, the same in every response' }),
    status: Type.Integer({ description: 'The HTTP status' }),
    detail: Type.String({ description: 'Describes this error and what to do about it to a person' }),
    code: Type.Unsafe<ProblemCode>({
      type: 'string',
      enum: Object.keys(PROBLEMS),
      description: 'For programs: its meaning never changes. New codes may come',
    }),
    errors: Type.Array(FieldErrorSchema, {
      maxItems: 100,
      description: 'Every value of the request that is missing or invalid',
    }),
    errorsOmitted: Type.Optional(
      Type.Boolean({ description: '`true` if there are more errors than `errors` lists' }),
    ),
    invoiceId: Type.Optional(
      Type.String({ description: 'With `quote_converted` and `stage_invoiced`: the invoice' }),
    ),
    catalogueItemId: Type.Optional(
      Type.String({ description: 'With `sku_taken`: the catalogue item that has it' }),
    ),
    customerId: Type.Optional(
      Type.String({ description: 'With `debtor_number_taken`: the customer that has it' }),
    ),
    requestId: Type.String({ description: 'Also in the header `X-Request-Id`; for the log and for support' }),
  },
  {
    title: 'Problem',
    description:
      'RFC 9457. The meaning of a `code` never changes; `errors` lists all invalid fields, up to 100 of them and 64 KB.',
  },
);
export type ProblemResponse = Static<typeof ProblemSchema>;

/** Returns the URL of the page that explains the code. */
export function getProblemUrl(baseUrl: string, code: ProblemCode): string {
  return `${baseUrl}/docs/problems#${code}`;
}

export function createProblemExample(code: ProblemCode, baseUrl: string): ProblemResponse {
  return {
    type: getProblemUrl(baseUrl, code),
    title: PROBLEMS[code].title,
    status: PROBLEMS[code].status,
    detail: `${PROBLEMS[code].title}.`,
    code,
    errors:
      code === 'validation_failed'
        ? [{ in: 'body', path: '/items/0/quantity', message: 'must be more than 0' }]
        : [],
    requestId: '0f9f2b5e-3b0a-4c7e-9a55-6a0f5a1c2d3e',
  };
}
