// Does not use a PDF library: Typst writes files of one simple form, only a few objects are added, and all others stay
// byte for byte the same. A library would parse and write the whole document, in time that grows with its pages.
import { Buffer } from 'node:buffer';
import { compress, decompress } from './compression.ts';

/** A PDF as Typst writes it: one cross-reference table, and every object at the top level. */
export interface PdfFile {
  head: Buffer;
  /** Objects by number, each from `n 0 obj` up to the next object. The first one is unused. */
  objects: Buffer[];
  /** The entries of the trailer dictionary, without its size. */
  trailer: string;
}

export function readPdf(bytes: Uint8Array): PdfFile | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = file.toString('latin1', Math.max(0, file.length - 64));
  const start = Number(/startxref\s+(\d+)\s+%%EOF/.exec(end)?.[1] ?? Number.NaN);
  if (!Number.isInteger(start)) return undefined;
  const table = file.toString('latin1', start);
  const trailer = /trailer\s+<<([\s\S]*)>>\s+startxref/
    .exec(table)?.[1]
    ?.replace(/\/Size \d+/, '')
    .trim();
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} n/gm)].map((match) => Number(match[1]));
  const size = Number(/^xref\s+0 (\d+)\s/.exec(table)?.[1] ?? 0);
  if (!trailer || offsets.length !== size - 1) return undefined;

  const inOrder = [...offsets, start].sort((a, b) => a - b);
  const next = new Map(inOrder.map((offset, index) => [offset, inOrder[index + 1] ?? start]));
  const objects = offsets.map((offset) => file.subarray(offset, next.get(offset)));
  return { head: file.subarray(0, inOrder[0]), objects: [Buffer.alloc(0), ...objects], trailer };
}

/** Counts the pages of a file that Typst wrote. */
export function countPages(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = file.indexOf(PAGE); at >= 0; at = file.indexOf(PAGE, at + PAGE.length)) count += 1;
  return count;
}

const PAGE = Buffer.from('/Type /Page\n');

/**
 * Compresses the small dictionaries, most of a tagged file, in PDF 1.5 object streams (which PDF/A-2 allows). They
 * shrink to a sixth.
 */
export function writePdf({ head, objects, trailer }: PdfFile): Buffer {
  const parts: Buffer[] = [head];
  let offset = head.length;
  const append = (part: Buffer) => {
    parts.push(part);
    offset += part.length;
  };
  const entries: [type: number, place: number, index: number][] = [[0, 0, 65535]];
  const packed: { number: number; body: Buffer }[] = [];
  for (const [number, object] of objects.entries()) {
    if (number === 0) continue;
    const body = getPackableBody(object);
    if (body) {
      packed.push({ number, body });
    } else {
      entries[number] = [1, offset, 0];
      append(object);
    }
  }
  let number = objects.length;
  for (let at = 0; at < packed.length; at += MAX_OBJECTS_PER_STREAM) {
    const group = packed.slice(at, at + MAX_OBJECTS_PER_STREAM);
    for (const [index, member] of group.entries()) entries[member.number] = [2, number, index];
    entries[number] = [1, offset, 0];
    append(createObjectStream(number, group));
    number += 1;
  }
  entries[number] = [1, offset, 0];
  const start = offset;
  append(createCrossReferences(number, entries, trailer));
  append(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
  return Buffer.concat(parts);
}

const MAX_OBJECTS_PER_STREAM = 500;

/** Returns the content between `obj` and `endobj`, unless it is a stream, or has places of the file that must stay readable. */
function getPackableBody(object: Buffer): Buffer | undefined {
  const end = object.lastIndexOf('endobj');
  if (end < 0 || object.subarray(Math.max(0, end - 12), end).includes('endstream')) return undefined;
  return object.includes('/ByteRange ') ? undefined : object.subarray(object.indexOf('obj') + 3, end);
}

function createObjectStream(number: number, members: { number: number; body: Buffer }[]): Buffer {
  let offset = 0;
  const index = members.map(({ number, body }) => {
    const entry = `${number} ${offset}`;
    offset += body.length;
    return entry;
  });
  const first = Buffer.from(`${index.join(' ')}\n`, 'latin1');
  return createStream(
    number,
    `/Type /ObjStm /N ${members.length} /First ${first.length}`,
    Buffer.concat([first, ...members.map(({ body }) => body)]),
  );
}

function createCrossReferences(number: number, entries: [number, number, number][], trailer: string): Buffer {
  const rows = Buffer.alloc(entries.length * 7);
  for (const [index, [type, place, position]] of entries.entries()) {
    rows.writeUInt8(type, index * 7);
    rows.writeUInt32BE(place, index * 7 + 1);
    rows.writeUInt16BE(position, index * 7 + 5);
  }
  return createStream(number, `/Type /XRef /Size ${entries.length} /W [1 4 2] ${trailer}`, rows);
}

export function createStream(number: number, dictionary: string, content: Buffer): Buffer {
  const data = compress(content);
  const head = `${number} 0 obj\n<< ${dictionary} /Length ${data.length} /Filter /FlateDecode >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), data, Buffer.from('\nendstream\nendobj\n', 'latin1')]);
}

export function listCompositeFonts({ objects }: PdfFile): number[] {
  const numbers = objects.map((object, number) =>
    object.length < 400 && object.includes('/Subtype /Type0') ? number : 0,
  );
  return numbers.filter((number) => number > 0);
}

/** Returns the number of the object that a dictionary entry refers to. */
export function findReference(text: string, key: string): number | undefined {
  const match = new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(text);
  return match ? Number(match[1]) : undefined;
}

/** Returns the decompressed content of a stream. */
export function readStreamContent(object: Buffer | undefined): Buffer | undefined {
  if (!object) return undefined;
  const start = object.indexOf('stream\n') + 7;
  const end = object.lastIndexOf('endstream');
  const length = Number(/\/Length (\d+)/.exec(object.toString('latin1', 0, start))?.[1] ?? end - start);
  const content = object.subarray(start, start + length);
  return object.subarray(0, start).includes('/FlateDecode') ? decompress(content) : content;
}
