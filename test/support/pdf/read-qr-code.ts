import assert from 'node:assert/strict';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import decodeQr from 'qr/decode.js';

/** Decodes the QR code in an image. */
export function readQrCode(canvas: Canvas): string {
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return decodeQr({ data, width, height });
}

/**
 * Decodes the code of a Swiss QR-bill, which fills the middle of a square image with white space around it. The cross must
 * be there; then it is covered, because this decoder takes it for one of the corners of the code.
 */
export function readSwissQrCode(canvas: Canvas): string {
  const context = canvas.getContext('2d');
  const middle = canvas.width / 2;
  const mm = canvas.width / SWISS_CODE_MM;
  const isDark = (x: number, y: number) => (context.getImageData(x, y, 1, 1).data[0] ?? 255) < 128;
  const [arm, corner] = [1.5 * mm, 2.3 * mm];
  assert.deepEqual(
    [
      ...[isDark(middle, middle), isDark(middle + arm, middle), isDark(middle, middle - arm)],
      ...[isDark(middle + corner, middle + corner), isDark(middle - corner, middle + corner)],
      ...[isDark(middle + 3.25 * mm, middle), isDark(middle, middle - 3.25 * mm)],
    ],
    [false, false, false, true, true, false, false],
    'a white cross on a black square with a white border',
  );
  context.resetTransform();
  context.fillStyle = '#fff';
  context.fillRect(middle - 3.5 * mm, middle - 3.5 * mm, 7 * mm, 7 * mm);
  return readQrCode(canvas);
}

/** Width of the code with its quiet zone. */
export const SWISS_CODE_MM = 56;

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
