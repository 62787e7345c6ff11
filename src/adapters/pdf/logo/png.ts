import { Buffer } from 'node:buffer';
import { crc32, inflateSync } from 'node:zlib';
import { MAX_PIXELS, type PixelSize, TOO_MANY_PIXELS } from './picture-size.ts';

const BROKEN = 'must be a whole PNG picture: this one is damaged';
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Values per pixel and allowed bit depths, by colour type. */
const COLOURS: Record<number, { channels: number; depths: number[] }> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
/** First column and row, and the column and row steps, of the seven passes of an interlaced picture. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
/** Bytes of 16 million pixels with 8 bits per channel, plus the filter byte of each row. */
const MAX_UNPACKED_BYTES = MAX_PIXELS * 4 + 1_000_000;
const TOO_MANY_BITS = 'must have at most 8 million pixels if it has 16 bits a channel';
/** Some programs compress slightly more data than the pixels need. */
const MAX_SURPLUS_BYTES = 65_536;
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

interface Header extends PixelSize {
  bits: number;
  palette: boolean;
  interlaced: boolean;
}

/** Returns the size of the picture, or the error. */
export function checkPng(bytes: Buffer): PixelSize | string {
  const chunks = readChunks(bytes);
  const [first] = chunks ?? [];
  if (!chunks || first?.type !== 'IHDR') return BROKEN;
  const header = readHeader(first.body);
  if (!header) return BROKEN;
  if (header.width * header.height > MAX_PIXELS) return TOO_MANY_PIXELS;
  const all = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ body }) => body);
  if (all('IHDR').length > 1 || (header.palette && all('PLTE').length !== 1)) return BROKEN;
  for (const profile of all('iCCP')) if (!isProfile(profile)) return BROKEN;
  const length = computeUnpackedLength(header);
  if (length > MAX_UNPACKED_BYTES) return TOO_MANY_BITS;
  return hasPixels(Buffer.concat(all('IDAT')), length) ? header : BROKEN;
}

function readChunks(bytes: Buffer): { type: string; body: Buffer }[] | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const chunks: { type: string; body: Buffer }[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return chunks;
    chunks.push({ type, body: bytes.subarray(at + 8, end - 4) });
    at = end;
  }
  return undefined;
}

function readHeader(body: Buffer): Header | undefined {
  if (body.length !== 13) return undefined;
  const [depth = 0, colour = -1, compression, filter, interlace = -1] = body.subarray(8);
  const kind = COLOURS[colour];
  const width = body.readUInt32BE(0);
  const height = body.readUInt32BE(4);
  if (!kind?.depths.includes(depth) || width === 0 || height === 0) return undefined;
  if (compression !== 0 || filter !== 0 || interlace > 1) return undefined;
  return { width, height, bits: kind.channels * depth, palette: colour === 3, interlaced: interlace === 1 };
}

function computeUnpackedLength({ width, height, bits, interlaced }: Header): number {
  const length = (columns: number, rows: number) =>
    columns > 0 && rows > 0 ? rows * (1 + Math.ceil((columns * bits) / 8)) : 0;
  if (!interlaced) return length(width, height);
  return PASSES.map(([x, y, right, down]) =>
    length(Math.ceil((width - x) / right), Math.ceil((height - y) / down)),
  ).reduce((sum, part) => sum + part, 0);
}

/** Decompresses only slightly more data than the header announces. */
function hasPixels(data: Buffer, length: number): boolean {
  try {
    const chunkSize = Math.min(length + MAX_SURPLUS_BYTES, 1024 * 1024);
    return inflateSync(data, { maxOutputLength: length + MAX_SURPLUS_BYTES, chunkSize }).length >= length;
  } catch {
    return false;
  }
}

/**
 * Checks a profile: a name, a compression method and the data, which the typesetter would decompress without a limit.
 */
function isProfile(body: Buffer): boolean {
  const name = body.subarray(0, 80).indexOf(0);
  if (name < 1 || body[name + 1] !== 0) return false;
  try {
    return inflateSync(body.subarray(name + 2), { maxOutputLength: MAX_PROFILE_BYTES }).length > 0;
  } catch {
    return false;
  }
}
