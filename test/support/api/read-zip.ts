import { crc32 } from 'node:zlib';

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
  // Both headers are equal from the flags to the length of the name.
  const same = zip.subarray(entry + 8, entry + 30).equals(zip.subarray(offset + 6, offset + 28));
  const size = zip.readUInt32LE(offset + 22);
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const content = zip.subarray(start, start + size);
  if (!same || crc32(content) !== zip.readUInt32LE(offset + 14))
    throw new Error(`a broken file at ${offset}`);
  return content;
}
