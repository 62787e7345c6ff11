export const MESSAGE_SIDES = ['customer', 'business'] as const;
export type MessageSide = (typeof MESSAGE_SIDES)[number];

/** Of the thread that the business and its customer have about a quote. */
export interface Message {
  id: string;
  from: MessageSide;
  author: string;
  text: string;
  createdAt: string;
  /** When the other side first looked at it. */
  readAt: string | null;
}

/** What the business writes; without an author it is the business itself. */
export interface MessageInput {
  text: string;
  author?: string | null;
}
