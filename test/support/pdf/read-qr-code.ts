import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import decodeQr from 'qr/decode.js';

/** Decodes the QR code in an image. */
export function readQrCode(canvas: Canvas): string {
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return decodeQr({ data, width, height });
}

/** Renders the first page in a resolution that is good enough to scan. */
export function drawFirstPage(pdf: Uint8Array): Promise<Canvas> {
  return drawPage(pdf, 1);
}

export async function drawPage(pdf: Uint8Array, number: number): Promise<Canvas> {
  const task = getDocument({ data: new Uint8Array(pdf), disableFontFace: true, verbosity: 0 });
  const page = await (await task.promise).getPage(number);
  const viewport = page.getViewport({ scale: 200 / 72 });
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
  await page.render({ canvas: canvas as never, viewport }).promise;
  await task.destroy();
  return canvas;
}
