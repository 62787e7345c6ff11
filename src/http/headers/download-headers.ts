import { DOWNLOAD_TYPE } from '../../domain/quote/attachment.ts';
import { contentDisposition } from './content-disposition.ts';

/** Of a file from a stranger: kept by the browser, never shown by it, and nothing in it may do anything. */
export function downloadHeaders({ name, size }: { name: string; size: number }): Record<string, string> {
  return {
    'Content-Type': DOWNLOAD_TYPE,
    'Content-Length': String(size),
    'Content-Disposition': contentDisposition('attachment', name),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  };
}
