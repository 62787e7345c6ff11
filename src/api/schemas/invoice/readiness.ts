import type { Static } from 'typebox';
import { MISSING_PLACES, type Readiness, XML_FORMATS } from '../../../domain/account/particulars/einvoice.ts';
import { oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

export const missingTerm = Type.String({ description: 'The business term of EN 16931, such as `BT-52`' });
export const missingPlace = oneOf(MISSING_PLACES, {
  description: 'Where the value is set: in the account, the customer, the quote or the draft of the invoice',
});

const MissingValueSchema = Type.Object(
  {
    path: Type.String({
      description: 'A JSON pointer: `/account/taxId`, `/customer/city`, or a field of the invoice',
    }),
    message: Type.String({ description: 'Describes the error to a person' }),
    term: missingTerm,
    where: missingPlace,
  },
  { title: 'MissingValue', additionalProperties: false },
);

export const ReadinessSchema = Type.Object(
  {
    ready: Type.Boolean({ description: 'Whether nothing is missing' }),
    missing: Type.Array(MissingValueSchema, {
      description: 'The values that are missing, each with the place where it is set',
    }),
  },
  { title: 'Readiness', additionalProperties: false },
);
true satisfies Same<Static<typeof ReadinessSchema>, Readiness>;

export const InvoiceReadinessSchema = Type.Object(
  {
    format: oneOf(XML_FORMATS, { description: 'The format that was checked' }),
    ...ReadinessSchema.properties,
  },
  { title: 'InvoiceReadiness', additionalProperties: false },
);

export const READINESS_EXAMPLE: Readiness = {
  ready: false,
  missing: [{ path: '/customer/city', message: 'must be set', term: 'BT-52', where: 'customer' }],
};
