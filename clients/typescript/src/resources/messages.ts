import type {
  ListMessagesQuery,
  Message,
  MessagePage,
  MessagesRead,
  NewMessage,
  UnreadMessages,
} from '../api.ts';
import type { Caller, CallOptions, PostOptions } from '../call.ts';
import { iteratePages } from '../pages.ts';

/** The messages exchanged with the customer about a quote. */
export function createMessagesApi({ json }: Pick<Caller, 'json'>) {
  return {
    list: (quoteId: string, query?: ListMessagesQuery, options?: CallOptions): Promise<MessagePage> =>
      json('listMessages', { path: { id: quoteId }, query }, options),
    all: (quoteId: string, options?: CallOptions): AsyncGenerator<Message, void, undefined> =>
      iteratePages((page) => json('listMessages', { path: { id: quoteId }, query: page }, options)),
    /** Sends a message to the customer, on the customer page and by email. */
    post: (quoteId: string, message: NewMessage, options?: PostOptions): Promise<Message> =>
      json('postMessage', { path: { id: quoteId }, body: message }, options),
    markRead: (quoteId: string, read: MessagesRead, options?: PostOptions): Promise<UnreadMessages> =>
      json('readMessages', { path: { id: quoteId }, body: read }, options),
  };
}
