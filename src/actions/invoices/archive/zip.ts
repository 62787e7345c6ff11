// Written by hand: storing files one after the other takes two pages of code, and libraries buffer more.
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Bytes are stored as they are. A stream, whose length is not known before its end, is compressed. */
  content: Uint8Array | AsyncIterable<Uint8Array>;
}

/** The years that a date in a ZIP can have. The clock of a test account may be later. */
const [FIRST_YEAR, LAST_YEAR] = [1980, 2107];
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
/** Flag for a file whose checksum and sizes follow its content. */
const IS_DESCRIBED_LATER = 0x0008;
const DESCRIPTOR = 0x08074b50;
const STORED = 0;
const DEFLATED = 8;

/**
 * Streams a ZIP. Files that are there as a whole are not compressed, as PDFs are compressed already. It keeps only the
 * entry of each file in memory, makes duplicate names unique, and uses ZIP64 fields where needed, so that the size is not
 * limited.
 */
export async function* createZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  const directory: Uint8Array[] = [];
  const names = new Set<string>();
  let offset = 0;
  for await (const { name: wanted, date, content } of entries) {
    const name = Buffer.from(makeUnique(names, wanted));
    const file = content instanceof Uint8Array ? storeFile(content) : deflateFile(content);
    const header = numbers([LOCAL, 4], [VERSION, 2], ...listSharedFields(date, file.known, name.length));
    yield Buffer.concat([header, numbers([file.extra.length, 2]), name, file.extra]);
    const measures = yield* file.write();
    directory.push(centralEntry(name, listSharedFields(date, measures, name.length), measures, offset));
    offset += header.length + 2 + name.length + file.extra.length + measures.written;
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

/** The checksum and sizes of a file, as its headers have them. */
interface Measures {
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
}

interface WrittenFile {
  /** The fields of the header before the content. */
  known: Measures;
  extra: Uint8Array;
  /** Yields the content, and what follows it. `written` are the bytes of both. */
  write(): AsyncGenerator<Uint8Array, Measures & { written: number }>;
}

function storeFile(content: Uint8Array): WrittenFile {
  const { length } = content;
  const known = { flags: UTF_8, method: STORED, crc: crc32(content), packed: length, size: length };
  return {
    ...{ known, extra: Buffer.of() },
    async *write() {
      yield content;
      return { ...known, written: length };
    },
  };
}

/** The ZIP64 field announces sizes of 8 bytes after the content, which may be of any length. */
function deflateFile(content: AsyncIterable<Uint8Array>): WrittenFile {
  const shared = { flags: UTF_8 | IS_DESCRIBED_LATER, method: DEFLATED };
  return {
    known: { ...shared, crc: 0, packed: MAX_32, size: MAX_32 },
    extra: numbers([1, 2], [16, 2], [0, 8], [0, 8]),
    async *write() {
      const total = { crc: 0, size: 0, packed: 0 };
      // zlib compresses in its own threads.
      const packer = createDeflateRaw();
      pipeline(Readable.from(measure(content, total), { objectMode: false }), packer, () => {});
      for await (const part of packer as AsyncIterable<Uint8Array>) {
        total.packed += part.length;
        yield part;
      }
      const after = numbers([DESCRIPTOR, 4], [total.crc, 4], [total.packed, 8], [total.size, 8]);
      yield after;
      return { ...shared, ...total, written: total.packed + after.length };
    },
  };
}

async function* measure(content: AsyncIterable<Uint8Array>, total: Pick<Measures, 'crc' | 'size'>) {
  for await (const part of content) {
    total.crc = crc32(part, total.crc);
    total.size += part.length;
    yield part;
  }
}

/** Lists the fields that the local and the central header of a file share. */
function listSharedFields(
  date: string,
  { flags, method, crc, packed, size }: Measures,
  nameLength: number,
): Field[] {
  const [year = 1980, month = 1, day = 1] = date.split('-').map(Number);
  const dosDate = ((Math.min(Math.max(FIRST_YEAR, year), LAST_YEAR) - FIRST_YEAR) << 9) | (month << 5) | day;
  return [
    [flags, 2],
    [method, 2],
    [0, 2],
    [dosDate, 2],
    [crc, 4],
    [Math.min(packed, MAX_32), 4],
    [Math.min(size, MAX_32), 4],
    [nameLength, 2],
  ];
}

function centralEntry(
  name: Uint8Array,
  shared: Field[],
  { size, packed }: Measures,
  offset: number,
): Uint8Array {
  const large = [size, packed, offset].filter((value) => value >= MAX_32);
  const values = large.map((value): Field => [value, 8]);
  const extra = large.length > 0 ? numbers([1, 2], [8 * large.length, 2], ...values) : Buffer.of();
  const header = numbers(
    [CENTRAL, 4],
    [VERSION, 2],
    [VERSION, 2],
    ...shared,
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [Math.min(offset, MAX_32), 4],
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
export function makeUnique(names: Set<string>, wanted: string): string {
  const [, stem = wanted, buildEnd = ''] = /^(.*?)(\.[^.]*)?$/s.exec(wanted) ?? [];
  let name = wanted;
  for (let n = 2; names.has(name.toLowerCase()); n++) name = `${stem} (${n})${buildEnd}`;
  names.add(name.toLowerCase());
  return name;
}
