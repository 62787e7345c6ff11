import { type Static, Type } from 'typebox';
import { mailAddress, nullable } from './fields.ts';

export const TestMail = Type.Object(
  {
    email: Type.Optional(
      nullable(mailAddress("Recipient. Default: the account's `replyTo`, or else its `email`")),
    ),
  },
  { additionalProperties: false },
);
export type TestMail = Static<typeof TestMail>;

export const TestMailSent = Type.Object(
  {
    to: Type.String({ description: 'Who the mail was sent to' }),
    captured: Type.Boolean({
      description:
        'Whether the mail was captured instead: without a mail server, and always for test accounts',
    }),
    response: nullable(Type.String({ description: 'What the mail server said; `null` where there is none' })),
  },
  { additionalProperties: false },
);
export type TestMailSent = Static<typeof TestMailSent>;
