import { contentDisposition } from './content-disposition.ts';

export const PDF_TYPE = 'application/pdf';

/** Headers for a PDF that the browser displays. `fileName` is used when it is saved. */
export function createPdfHeaders(fileName: string): Record<string, string> {
  return { 'Content-Type': PDF_TYPE, 'Content-Disposition': contentDisposition('inline', fileName) };
}
