import { Buffer } from 'node:buffer';
import { compress } from './compression.ts';
import { findReference, type PdfFile } from './pdf-file.ts';

/** The text of a glyph without a text of its own, which readers ignore. */
export const IGNORED = '\u200b';

/** A font of the file with the text of each glyph. */
export interface CopiedFont {
  /** Text per glyph, as exported by Typst. */
  texts: Map<number, string>;
  /** True if several of its glyphs draw one letter. */
  repaired: boolean;
  /** Returns the code for a glyph with this text. An invisible glyph has no width. */
  codeFor(glyph: number, text: string, unseen?: boolean): number;
  codes: Map<number, { glyph: number; text: string; unseen: boolean }>;
  toUnicode: number;
  descendant: number;
}

/**
 * Reads the fonts whose text mapping may need repair. Returns nothing if every glyph of every font draws one letter and
 * follows the previous one, as in most files.
 */
export function readFonts({ objects }: PdfFile, fontNumbers: number[]): Map<number, CopiedFont> {
  const found = fontNumbers.flatMap((number) => {
    const text = objects[number]?.toString('latin1') ?? '';
    const toUnicode = findReference(text, 'ToUnicode');
    const descendant = findReference(text, 'DescendantFonts');
    if (toUnicode === undefined || descendant === undefined) return [];
    if (!objects[descendant]?.includes('/CIDToGIDMap /Identity')) return [];
    return [{ number, toUnicode, descendant, map: objects[toUnicode]?.toString('latin1') ?? '' }];
  });
  if (!found.some(({ map }) => /^<[0-9A-F]{4}> <(?:[0-9A-F]{8}|0[5-8]|FB[1-9A-F]|F[CDE])/m.test(map)))
    return new Map();
  return new Map(
    found.map(({ number, toUnicode, descendant, map }) => [
      number,
      createFont(parseTexts(map), parseWidths(objects[descendant]), toUnicode, descendant),
    ]),
  );
}

function createFont(
  texts: Map<number, string>,
  widths: Map<number, string>,
  toUnicode: number,
  descendant: number,
): CopiedFont {
  const codes: CopiedFont['codes'] = new Map();
  const known = new Map<string, number>();
  let next = Math.max(0, ...widths.keys(), ...texts.keys()) + 1;
  return {
    texts,
    repaired: texts.values().some((text) => [...text].length > 1),
    codeFor(glyph, text, unseen = false) {
      const key = `${unseen} ${glyph} ${text}`;
      let code = known.get(key);
      if (code === undefined) {
        code = codes.has(glyph) || unseen ? next++ : glyph;
        known.set(key, code);
        codes.set(code, { glyph, text, unseen });
      }
      return code;
    },
    codes,
    toUnicode,
    descendant,
  };
}

/** Writes the codes into the file, which so far has one code per glyph. */
export function writeFont({ objects }: PdfFile, font: CopiedFont): void {
  const descendant = objects[font.descendant]?.toString('latin1') ?? '';
  const widths = parseWidths(objects[font.descendant]);
  const last = Math.max(...widths.keys(), ...font.texts.keys(), ...font.codes.keys());
  const map = Buffer.alloc(2 * (last + 1));
  let added = '';
  for (let code = 0; code <= last; code++) {
    const used = font.codes.get(code);
    map.writeUInt16BE(used?.glyph ?? code, 2 * code);
    if (used && used.glyph !== code)
      added += ` ${code} ${code} ${used.unseen ? 0 : (widths.get(used.glyph) ?? 0)}`;
  }
  const number = objects.length;
  const data = compress(map);
  objects.push(
    Buffer.concat([
      Buffer.from(`${number} 0 obj\n<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n`),
      data,
      Buffer.from('\nendstream\nendobj\n\n'),
    ]),
  );
  objects[font.descendant] = Buffer.from(
    descendant
      .replace('/CIDToGIDMap /Identity', `/CIDToGIDMap ${number} 0 R`)
      .replace(/\/W \[([^\]]*)\]/, (_, list: string) => `/W [${list}${added}]`),
    'latin1',
  );
  const descriptor = findReference(descendant, 'FontDescriptor') ?? 0;
  // CIDSet lists glyphs by code and is optional.
  objects[descriptor] = Buffer.from(
    (objects[descriptor]?.toString('latin1') ?? '').replace(/\/CIDSet \d+ 0 R/, ''),
    'latin1',
  );
  writeTexts(objects, font);
}

function writeTexts(objects: Buffer[], { toUnicode, texts, codes }: CopiedFont): void {
  const all = new Map(texts);
  for (const [code, { text }] of codes) all.set(code, text);
  const lines = [...all].sort(([a], [b]) => a - b).map(([code, text]) => `<${hex(code)}> <${utf16(text)}>\n`);
  let entries = '';
  for (let at = 0; at < lines.length; at += 100) {
    const group = lines.slice(at, at + 100);
    entries += `${group.length} beginbfchar\n${group.join('')}endbfchar\n`;
  }
  const object = objects[toUnicode]?.toString('latin1') ?? '';
  const content = /stream\n([\s\S]*?)\n?endstream/.exec(object)?.[1] ?? '';
  const repaired = content.replace(/\d+ beginbfchar[\s\S]*(?=endcmap)/, entries);
  objects[toUnicode] = Buffer.from(
    object.replace(content, () => repaired).replace(/\/Length \d+/, `/Length ${repaired.length}`),
    'latin1',
  );
}

function parseTexts(map: string): Map<number, string> {
  const entries = [...map.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]*)>/gm)];
  return new Map(
    entries.map(([, code = '', text = '']) => [
      Number.parseInt(code, 16),
      Buffer.from(text, 'hex').swap16().toString('utf16le'),
    ]),
  );
}

/** Parses the entries `first last width`, the form that Typst writes. */
function parseWidths(object: Buffer | undefined): Map<number, string> {
  const list = /\/W \[([^\]]*)\]/.exec(object?.toString('latin1') ?? '')?.[1] ?? '';
  const widths = new Map<number, string>();
  for (const [, first, last, width = '0'] of list.matchAll(/(\d+) (\d+) ([\d.]+)/g)) {
    for (let code = Number(first); code <= Number(last); code++) widths.set(code, width);
  }
  return widths;
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}
