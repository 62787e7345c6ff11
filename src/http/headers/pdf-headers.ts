import { contentDisposition } from './content-disposition.ts';

export const PDF_TYPE = 'application/pdf';

/** A document that the browser shows; kept, it has this name. */
export function pdfHeaders(fileName: string): Record<string, string> {
  return { 'Content-Type': PDF_TYPE, 'Content-Disposition': contentDisposition('inline', fileName) };
}
