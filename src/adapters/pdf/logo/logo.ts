import { decodePicture } from './data-url.ts';
import { checkJpeg } from './jpeg.ts';
import { checkPng } from './png.ts';
import { checkSvg } from './svg/check-svg.ts';

export interface LogoFile {
  extension: 'png' | 'jpg' | 'svg';
  bytes: Uint8Array;
}

const EXTENSIONS = { png: 'png', jpeg: 'jpg', 'svg+xml': 'svg' } as const;

/** Returns the picture in the data URL, ready for typesetting, or the error in the URL. */
export function decodeLogo(dataUrl: string): LogoFile | string {
  const picture = decodePicture(dataUrl);
  return typeof picture === 'string'
    ? picture
    : { extension: EXTENSIONS[picture.type], bytes: picture.bytes };
}

/**
 * Returns the error in a logo, in words for its owner, or `undefined`. Time and memory are bounded but too large for
 * the event loop: must run in a worker thread.
 */
export function checkLogo(dataUrl: string): string | undefined {
  const picture = decodePicture(dataUrl);
  if (typeof picture === 'string') return picture;
  const { type, bytes } = picture;
  if (type === 'svg+xml') return checkSvg(bytes);
  const size = type === 'png' ? checkPng(bytes) : checkJpeg(bytes);
  return typeof size === 'string' ? size : undefined;
}
