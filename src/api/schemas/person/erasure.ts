import type { Static } from 'typebox';
import type { ErasureResult } from '../../../domain/account/retention.ts';
import { oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const RetainedDocumentSchema = Type.Object(
  {
    type: oneOf(['quote', 'invoice', 'credit_note']),
    id: Type.String(),
    number: Type.String(),
    retainUntil: Type.String({ format: 'date', description: 'The last day on which it is kept' }),
  },
  { title: 'RetainedDocument', additionalProperties: false },
);

export const ErasureSchema = Type.Object(
  {
    customerId: Type.String({ description: 'The customer that was erased' }),
    erasedAt: Type.String({ format: 'date-time', description: 'When it was erased' }),
    retained: Type.Array(RetainedDocumentSchema, {
      description:
        'Invoices, and quotes that were accepted or invoiced, with their evidence: they are erased after `retainUntil`',
    }),
  },
  { title: 'Erasure', additionalProperties: false },
);
true satisfies Same<Static<typeof ErasureSchema>, ErasureResult>;

export const ERASURE_EXAMPLE: ErasureResult = {
  customerId: 'cus_demo',
  erasedAt: '2026-11-18T09:00:00.000Z',
  retained: [
    {
      type: 'quote',
      id: 'quo_01jzy3v1m2c5k8w0q4r7t9x6ab',
      number: 'Q-2026-00012',
      retainUntil: '2034-12-31',
    },
    {
      type: 'invoice',
      id: 'inv_01jzy3v1m2c5k8w0q4r7t9x6ab',
      number: 'INV-2026-00007',
      retainUntil: '2034-12-31',
    },
  ],
};
