import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Returns the words of a PDF as copied by a reader, without spaces, because line breaks vary. */
export async function wordsOf(pdf: Uint8Array): Promise<string> {
  const task = getDocument({ data: pdf.slice(), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  let text = '';
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  await task.destroy();
  return text.normalize('NFC').replaceAll(/[\s\u200b]/g, '');
}
