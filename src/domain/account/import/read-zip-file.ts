// Written by hand: one file is taken out of a ZIP by its directory, which is a page of code, and zlib unpacks it.
import { inflateRawSync } from 'node:zlib';

const END = Buffer.from('PK\x05\x06');
const ENTRY = 'PK\x01\x02';
const ENTRY_BYTES = 46;
const DEFLATED = 8;

/** A file of a ZIP by its entry in the directory. */
export interface ZipFile {
  name: string;
  /** Size of the content, as the entry states it. */
  bytes: number;
  entry: number;
}

/** Walks through the directory of a ZIP, and unpacks nothing. Throws if it is damaged. */
export function* walkZip(zip: Buffer): Generator<ZipFile> {
  const end = zip.lastIndexOf(END);
  if (end < 0) throw new Error('not a complete ZIP file');
  const count = zip.readUInt16LE(end + 10);
  let entry = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (zip.toString('latin1', entry, entry + 4) !== ENTRY) throw new Error('not a complete ZIP file');
    const nameEnd = entry + ENTRY_BYTES + zip.readUInt16LE(entry + 28);
    const name = zip.toString('utf8', entry + ENTRY_BYTES, nameEnd);
    yield { name, bytes: zip.readUInt32LE(entry + 24), entry };
    entry = nameEnd + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
}

/** Returns a file of a ZIP by its name, `undefined` if there is none. Throws if the ZIP is damaged, or the file too large. */
export function readZipFile(
  zip: Buffer,
  name: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Buffer | undefined {
  for (const file of walkZip(zip)) {
    if (file.name !== name) continue;
    if (file.bytes > maxBytes) throw new Error('a file of the ZIP is too large');
    return unpackFile(zip, file);
  }
  return undefined;
}

export function unpackFile(zip: Buffer, { entry, bytes }: ZipFile): Buffer {
  const packedBytes = zip.readUInt32LE(entry + 20);
  const header = zip.readUInt32LE(entry + 42);
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const packed = zip.subarray(start, start + packedBytes);
  const isPacked = zip.readUInt16LE(entry + 10) === DEFLATED;
  const content = isPacked
    ? inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes), chunkSize: Math.max(64, bytes + 1) })
    : packed;
  if (content.length !== bytes) throw new Error('not a complete ZIP file');
  return content;
}
