import { contentDisposition } from './content-disposition.ts';

/** Headers of an archive that is downloaded. */
export function createZipHeaders(fileName: string): Record<string, string> {
  return {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', fileName),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  };
}
