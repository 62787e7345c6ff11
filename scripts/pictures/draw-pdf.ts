import { join } from 'node:path';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const FONTS = join(import.meta.dirname, '../../node_modules/pdfjs-dist/standard_fonts/');

/** Opens a PDF for `drawPage`, and closes it afterwards. */
export async function withPdf<T>(
  pdf: Uint8Array,
  use: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const data = new Uint8Array(pdf);
  const task = getDocument({ data, disableFontFace: true, standardFontDataUrl: FONTS, verbosity: 0 });
  try {
    return await use(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** Draws a page so wide in pixels. */
export async function drawPage(page: PDFPageProxy, width: number): Promise<Canvas> {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
  await page.render({ canvas: canvas as never, viewport }).promise;
  return canvas;
}
