import { computeAccent, PAPER } from '../view/accent.ts';
import { drawPng, MAX_SIZE_PX } from './bitmap.ts';
import { decodePicture } from './data-url.ts';
import { isWhiteLogo, toSvg } from './white-logo.ts';

const INSET_PX = 16;
const RADIUS_PX = 10;
const INNER_PX = { width: MAX_SIZE_PX.width - 2 * INSET_PX, height: MAX_SIZE_PX.height - 2 * INSET_PX };

/**
 * Draws a white logo on a plate in the brand's colour, as documents print it; `undefined` for any other logo. Must run in a
 * worker thread.
 */
export async function drawOnPlate(dataUrl: string, color: string): Promise<Uint8Array | undefined> {
  const picture = decodePicture(dataUrl);
  if (typeof picture === 'string' || !(await isWhiteLogo(dataUrl))) return undefined;
  const png = await drawPng(toSvg(picture), INNER_PX);
  if (!png) return undefined;
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const size = { width: width + 2 * INSET_PX, height: height + 2 * INSET_PX };
  const { fill, onFill } = computeAccent(color);
  // White would not be seen on a pale brand either.
  const plate = onFill === '#ffffff' ? fill : PAPER.ink;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" rx="${RADIUS_PX}" fill="${plate}"/><image x="${INSET_PX}" y="${INSET_PX}" width="${width}" height="${height}" href="data:image/png;base64,${bytes.toString('base64')}"/></svg>`;
  return drawPng(Buffer.from(svg), size);
}
