import { DOWNLOAD_TYPE } from '../../domain/quote/attachment.ts';
import { contentDisposition } from './content-disposition.ts';

/** Headers for an untrusted file: the browser saves it, never displays it, and runs nothing in it. */
export function createDownloadHeaders({
  name,
  size,
}: {
  name: string;
  size: number;
}): Record<string, string> {
  return {
    'Content-Type': DOWNLOAD_TYPE,
    'Content-Length': String(size),
    'Content-Disposition': contentDisposition('attachment', name),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  };
}
