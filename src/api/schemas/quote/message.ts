import type { Static } from 'typebox';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import {
  MESSAGE_SIDES,
  MESSAGE_VIAS,
  type Message,
  type MessageInput,
} from '../../../domain/quote/message.ts';
import { nullable, nullableTimestamp, oneOf, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

export const PostMessage = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: MAX_LENGTH.message,
      format: 'not-blank',
      description: 'Plain text; line breaks are kept',
    }),
    author: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 200,
          format: 'not-blank',
          pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
          'x-note': 'must be one line without control characters',
          description: 'Who writes on behalf of the account. Default: the name of the account',
        }),
      ),
    ),
  },
  { title: 'NewMessage', additionalProperties: false },
);
export type PostMessage = Static<typeof PostMessage>;
true satisfies Same<PostMessage, MessageInput>;

export const ReadMessages = Type.Object(
  {
    upTo: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The id of the last message that was read, or a date-time',
    }),
  },
  { title: 'MessagesRead', additionalProperties: false },
);
export type ReadMessages = Static<typeof ReadMessages>;

export const MessageSchema = Type.Object(
  {
    id: Type.String({ description: 'Begins with `msg_`' }),
    from: oneOf(MESSAGE_SIDES, {
      description:
        '`other`: somebody who answered by email and is not the recipient of the quote; who got a copy (`cc`), or could not be verified, is `other` too',
    }),
    author: Type.String({ description: 'A name; the email address of an `other`' }),
    text: Type.String(),
    via: oneOf(MESSAGE_VIAS, { description: 'How it was written' }),
    verified: nullable(
      Type.Boolean({
        description:
          'Whether the domain of the sender confirmed the email (DMARC); `null` if nobody checked, as for everything but emails',
      }),
    ),
    quotedText: nullable(
      Type.String({
        description:
          'The text that an email quotes; `null` in events, for readers, and for keys without the "write" scope',
      }),
    ),
    isCut: Type.Boolean({ description: 'Whether the text of the email was longer than is kept' }),
    attachments: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ minimum: 0, description: 'Position among the files of the email' }),
          name: Type.String(),
          size: Type.Integer({ minimum: 0, description: 'In bytes' }),
          contentType: Type.String({ description: 'What the sender claims' }),
        },
        { title: 'MessageAttachment', additionalProperties: false },
      ),
      { description: 'Files of an email, which stay in the mailbox of the account' },
    ),
    createdAt: timestamp,
    readAt: nullableTimestamp('When the other side first saw it'),
  },
  { title: 'Message', additionalProperties: false },
);
true satisfies Same<Static<typeof MessageSchema>, Message>;

export const UnreadSchema = Type.Object(
  { unread: Type.Integer({ minimum: 0, description: 'Messages to the account that are still unread' }) },
  { title: 'UnreadMessages', additionalProperties: false },
);

export const MESSAGE_READ_ONLY = [
  ...([
    'id',
    'from',
    'via',
    'verified',
    'quotedText',
    'isCut',
    'attachments',
    'createdAt',
    'readAt',
  ] as const),
] satisfies (keyof Message)[];

export const MESSAGE_EXAMPLE = {
  id: 'msg_01k0a1b2c3d4e5f6g7h8j9kmnp',
  from: 'business',
  author: 'Ada at Northwind',
  text: 'We could start on Monday. Would that suit you?',
  via: 'api',
  verified: null,
  quotedText: null,
  isCut: false,
  attachments: [],
  createdAt: '2026-11-02T10:00:00.000Z',
  readAt: null,
} satisfies Message;
