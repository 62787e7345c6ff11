import { crc32, inflateRawSync } from 'node:zlib';

export interface ZippedFile {
  name: string;
  content: Buffer;
}

/** Reads the files listed in the directory of a ZIP and checks each against its own header and checksum. */
export function readZip(zip: Buffer): ZippedFile[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const isLarge = zip.readUInt16LE(end + 10) === 0xffff;
  const far = isLarge ? Number(zip.readBigUInt64LE(end - 20 + 8)) : 0;
  const count = isLarge ? Number(zip.readBigUInt64LE(far + 32)) : zip.readUInt16LE(end + 10);
  let at = isLarge ? Number(zip.readBigUInt64LE(far + 48)) : zip.readUInt32LE(end + 16);
  const files: ZippedFile[] = [];
  for (let n = 0; n < count; n++) {
    if (zip.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Error(`no entry at ${at}`);
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const nameBytes = zip.subarray(at + 46, at + 46 + nameLength);
    files.push({ name: nameBytes.toString('utf8'), content: fileAt(zip, zip.readUInt32LE(at + 42), at) });
    at += 46 + nameLength + extraLength;
  }
  return files;
}

function fileAt(zip: Buffer, offset: number, entry: number): Buffer {
  const isStreamed = (zip.readUInt16LE(entry + 8) & 8) !== 0;
  const packedSize = zip.readUInt32LE(entry + 20);
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  // Both headers are equal from the flags to the length of the name; of a streamed file, the measures follow its content.
  const same = isStreamed
    ? isDescribed(zip, start + packedSize, entry)
    : zip.subarray(entry + 8, entry + 30).equals(zip.subarray(offset + 6, offset + 28));
  const packed = zip.subarray(start, start + packedSize);
  const content = zip.readUInt16LE(entry + 10) === 8 ? inflateRawSync(packed) : packed;
  const isWhole =
    content.length === zip.readUInt32LE(entry + 24) && crc32(content) === zip.readUInt32LE(entry + 16);
  if (!same || !isWhole) throw new Error(`a broken file at ${offset}`);
  return content;
}

function isDescribed(zip: Buffer, at: number, entry: number): boolean {
  return (
    zip.toString('latin1', at, at + 4) === 'PK\x07\x08' &&
    zip.readUInt32LE(at + 4) === zip.readUInt32LE(entry + 16) &&
    Number(zip.readBigUInt64LE(at + 8)) === zip.readUInt32LE(entry + 20) &&
    Number(zip.readBigUInt64LE(at + 16)) === zip.readUInt32LE(entry + 24)
  );
}
