import type { Canvas } from '@napi-rs/canvas';
import decodeQr from 'qr/decode.js';

/** What a camera reads from the QR code in a picture. */
export function readQrCode(canvas: Canvas): string {
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return decodeQr({ data, width, height });
}
