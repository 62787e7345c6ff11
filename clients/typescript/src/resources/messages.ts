import type {
  ListMessagesQuery,
  Message,
  MessagePage,
  MessagesRead,
  NewMessage,
  UnreadMessages,
} from '../api.ts';
import type { Caller, CallOptions, PostOptions } from '../call.ts';
import type { FileResponse } from '../file.ts';
import { iteratePages } from '../pages.ts';

/** The messages exchanged with the customer about a quote. */
export function createMessagesApi({ json, file }: Caller) {
  return {
    list: (quoteId: string, query?: ListMessagesQuery, options?: CallOptions): Promise<MessagePage> =>
      json('listMessages', { path: { id: quoteId }, query }, options),
    all: (quoteId: string, options?: CallOptions): AsyncGenerator<Message, void, undefined> =>
      iteratePages((page) => json('listMessages', { path: { id: quoteId }, query: page }, options)),
    /** Sends a message to the customer, on the customer page and by email. */
    post: (quoteId: string, message: NewMessage, options?: PostOptions): Promise<Message> =>
      json('postMessage', { path: { id: quoteId }, body: message }, options),
    /** Fetches a file of a message that came by email from the mailbox of the account. */
    attachment: (
      quoteId: string,
      messageId: string,
      index: string,
      options?: CallOptions,
    ): Promise<FileResponse> =>
      file(
        'getMessageAttachment',
        'application/octet-stream',
        { path: { id: quoteId, messageId, index } },
        options,
      ),
    markRead: (quoteId: string, read: MessagesRead, options?: PostOptions): Promise<UnreadMessages> =>
      json('readMessages', { path: { id: quoteId }, body: read }, options),
  };
}
