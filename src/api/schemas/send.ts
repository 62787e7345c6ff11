import type { Static } from 'typebox';
import { MAX_CC_RECIPIENTS, MAX_LENGTH } from '../../domain/field-limits.ts';
import type { SendOptions } from '../../domain/quote/sent-quote.ts';
import { mailAddress, nullable, nullableText } from './fields.ts';
import type { Same } from './same-type.ts';
import { Type } from './type.ts';

const sendFields = (defaultSubject: string) => ({
  email: Type.Optional(nullable(mailAddress("Recipient. Default: the customer's email address"))),
  cc: Type.Optional(
    nullable(
      Type.Array(mailAddress('One email address'), {
        maxItems: MAX_CC_RECIPIENTS,
        description: 'More recipients',
      }),
    ),
  ),
  subject: Type.Optional(nullableText(MAX_LENGTH.subject, defaultSubject)),
  message: Type.Optional(nullableText(MAX_LENGTH.message, 'A personal text above the summary')),
});

export const SendQuote = Type.Object(
  sendFields('Default: number and title of the quote, in the language of the customer'),
  { title: 'NewSending', additionalProperties: false },
);
export type SendQuote = Static<typeof SendQuote>;
true satisfies Same<SendQuote, SendOptions>;

export const SendInvoice = Type.Object(
  sendFields('Default: number and title of the invoice, in the language of the customer'),
  { title: 'NewInvoiceSending', additionalProperties: false },
);
export type SendInvoice = Static<typeof SendInvoice>;
true satisfies Same<SendInvoice, SendOptions>;

export const RemindCustomer = Type.Object({}, { title: 'NewReminder', additionalProperties: false });

export const TestMail = Type.Object(
  {
    email: Type.Optional(
      nullable(mailAddress("Recipient. Default: the account's `replyTo`, or else its `email`")),
    ),
  },
  { title: 'NewTestMail', additionalProperties: false },
);
export type TestMail = Static<typeof TestMail>;

export const TestMailSent = Type.Object(
  {
    to: Type.String({ description: 'Who the email was sent to' }),
    captured: Type.Boolean({
      description:
        'Whether the email was captured instead: without a mail server, and always for test accounts',
    }),
    response: nullable(
      Type.String({ description: 'Reply of the mail server; `null` without a mail server' }),
    ),
  },
  { title: 'TestMail', additionalProperties: false },
);
export type TestMailSent = Static<typeof TestMailSent>;
