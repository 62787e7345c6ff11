import { Buffer } from 'node:buffer';
import { readFont, readFontIndex, TEXT_FAMILY } from '../typst/fonts.ts';

/**
 * Computes the width of a text on one line in the text face, in em, without kerning. Returns `undefined` if a character
 * needs another face.
 */
export function measureLine(text: string): number | undefined {
  const { unitsPerEm, advances } = loadTextFace();
  let units = 0;
  for (let at = 0; at < text.length; at++) {
    const advance = advances[text.charCodeAt(at)] ?? 0;
    if (advance === 0) return undefined;
    units += advance;
  }
  return units / unitsPerEm;
}

/** Estimates the width of a text in any script, in em, rounded up. */
export function estimateWidth(text: string): number {
  const { unitsPerEm, advances } = loadTextFace();
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const advance = advances[code] ?? 0;
    if (advance > 0) width += advance / unitsPerEm;
    else if (!ZERO_WIDTH.test(character)) width += code < 0x1100 ? 0.8 : 1.3;
  }
  return width;
}

const ZERO_WIDTH = /[\p{Mn}\p{Cf}]/u;

interface FaceWidths {
  unitsPerEm: number;
  /** Advances by UTF-16 unit; 0 for characters that the face lacks or that have no width. */
  advances: Uint16Array;
}

let widths: FaceWidths | undefined;

function loadTextFace(): FaceWidths {
  if (widths) return widths;
  const face = readFontIndex().find(
    ({ family, variant }) => family === TEXT_FAMILY && variant.weight === 400,
  );
  if (!face) throw new Error('the text face is missing');
  widths = readWidths(Buffer.from(readFont(face).buffer));
  return widths;
}

/** Reads the tables `cmap` (its full Unicode subtable) and `hmtx` of a TrueType file. */
function readWidths(file: Buffer): FaceWidths {
  const tables = new Map<string, number>();
  for (let entry = 12; entry < 12 + file.readUInt16BE(4) * 16; entry += 16) {
    tables.set(file.toString('latin1', entry, entry + 4), file.readUInt32BE(entry + 8));
  }
  const [cmap = 0, head = 0, hhea = 0, hmtx = 0] = ['cmap', 'head', 'hhea', 'hmtx'].map((tag) =>
    tables.get(tag),
  );
  const measured = file.readUInt16BE(hhea + 34);
  const advances = new Uint16Array(0x10000);
  for (const [first, last, glyph] of readCharacterGroups(file, cmap)) {
    for (let code = first; code <= Math.min(last, 0xffff); code++) {
      advances[code] = file.readUInt16BE(hmtx + 4 * Math.min(glyph + code - first, measured - 1));
    }
  }
  return { unitsPerEm: file.readUInt16BE(head + 18), advances };
}

function* readCharacterGroups(
  file: Buffer,
  cmap: number,
): Generator<[first: number, last: number, glyph: number]> {
  for (let record = cmap + 4; record < cmap + 4 + file.readUInt16BE(cmap + 2) * 8; record += 8) {
    const table = cmap + file.readUInt32BE(record + 4);
    if (file.readUInt16BE(table) !== 12) continue;
    for (let at = table + 16; at < table + 16 + file.readUInt32BE(table + 12) * 12; at += 12) {
      yield [file.readUInt32BE(at), file.readUInt32BE(at + 4), file.readUInt32BE(at + 8)];
    }
    return;
  }
}
