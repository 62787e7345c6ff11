/**
 * Renders the sample documents as small pictures into `docs/gallery/`:
 *
 *   npm run gallery            the pictures
 *   npm run gallery -- FOLDER  also the PDF files, into FOLDER
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { createRenderer } from '../src/adapters/pdf/renderer.ts';
import { gallery } from '../test/support/pdf/document-gallery.ts';
import { smallPng } from './small-png.ts';

const WIDTH = 680;
const root = join(import.meta.dirname, '..');
const target = join(root, 'docs', 'gallery');
const pdfFolder = process.argv[2];

const renderer = createRenderer();
try {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  if (pdfFolder) await mkdir(pdfFolder, { recursive: true });
  for (const [name, source] of Object.entries(gallery())) {
    const { pdf, standard, warnings } = await renderer.render(source);
    if (pdfFolder) await writeFile(join(pdfFolder, `${name}.pdf`), pdf);
    const pages = await drawPages(name, pdf);
    console.log(`${name}: ${pages} pages, ${pdf.length} bytes, ${standard}`, ...warnings);
  }
} finally {
  await renderer.close();
}

/** Draws the first page, and in a longer document also the page with the totals. */
async function drawPages(name: string, pdf: Uint8Array): Promise<number> {
  const task = getDocument({
    data: new Uint8Array(pdf),
    disableFontFace: true,
    standardFontDataUrl: join(root, 'node_modules/pdfjs-dist/standard_fonts/'),
    verbosity: 0,
  });
  const document = await task.promise;
  const last = document.numPages;
  for (const number of last === 1 ? [1] : [1, Math.max(2, last - 1)]) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: WIDTH / page.getViewport({ scale: 1 }).width });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    await page.render({ canvas: canvas as never, viewport }).promise;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const png = smallPng(data, canvas.width, canvas.height);
    await writeFile(join(target, number === 1 ? `${name}.png` : `${name}-${number}.png`), png);
  }
  await task.destroy();
  return last;
}
