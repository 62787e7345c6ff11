import { type Static, Type } from 'typebox';
import type { SendWishes } from '../domain/quote/sent-quote.ts';
import { mailAddress, nullable, optionalText } from './fields.ts';
import type { Same } from './same.ts';

export const SendQuote = Type.Object(
  {
    email: Type.Optional(nullable(mailAddress("Instead of the customer's address"))),
    cc: Type.Optional(
      nullable(Type.Array(mailAddress('One mail address'), { maxItems: 20, description: 'More recipients' })),
    ),
    subject: Type.Optional(optionalText(200, 'Instead of the usual subject')),
    message: Type.Optional(optionalText(5000, 'A personal text above the summary')),
  },
  { additionalProperties: false },
);
export type SendQuote = Static<typeof SendQuote>;
true satisfies Same<SendQuote, SendWishes>;
