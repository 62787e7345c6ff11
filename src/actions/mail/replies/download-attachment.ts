import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { MessageAttachment } from '../../../domain/quote/message.ts';
import { findMailedMessage, type ThreadKey } from '../../../store/tables/quote/messages.ts';

/** Downloads a file of a message that came by email. Nothing of it is stored: it is fetched from the mailbox each time. */
export async function downloadAttachment(
  deps: Pick<Deps, 'db' | 'fetchAttachment'>,
  thread: ThreadKey,
  messageId: string,
  index: string,
): Promise<{ attachment: MessageAttachment; content: Uint8Array }> {
  const message = await findMailedMessage(deps.db.read, thread, messageId);
  const attachment = message?.attachments.find((one) => String(one.index) === index);
  if (!message || !attachment) {
    throw new Problem('not_found', 'This message of this quote has no such attachment.');
  }
  const content = await deps.fetchAttachment(thread.accountId, message.place, attachment.index);
  return { attachment, content };
}
