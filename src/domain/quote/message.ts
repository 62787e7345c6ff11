export const MESSAGE_SIDES = ['customer', 'business'] as const;
export type MessageSide = (typeof MESSAGE_SIDES)[number];

/** A message between the account and the customer about a quote. */
export interface Message {
  id: string;
  from: MessageSide;
  author: string;
  text: string;
  createdAt: string;
  /** When the other side first saw it. */
  readAt: string | null;
}

/** A message of the account. The default author is the name of the account. */
export interface MessageInput {
  text: string;
  author?: string | null;
}
