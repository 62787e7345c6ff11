import { inflateRawSync } from 'node:zlib';

const MAX_BYTES = 200_000_000;

/** Reads a ZIP: the content of each file by its name. Each file is checked against its size and its checksum. */
export function readZip(zip) {
  const end = zip.lastIndexOf('PK\x05\x06');
  if (end < 0) throw new Error('it is not a complete ZIP file');
  const files = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Error('its directory is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      zip.readUInt16LE(at + place),
    );
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (files.has(name)) throw new Error(`it has two files ${name}`);
    files.set(name, readContent(zip, at, name));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

function readContent(zip, at, name) {
  const [checksum, packedSize, size, , header] = [16, 20, 24, 28, 42].map((place) =>
    zip.readUInt32LE(at + place),
  );
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const packed = zip.subarray(start, start + packedSize);
  if (size > MAX_BYTES) throw new Error(`${name} is too large`);
  const isStored = zip.readUInt16LE(at + 10) === 0;
  const content = isStored ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  if (content.length !== size || computeChecksum(content) !== checksum)
    throw new Error(`${name} is damaged: its checksum is wrong`);
  return content;
}

/** CRC-32, as Node.js 20 has none. */
function computeChecksum(bytes) {
  let sum = -1;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return ~sum >>> 0;
}

const TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
