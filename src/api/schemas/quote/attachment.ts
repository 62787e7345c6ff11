import type { Static } from 'typebox';
import type { Attachment } from '../../../domain/quote/attachment.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

export const AttachmentSchema = Type.Object(
  {
    name: Type.String({ description: 'Unique in the quote, regardless of case' }),
    size: Type.Integer({ minimum: 0, description: 'In bytes' }),
    contentType: Type.String({
      description: 'As it was uploaded. Downloads are always served as `application/octet-stream`',
    }),
    sha256: Type.String({ description: 'SHA-256 of the file, in hexadecimal digits' }),
  },
  { title: 'Attachment', additionalProperties: false },
);
true satisfies Same<Static<typeof AttachmentSchema>, Attachment>;

export const ATTACHMENT_EXAMPLE = {
  name: 'Floor plan.pdf',
  size: 482_133,
  contentType: 'application/pdf',
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
} satisfies Attachment;
