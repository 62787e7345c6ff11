import { Buffer } from 'node:buffer';
import { findReference, type PdfFile, readStreamContent } from './pdf-file.ts';

/**
 * Completes the ToUnicode maps. If several glyphs draw one letter (a Thai consonant and its tone mark), the first one
 * carries the text and the others have no entry. PDF/A requires an entry for every glyph: these get an empty text, so
 * that copied text stays the same.
 */
export function completeToUnicode({ objects }: PdfFile, fontNumbers: number[]): void {
  for (const font of fontNumbers.map((number) => readDictionary(objects, number))) {
    const map = findReference(font, 'ToUnicode');
    const used = readUsedGlyphs(objects, findReference(font, 'DescendantFonts'));
    if (map && used) objects[map] = completeMap(objects[map] ?? Buffer.alloc(0), used);
  }
}

function completeMap(object: Buffer, used: number[]): Buffer {
  const text = object.toString('latin1');
  const known = new Set(
    [...text.matchAll(/^<([0-9A-F]{4})> </gm)].map((match) => Number.parseInt(match[1] ?? '', 16)),
  );
  const missing = used.filter((glyph) => glyph !== 0 && !known.has(glyph));
  if (missing.length === 0) return object;
  let entries = '';
  for (let at = 0; at < missing.length; at += 100) {
    const group = missing.slice(at, at + 100);
    const lines = group.map((glyph) => `<${glyph.toString(16).toUpperCase().padStart(4, '0')}> <>\n`);
    entries += `${group.length} beginbfchar\n${lines.join('')}endbfchar\n`;
  }
  return Buffer.from(
    text
      .replace(/endcmap\n/, `${entries}endcmap\n`)
      .replace(/\/Length (\d+)/, (_, length: string) => `/Length ${Number(length) + entries.length}`),
    'latin1',
  );
}

/** Reads which glyphs the font contains from its CIDSet, one bit per glyph. */
function readUsedGlyphs(objects: Buffer[], descendant: number | undefined): number[] | undefined {
  const descriptor = findReference(readDictionary(objects, descendant), 'FontDescriptor');
  const set = findReference(readDictionary(objects, descriptor), 'CIDSet');
  const bits = set === undefined ? undefined : readStreamContent(objects[set]);
  if (!bits) return undefined;
  const used: number[] = [];
  for (const [index, byte] of bits.entries()) {
    for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) used.push(index * 8 + bit);
  }
  return used;
}

function readDictionary(objects: Buffer[], number: number | undefined): string {
  return number === undefined ? '' : (objects[number]?.toString('latin1') ?? '');
}
