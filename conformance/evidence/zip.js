import { inflateRawSync } from 'node:zlib';

const MAX_FILES = 40;
const MAX_NAME_BYTES = 700;
const MAX_TOTAL_BYTES = 128 * 2 ** 20;
/** A larger file cannot be such a ZIP. */
export const MAX_ZIP_BYTES = MAX_TOTAL_BYTES + 2 ** 20;

/**
 * Reads a ZIP: the content of each file by its name, `undefined` for one that is not unpacked because it has no limit. Number,
 * names, sizes and places of all files are judged before any is unpacked. Each is checked against its size and its checksum.
 */
export function readZip(zip, findLimit) {
  const end = zip.length - 22;
  if (end < 0 || zip.toString('latin1', end, end + 4) !== 'PK\x05\x06')
    throw new Error('it is not a complete ZIP file');
  const count = zip.readUInt16LE(end + 10);
  if (count > MAX_FILES) throw new Error(`it has ${count} files, which is too many`);
  const files = [];
  for (let at = zip.readUInt32LE(end + 16); files.length < count; at = files.at(-1).next) {
    files.push(readEntry(zip, at));
  }
  if (files.some(({ next }) => next > end)) throw new Error('its directory is damaged');
  judgeFiles(files, findLimit);
  return new Map(files.map((file) => [file.name, findLimit(file.name) ? unpack(zip, file) : undefined]));
}

function readEntry(zip, at) {
  if (zip.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Error('its directory is damaged');
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place));
  const [checksum, packedSize, size, , header] = [16, 20, 24, 28, 42].map((place) =>
    zip.readUInt32LE(at + place),
  );
  if (nameLength > MAX_NAME_BYTES) throw new Error('the name of one of its files is too long');
  const raw = zip.subarray(at + 46, at + 46 + nameLength);
  const isLocal = zip.toString('latin1', header, header + 4) === 'PK\x03\x04';
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const local = zip.subarray(header + 30, header + 30 + zip.readUInt16LE(header + 26));
  if (!isLocal || !local.equals(raw)) throw new Error('its directory names other files than it has');
  const isStored = zip.readUInt16LE(at + 10) === 0;
  const next = at + 46 + nameLength + extraLength + commentLength;
  return { name: raw.toString('utf8'), checksum, packedSize, size, header, start, isStored, next };
}

/** Several entries may not be of the same bytes: a small file could have any number of large ones. */
function judgeFiles(files, findLimit) {
  const names = files.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`it has two files ${twice}`);
  const large = files.find(({ name, size }) => size > (findLimit(name) ?? size));
  if (large) throw new Error(`${large.name} is too large`);
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_TOTAL_BYTES) throw new Error('it is too large');
  const inOrder = [...files].sort((a, b) => a.header - b.header);
  if (inOrder.some(({ start, packedSize }, index) => start + packedSize > inOrder[index + 1]?.header))
    throw new Error('two of its files share their bytes');
}

function unpack(zip, { name, checksum, packedSize, size, start, isStored }) {
  const packed = zip.subarray(start, start + packedSize);
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
