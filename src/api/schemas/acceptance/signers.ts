import type { Static } from 'typebox';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import {
  MAX_SIGNERS,
  MIN_SIGNERS,
  type Signature,
  type Signer,
  type SignerInput,
} from '../../../domain/quote/acceptance/signers.ts';
import { compileCheck } from '../check.ts';
import { mailAddress, nullable, nullableTimestamp, oneOf, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const person = {
  name: Type.String({ minLength: 1, maxLength: MAX_LENGTH.name, format: 'not-blank' }),
  email: mailAddress('Where the link of this signer is sent'),
  order: Type.Integer({
    ...{ minimum: 1, maximum: MAX_SIGNERS },
    description: 'Who signs first; the same number means at the same time',
  }),
};
const bounds = { minItems: MIN_SIGNERS, maxItems: MAX_SIGNERS };
const DESCRIPTION = `Who must sign, ${MIN_SIGNERS} to ${MAX_SIGNERS}: each gets a link of their own, and the quote is accepted when all have signed`;

export const signersInput = nullable(
  Type.Array(Type.Object(person, { title: 'SignerInput', additionalProperties: false }), {
    ...bounds,
    description: `${DESCRIPTION}. They are content; any change of the content voids all signatures`,
  }),
);
true satisfies Same<Static<typeof signersInput>, SignerInput[] | null>;
export const checkSigners = compileCheck(Type.Object({ signers: signersInput }));

export const signers = Type.Array(
  Type.Object(
    {
      ...person,
      sentAt: nullableTimestamp('When a mail server last accepted the email with the link'),
      signedAt: nullableTimestamp('When they signed'),
      voidedAt: Type.Optional(
        Type.String({ format: 'date-time', description: 'When an edit voided their signature' }),
      ),
      publicUrl: Type.Optional(
        nullable(
          Type.String({
            description:
              'The link of this signer. Returned only for a single quote, and only to keys with write access',
          }),
        ),
      ),
    },
    { title: 'Signer', additionalProperties: false },
  ),
  { ...bounds, description: `${DESCRIPTION}. Absent for a quote that one person accepts` },
);
true satisfies Same<Static<typeof signers>, Signer[]>;

/** Fields of signers that only the service sets. */
export const SIGNER_READ_ONLY = ['sentAt', 'signedAt', 'voidedAt', 'publicUrl'];

export const decisionVia = nullable(
  oneOf(['page', 'program'], {
    description:
      'How the customer decided: on the page, or by a program through the link; one that imitates a browser is not detected. `null` if it was recorded by the owner, or before there were programs',
  }),
);

const sha256 = Type.String({ description: 'SHA-256 of the PDF that all signers signed' });
export const SignatureSchema = Type.Object(
  {
    email: Type.String({ description: 'The address that the link was sent to' }),
    name: Type.String({ description: 'As the signer typed it' }),
    at: timestamp,
    documentSha256: sha256,
    signature: nullable(Type.String({ description: 'One SVG path in a box of 600 × 200' })),
    ip: nullable(Type.String({ description: 'An IPv4 or IPv6 address' })),
    userAgent: nullable(Type.String({ description: 'The browser, as it names itself' })),
    via: oneOf(['page', 'program'], { description: 'On the page, or by a program that said so' }),
  },
  { title: 'Signature', additionalProperties: false },
);
true satisfies Same<Static<typeof SignatureSchema>, Signature>;
