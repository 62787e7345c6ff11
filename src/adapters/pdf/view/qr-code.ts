import { Buffer } from 'node:buffer';
import { drawQrCode } from '../../../domain/markup/qr-code.ts';
import { drawSwissQrCode } from '../../../domain/markup/swiss-qr-code.ts';
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

/** Adds the code of a Swiss QR-bill, without its quiet zone, as the picture `/payment.svg`. */
export function addSwissQrCode({ files }: Pick<ViewContext, 'files'>, text: string, alt: string): Picture {
  const path = '/payment.svg';
  const { size, dark, square, cross } = drawSwissQrCode(text);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">` +
    `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${dark}"/><path d="${square}"/>` +
    `<path fill="#fff" d="${cross}"/></svg>`;
  files.set(path, Buffer.from(svg));
  return { path, alt };
}
