import type { Deps } from '../../app/deps.ts';
import type { MailMessage } from '../../domain/mail/mail.ts';
import { type Attachment, DOWNLOAD_TYPE } from '../../domain/quote/attachment.ts';
import { readAttachment } from '../quotes/attachments/read-attachment.ts';

/** Size of attachments that most mail servers accept, before base64 encoding. */
const MAX_ATTACHMENT_BYTES = 7 * 2 ** 20;

export function fitsInMail(attachments: readonly Attachment[], pdfBytes: number): boolean {
  return attachments.reduce((sum, { size }) => sum + size, pdfBytes) <= MAX_ATTACHMENT_BYTES;
}

export async function readMailAttachments(
  deps: Deps,
  accountId: string,
  attachments: readonly Attachment[],
): Promise<MailMessage['attachments']> {
  const files: MailMessage['attachments'] = [];
  for (const attachment of attachments) {
    const [type = ''] = attachment.contentType.split(';');
    files.push({
      filename: attachment.name,
      // Mail clients would parse parts of these types as parts of the email itself.
      contentType: /^(multipart|message)\//i.test(type) ? DOWNLOAD_TYPE : type,
      content: await readAttachment(deps, accountId, attachment),
    });
  }
  return files;
}
