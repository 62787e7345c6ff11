import { Buffer } from 'node:buffer';
import { drawQrCode } from '../../markup/qr-code.ts';
import type { ViewContext } from './context.ts';
import type { Picture } from './document-view.ts';

/** Adds a QR code as the picture `/<name>.svg`; `alt` describes its purpose. */
export function addQrCode({ files }: Pick<ViewContext, 'files'>, name: string, text: string, alt: string) {
  const path = `/${name}.svg`;
  const { size, dark } = drawQrCode(text);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">` +
    `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${dark}"/></svg>`;
  files.set(path, Buffer.from(svg));
  return { path, alt } satisfies Picture;
}
