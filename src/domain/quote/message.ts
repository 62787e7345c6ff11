/** `other`: somebody who answered by email and is not the recipient of the quote; who got a copy, or is not `verified`, is one, too. */
export const MESSAGE_SIDES = ['customer', 'business', 'other'] as const;
export type MessageSide = (typeof MESSAGE_SIDES)[number];

export const MESSAGE_VIAS = ['page', 'email', 'api', 'console'] as const;
type MessageVia = (typeof MESSAGE_VIAS)[number];

/** A message between the account and the customer about a quote. */
export interface Message {
  id: string;
  from: MessageSide;
  /** The email address of an `other`. */
  author: string;
  text: string;
  via: MessageVia;
  /** Whether the sender's domain confirmed an email (DMARC); `null` if that was not checked. */
  verified: boolean | null;
  /** The text that an email quotes below or above its own; only for those who may write. */
  quotedText: string | null;
  /** Whether the text of the email was longer than is kept. */
  isCut: boolean;
  /** Files of an email, which stay in the mailbox until somebody asks for them. */
  attachments: MessageAttachment[];
  createdAt: string;
  /** When the other side first saw it. */
  readAt: string | null;
}

export interface MessageAttachment {
  index: number;
  name: string;
  size: number;
  contentType: string;
}

/** Fields that an email adds to a message. */
export type MailedParts = Pick<Message, 'verified' | 'quotedText' | 'isCut' | 'attachments'>;

export const NOT_MAILED: MailedParts = { verified: null, quotedText: null, isCut: false, attachments: [] };

/** A message of the account. The default author is the name of the account. */
export interface MessageInput {
  text: string;
  author?: string | null;
}
