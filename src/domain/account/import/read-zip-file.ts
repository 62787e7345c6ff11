// Written by hand: one file is taken out of a ZIP by its directory, which is a page of code, and zlib unpacks it.
import { inflateRawSync } from 'node:zlib';

const END = Buffer.from('PK\x05\x06');
const ENTRY = 'PK\x01\x02';
const ENTRY_BYTES = 46;
const DEFLATED = 8;

/** Returns a file of a ZIP by its name, `undefined` if there is none. Throws if the ZIP is damaged, or the file too large. */
export function readZipFile(
  zip: Buffer,
  name: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Buffer | undefined {
  const end = zip.lastIndexOf(END);
  if (end < 0) throw new Error('not a complete ZIP file');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (zip.toString('latin1', at, at + 4) !== ENTRY) throw new Error('not a complete ZIP file');
    const nameEnd = at + ENTRY_BYTES + zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + ENTRY_BYTES, nameEnd) === name) return unpackEntry(zip, at, maxBytes);
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return undefined;
}

function unpackEntry(zip: Buffer, entry: number, maxBytes: number): Buffer {
  const [packedBytes, bytes] = [zip.readUInt32LE(entry + 20), zip.readUInt32LE(entry + 24)];
  if (bytes > maxBytes) throw new Error('a file of the ZIP is too large');
  const header = zip.readUInt32LE(entry + 42);
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const packed = zip.subarray(start, start + packedBytes);
  const isPacked = zip.readUInt16LE(entry + 10) === DEFLATED;
  const content = isPacked ? inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) }) : packed;
  if (content.length !== bytes) throw new Error('not a complete ZIP file');
  return content;
}
