import { Buffer } from 'node:buffer';
import { type PdfFile, reference, streamContent } from './pdf-file.ts';

/**
 * Completes the ToUnicode maps. If several glyphs draw one letter (a Thai consonant and its tone mark), the first one
 * carries the text and the others have no entry. PDF/A requires an entry for every glyph: these get an empty text, so
 * that copied text stays the same.
 */
export function completeToUnicode({ objects }: PdfFile, fontNumbers: number[]): void {
  for (const font of fontNumbers.map((number) => dictionary(objects, number))) {
    const map = reference(font, 'ToUnicode');
    const used = usedGlyphs(objects, reference(font, 'DescendantFonts'));
    if (map && used) objects[map] = completed(objects[map] ?? Buffer.alloc(0), used);
  }
}

function completed(object: Buffer, used: number[]): Buffer {
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
function usedGlyphs(objects: Buffer[], descendant: number | undefined): number[] | undefined {
  const descriptor = reference(dictionary(objects, descendant), 'FontDescriptor');
  const set = reference(dictionary(objects, descriptor), 'CIDSet');
  const bits = set === undefined ? undefined : streamContent(objects[set]);
  if (!bits) return undefined;
  const used: number[] = [];
  for (const [index, byte] of bits.entries()) {
    for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) used.push(index * 8 + bit);
  }
  return used;
}

function dictionary(objects: Buffer[], number: number | undefined): string {
  return number === undefined ? '' : (objects[number]?.toString('latin1') ?? '');
}
