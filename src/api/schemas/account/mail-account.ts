import type { Static } from 'typebox';
import { type ConnectedMail, MAIL_STATES } from '../../../domain/mail/connected-mail.ts';
import { MAIL_ACCOUNT_KINDS } from '../../../domain/mail/mail-account.ts';
import { compileCheck } from '../check.ts';
import { mailAddress, nullable, nullableTimestamp, oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const text = (description: string) => nullable(Type.String({ description }));

const Imap = Type.Object(
  {
    host: Type.String(),
    port: Type.Integer(),
    lastCheckedAt: nullableTimestamp('When the mailbox was last read'),
    lastError: text(
      'Why the mailbox cannot be read or, if `failingSince` is `null`, why replies are not moved to the folder; `null` if nothing is wrong',
    ),
    failingSince: nullableTimestamp('Since when the mailbox cannot be read; `null` if it can'),
    skipped: Type.Integer({
      minimum: 0,
      description: 'Mails that were too large or could not be read. They are still in the mailbox',
    }),
    lastSkippedAt: nullableTimestamp('When the last of them was skipped'),
  },
  { additionalProperties: false, description: 'The server that replies are read from; `null` if none are' },
);

export const MailAccountSchema = Type.Object(
  {
    kind: nullable(oneOf(MAIL_ACCOUNT_KINDS, { description: '`null` if none is connected' })),
    state: oneOf(MAIL_STATES, {
      description:
        '`sign_in_needed`: the mail server rejects the sign-in. `unreadable`: the credentials cannot be decrypted, because the secret of the service was changed or not restored. In both states emails wait until an owner connects again',
    }),
    from: text('The address that emails come from'),
    user: text('The user name at the mail server'),
    host: text('The mail server (SMTP)'),
    port: nullable(Type.Integer({ description: 'Its port' })),
    imap: nullable(Imap),
    plusAddressing: Type.Boolean({
      description: 'Whether the mailbox also gets mail to `name+anything@…`',
    }),
    authservId: text('The server whose `Authentication-Results` are trusted'),
    moveTo: text('The folder that replies are moved to; `null` leaves them'),
    connectedAt: nullableTimestamp('When it was connected'),
    connectedBy: text('Name of the owner who connected it'),
    lastSentAt: nullableTimestamp('When an email was last sent, to the minute'),
    signInNeededSince: nullableTimestamp('Since when the mail server rejects the sign-in'),
    waiting: Type.Integer({ minimum: 0, description: 'Emails that wait for the sign-in' }),
  },
  { title: 'MailAccount', additionalProperties: false },
);
true satisfies Same<Static<typeof MailAccountSchema>, ConnectedMail>;

/** Control characters could end a line of the protocol. */
const line = {
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  'x-note': 'must not contain control characters',
} as const;
const host = (description: string) => Type.String({ minLength: 1, maxLength: 253, description });

export const ConnectMailAccount = Type.Object(
  {
    kind: oneOf(['smtp'], {
      description: 'Microsoft 365 and Google are connected in the console, by signing in there',
    }),
    host: host('The mail server (SMTP), such as `mail.example.com`. Only public addresses are connected to'),
    port: Type.Integer({ description: '465 (TLS), 587 or 2525 (STARTTLS)' }),
    user: Type.String({ ...line, minLength: 1, maxLength: 320, description: 'The user name' }),
    password: Type.String({
      ...line,
      minLength: 1,
      maxLength: 1000,
      description: 'Stored encrypted and never returned',
    }),
    from: mailAddress('The address that emails come from'),
    imapHost: Type.Optional(
      nullable(host('The server that replies are read from, with the same user and password')),
    ),
    imapPort: Type.Optional(nullable(Type.Integer({ description: '993 (TLS)' }))),
    plusAddressing: Type.Optional(
      Type.Boolean({
        description: 'Whether the mailbox also gets mail to `name+anything@…`. Default: false',
      }),
    ),
    authservId: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 253,
          pattern: '^[\\w.-]*$',
          'x-note': 'must be a name such as mx.example.com',
          description:
            'The server whose `Authentication-Results` are trusted: the first word of that header in emails that arrive',
        }),
      ),
    ),
    moveTo: Type.Optional(
      nullable(
        Type.String({
          ...line,
          minLength: 1,
          maxLength: 200,
          description: 'The folder that replies are moved to. Default: they stay where they are',
        }),
      ),
    ),
  },
  { title: 'NewMailAccount', additionalProperties: false },
);
export type ConnectMailAccount = Static<typeof ConnectMailAccount>;
export const checkNewMailAccount = compileCheck(ConnectMailAccount);

export const MAIL_ACCOUNT_EXAMPLE: ConnectedMail = {
  kind: 'smtp',
  state: 'connected',
  from: 'rosa@example.com',
  user: 'rosa@example.com',
  host: 'mail.example.com',
  port: 587,
  imap: {
    host: 'mail.example.com',
    port: 993,
    lastCheckedAt: '2026-11-18T08:20:00.000Z',
    lastError: null,
    failingSince: null,
    skipped: 0,
    lastSkippedAt: null,
  },
  plusAddressing: true,
  authservId: 'mx.example.com',
  moveTo: null,
  connectedAt: '2026-11-01T09:30:00.000Z',
  connectedBy: 'Rosa Diaz',
  lastSentAt: '2026-11-18T08:12:00.000Z',
  signInNeededSince: null,
  waiting: 0,
};
