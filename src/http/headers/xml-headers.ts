import { contentDisposition } from './content-disposition.ts';

export const XML_TYPE = 'application/xml';

/** Headers of an electronic invoice: a download that no browser runs. */
export function createXmlHeaders(fileName: string): Record<string, string> {
  return {
    'Content-Type': XML_TYPE,
    'Content-Disposition': contentDisposition('attachment', fileName),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  };
}
