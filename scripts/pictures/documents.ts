import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRenderer } from '../../src/adapters/pdf/renderer.ts';
import { gallery } from '../../test/support/pdf/document-gallery.ts';
import { drawPage, withPdf } from './draw-pdf.ts';
import { smallPng } from './small-png.ts';

const WIDTH = 680;
const TARGET = join(import.meta.dirname, '../../docs/gallery');

/** Draws the sample documents of all conventions and scripts into docs/gallery, and keeps their PDFs if a folder is given. */
export async function drawDocuments(pdfFolder: string | undefined): Promise<void> {
  const renderer = createRenderer();
  try {
    await rm(TARGET, { recursive: true, force: true });
    await mkdir(TARGET, { recursive: true });
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
}

/** Draws the first page, and in a longer document also the page with the totals. */
function drawPages(name: string, pdf: Uint8Array): Promise<number> {
  return withPdf(pdf, async (document) => {
    const last = document.numPages;
    for (const number of last === 1 ? [1] : [1, Math.max(2, last - 1)]) {
      const canvas = await drawPage(await document.getPage(number), WIDTH);
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const png = smallPng(data, canvas.width, canvas.height);
      await writeFile(join(TARGET, number === 1 ? `${name}.png` : `${name}-${number}.png`), png);
    }
    return last;
  });
}
