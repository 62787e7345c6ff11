import { downloadAttachment } from '../../../actions/mail/replies/download-attachment.ts';
import { DOWNLOAD_TYPE } from '../../../domain/quote/attachment.ts';
import { createDownloadHeaders } from '../../../http/headers/download-headers.ts';
import type { ApiResponse, Call, Endpoint, Operation } from '../../endpoint.ts';

const operation = {
  id: 'getMessageAttachment',
  tag: 'Quotes',
  summary: 'Download a file of a message that came by email',
  description:
    'The file is fetched from the mailbox of the account each time, and is gone when the email is. Readers, and keys without the "write" scope, see no emails: 403.',
  responses: { 200: { description: 'The file', contentType: DOWNLOAD_TYPE } },
  problems: ['not_found', 'mail_sign_in_needed', 'mail_unavailable'],
} satisfies Operation;

export const messageAttachmentRoutes: Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/quotes/:id/messages/:messageId/attachments/:index',
    scope: 'write',
    operation,
    handle: download,
  },
];

async function download({ deps, caller, params }: Call): Promise<ApiResponse> {
  const thread = { accountId: caller.accountId, quoteId: params.id ?? '' };
  const { messageId = '', index = '' } = params;
  const { attachment, content } = await downloadAttachment(deps, thread, messageId, index);
  // The length of a body is added when it is sent.
  const file = { name: attachment.name, size: content.length };
  const { 'Content-Length': _, ...headers } = createDownloadHeaders(file);
  return { status: 200, headers, body: content };
}
