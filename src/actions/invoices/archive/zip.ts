// Written by hand: storing uncompressed files one after the other takes a page of code, and libraries buffer more.
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** `YYYY-MM-DD` */
  date: string;
  content: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
/** Marks that the actual value is in the ZIP64 fields. */
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/** Version needed to extract: 4.5, which ZIP64 fields require. */
const VERSION = 45;
/** Flag for names in UTF-8. */
const UTF_8 = 0x0800;

/**
 * Streams a ZIP of uncompressed files, as PDFs are compressed already. It keeps only the offset of each file in memory,
 * makes duplicate names unique, and uses ZIP64 fields where needed, so that the size is not limited.
 */
export async function* createZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  const directory: Uint8Array[] = [];
  const names = new Set<string>();
  let offset = 0;
  for await (const { name: wanted, date, content } of entries) {
    const name = Buffer.from(makeUnique(names, wanted));
    const about = buildSharedFields(date, content, name.length);
    const header = numbers([LOCAL, 4], [VERSION, 2], ...about, [0, 2]);
    directory.push(centralEntry(name, about, offset));
    offset += header.length + name.length + content.length;
    yield Buffer.concat([header, name]);
    yield content;
  }
  yield* directory;
  yield* buildEnd(directory, offset);
}

/** Begins a ZIP: an error before the first bytes rejects the promise, a later one aborts the stream. */
export async function startZip(entries: AsyncIterable<ZipEntry>): Promise<AsyncIterable<Uint8Array>> {
  const zip = createZip(entries);
  const first = await zip.next();
  return resume(first, zip);
}

async function* resume(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    if (first.value) yield first.value;
    yield* rest;
  } finally {
    // A client that disconnects early leaves the generator suspended: release what its entries hold.
    await rest.return();
  }
}

type Field = [value: number, bytes: 2 | 4 | 8];

/** Returns the fields that the local and the central header of a file share. */
function buildSharedFields(date: string, content: Uint8Array, nameLength: number): Field[] {
  const [year = 1980, month = 1, day = 1] = date.split('-').map(Number);
  const dosDate = ((Math.max(1980, year) - 1980) << 9) | (month << 5) | day;
  return [
    [UTF_8, 2],
    [0, 2],
    [0, 2],
    [dosDate, 2],
    [crc32(content), 4],
    [content.length, 4],
    [content.length, 4],
    [nameLength, 2],
  ];
}

function centralEntry(name: Uint8Array, about: Field[], offset: number): Uint8Array {
  const isFar = offset >= MAX_32;
  const extra = isFar ? numbers([1, 2], [8, 2], [offset, 8]) : Buffer.of();
  const header = numbers(
    [CENTRAL, 4],
    [VERSION, 2],
    [VERSION, 2],
    ...about,
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [isFar ? MAX_32 : offset, 4],
  );
  return Buffer.concat([header, name, extra]);
}

function* buildEnd(directory: readonly Uint8Array[], offset: number): Generator<Uint8Array> {
  const count = directory.length;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  if (count >= MAX_16 || offset >= MAX_32 || size >= MAX_32) {
    yield numbers(
      [END_64, 4],
      [44, 8],
      [VERSION, 2],
      [VERSION, 2],
      [0, 4],
      [0, 4],
      [count, 8],
      [count, 8],
      [size, 8],
      [offset, 8],
    );
    yield numbers([LOCATOR_64, 4], [0, 4], [offset + size, 8], [1, 4]);
  }
  const few = Math.min(count, MAX_16);
  yield numbers(
    [END, 4],
    [0, 2],
    [0, 2],
    [few, 2],
    [few, 2],
    [Math.min(size, MAX_32), 4],
    [Math.min(offset, MAX_32), 4],
    [0, 2],
  );
}

function numbers(...fields: Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) buffer.writeUInt16LE(value, at);
    else if (bytes === 4) buffer.writeUInt32LE(value, at);
    else buffer.writeBigUInt64LE(BigInt(value), at);
    at += bytes;
  }
  return buffer;
}

/** Makes a name unique: `a.pdf`, `a (2).pdf` … ignoring case, as most file systems do. */
function makeUnique(names: Set<string>, wanted: string): string {
  const [, stem = wanted, buildEnd = ''] = /^(.*?)(\.[^.]*)?$/s.exec(wanted) ?? [];
  let name = wanted;
  for (let n = 2; names.has(name.toLowerCase()); n++) name = `${stem} (${n})${buildEnd}`;
  names.add(name.toLowerCase());
  return name;
}
