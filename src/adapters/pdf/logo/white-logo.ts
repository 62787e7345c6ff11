import { Buffer } from 'node:buffer';
import { drawPixels } from './bitmap.ts';
import { decodePicture, type Picture } from './data-url.ts';
import { checkSvg } from './svg/check-svg.ts';

/** Enough pixels to see the colours of a logo. */
const SIZE_PX = 48;
/** Below this opacity, a pixel is the soft edge of a shape. */
const MIN_ALPHA = 64;
const MIN_WHITE = 0.88;

/**
 * Returns whether a logo consists of white shapes only, which need a plate on white paper. Must run in a worker thread.
 */
export async function isWhiteLogo(dataUrl: string): Promise<boolean> {
  const picture = decodePicture(dataUrl);
  if (typeof picture === 'string' || !mayBeWhite(picture)) return false;
  const pixels = await drawPixels(toSvg(picture), SIZE_PX);
  return pixels !== undefined && isAllWhite(pixels);
}

/** Rules out most logos without drawing them: those without transparency, and drawings without a pale colour. */
function mayBeWhite({ type, bytes }: Picture): boolean {
  if (type === 'jpeg') return false;
  if (type === 'svg+xml') return PALE.test(bytes.toString('latin1')) && checkSvg(bytes) === undefined;
  const colourType = bytes[25] ?? 0;
  return colourType >= 4 || bytes.includes('tRNS');
}

const PALE = /white|#f|rgb|hsl|snow|ivory/i;

export function toSvg({ type, bytes }: Picture): Uint8Array {
  if (type === 'svg+xml') return bytes;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const href = `data:image/png;base64,${bytes.toString('base64')}`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="${href}"/></svg>`,
  );
}

/** The colours are multiplied by the opacity. */
function isAllWhite(pixels: Uint8Array): boolean {
  let visible = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha < MIN_ALPHA) continue;
    visible += 1;
    const darkest = Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    if (darkest < alpha * MIN_WHITE) return false;
  }
  return visible > 0;
}
