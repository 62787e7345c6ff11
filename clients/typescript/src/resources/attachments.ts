import type { Attachment, AttachmentList } from '../api.ts';
import type { Caller, CallOptions, ChangeOptions } from '../call.ts';
import type { FileBody, FileResponse } from '../file.ts';

export interface UploadOptions extends ChangeOptions {
  /** Default: the type of the `Blob`, or `application/octet-stream`. */
  contentType?: string | undefined;
}

/** The attachments of a quote, by name. */
export function createAttachmentsApi({ json, file }: Caller) {
  return {
    list: (quoteId: string, options?: CallOptions): Promise<AttachmentList> =>
      json('listAttachments', { path: { id: quoteId } }, options),
    /** Attaches a file, or replaces the one with the same name. */
    put: (
      quoteId: string,
      name: string,
      body: FileBody,
      { contentType, ...options }: UploadOptions = {},
    ): Promise<Attachment> =>
      json(
        'putAttachment',
        { path: { id: quoteId, name }, body },
        { ...options, headers: { 'Content-Type': contentType ?? getContentType(body), ...options.headers } },
      ),
    get: (quoteId: string, name: string, options?: CallOptions): Promise<FileResponse> =>
      file('getAttachment', 'application/octet-stream', { path: { id: quoteId, name } }, options),
    delete: (quoteId: string, name: string, options?: ChangeOptions): Promise<void> =>
      json('deleteAttachment', { path: { id: quoteId, name } }, options),
  };
}

function getContentType(body: FileBody): string {
  return (body instanceof Blob && body.type) || 'application/octet-stream';
}
