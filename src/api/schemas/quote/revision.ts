import type { Static } from 'typebox';
import type { Revision } from '../../../domain/quote/revision.ts';
import { nullableString, timestamp } from '../fields.ts';
import { QuoteSchema } from '../quote.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { QUOTE_EXAMPLE } from './quote-example.ts';

export const RevisionSchema = Type.Object(
  {
    revision: Type.Integer(),
    sentAt: timestamp,
    sentTo: Type.String(),
    documentSha256: Type.String(),
    documentUrl: nullableString,
    quote: QuoteSchema,
  },
  { title: 'Revision', additionalProperties: false },
);
/** A revision with the URL of its PDF, which is created for each response. */
export type RevisionResponse = Static<typeof RevisionSchema>;
true satisfies Same<Omit<RevisionResponse, 'documentUrl' | 'quote'>, Omit<Revision, 'quote'>>;

export const REVISION_EXAMPLE = {
  revision: 1,
  sentAt: '2026-11-01T09:31:00.000Z',
  sentTo: 'buyer@northwind.example',
  documentSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  documentUrl: 'http://127.0.0.1:3000/pdf/3q2-7wAAAbEiAw',
  quote: QUOTE_EXAMPLE,
} satisfies RevisionResponse;
