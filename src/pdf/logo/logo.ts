import { pictureIn } from './data-url.ts';
import { checkJpeg } from './jpeg.ts';
import { checkPng } from './png.ts';
import { checkSvg } from './svg.ts';

export interface LogoFile {
  extension: 'png' | 'jpg' | 'svg';
  bytes: Uint8Array;
}

const EXTENSIONS = { png: 'png', jpeg: 'jpg', 'svg+xml': 'svg' } as const;

/** The picture inside the data URL, ready to be typeset, or what is wrong with the URL. */
export function logoFile(dataUrl: string): LogoFile | string {
  const picture = pictureIn(dataUrl);
  return typeof picture === 'string'
    ? picture
    : { extension: EXTENSIONS[picture.type], bytes: picture.bytes };
}

/**
 * What is wrong with a logo, in words for its owner; `undefined` when nothing is. It takes time and memory within
 * limits, but more than the event loop has: for a thread.
 */
export function checkLogo(dataUrl: string): string | undefined {
  const picture = pictureIn(dataUrl);
  if (typeof picture === 'string') return picture;
  const { type, bytes } = picture;
  if (type === 'svg+xml') return checkSvg(bytes);
  const size = type === 'png' ? checkPng(bytes) : checkJpeg(bytes);
  return typeof size === 'string' ? size : undefined;
}
