import { Buffer } from 'node:buffer';
import { MAX_PIXELS, type PixelSize, TOO_MANY_PIXELS } from './picture-size.ts';

const BROKEN = 'must be a whole JPEG picture: this one is damaged';
const END_OF_IMAGE = Buffer.of(0xff, 0xd9);
const START_OF_SCAN = 0xda;
/** True for start-of-frame markers; excludes tables (C4, CC) and the reserved one (C8). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Returns the size of the picture, or the error. */
export function checkJpeg(bytes: Buffer): PixelSize | string {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return BROKEN;
  let size: PixelSize | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return BROKEN;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (marker < 0xc0 || length < 2 || end > bytes.length) return BROKEN;
    if (isFrame(marker)) {
      if (size) return BROKEN;
      const frame = checkFrame(marker, bytes.subarray(at + 4, end));
      if (typeof frame === 'string') return frame;
      size = frame;
    }
    if (marker === START_OF_SCAN) return size && bytes.indexOf(END_OF_IMAGE, end) > 0 ? size : BROKEN;
    at = end;
  }
  return BROKEN;
}

function checkFrame(marker: number, frame: Buffer): PixelSize | string {
  if (marker > 0xc2) return 'must be a baseline or progressive JPEG picture';
  const components = frame[5] ?? 0;
  if (frame.length !== 6 + components * 3) return BROKEN;
  const height = frame.readUInt16BE(1);
  const width = frame.readUInt16BE(3);
  if (width === 0 || height === 0) return BROKEN;
  if (width * height > MAX_PIXELS) return TOO_MANY_PIXELS;
  // CMYK needs a colour profile, which an archival PDF would have to contain.
  if (components !== 1 && components !== 3) return 'must be a JPEG picture in RGB or grey, not CMYK';
  return { width, height };
}
