import type { Static } from 'typebox';
import { DELIVERY_STATES, type Delivery } from '../../../domain/mail/delivery.ts';
import { nullable, oneOf, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

export const DeliverySchema = Type.Object(
  {
    id: Type.String({
      description: 'Opaque, begins with `dlv_`, sorts by time; another one once the email is sent again',
    }),
    kind: Type.String({
      description:
        '`quote`: the email with the quote. Others: `reminder`, `message`, `accepted_copy`; more may come',
    }),
    to: Type.String({ description: 'Email address' }),
    at: timestamp,
    state: oneOf(DELIVERY_STATES, {
      description:
        '`sent`: the mail server accepted it. `unknown`: it may have arrived. `failed`: it was not sent. `bounced`: it came back',
    }),
    captured: Type.Boolean({
      description: 'Whether the email is stored in the mailbox instead of being sent',
    }),
    messageId: Type.String(),
    reason: nullable(
      Type.String({ description: 'Why it failed or came back, in words; `null` if it did neither' }),
    ),
    response: nullable(Type.String({ description: 'Reply of the mail server' })),
  },
  { title: 'Delivery', additionalProperties: false },
);
true satisfies Same<Static<typeof DeliverySchema>, Delivery>;

export const DELIVERY_EXAMPLE = {
  id: 'dlv_01k0a1b2c3d4e5f6g7h8j9kmnp',
  kind: 'quote',
  to: 'ada@northwind.example',
  at: '2026-11-02T10:00:00.000Z',
  state: 'bounced',
  captured: false,
  messageId: '<snd_01k0a1b2c3d4e5f6g7h8j9kmnp@studio.example>',
  reason: 'The address does not exist.',
  response: '550 5.1.1 no such mailbox',
} satisfies Delivery;
