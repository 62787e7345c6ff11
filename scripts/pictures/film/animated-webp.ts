import { Buffer } from 'node:buffer';

/** A part of the picture that changes, and for how long the result is shown. */
export interface Frame {
  /** The part as a WebP file of its own. */
  file: Buffer;
  /** Where the part is. Both are even, because the format stores half of them. */
  x: number;
  y: number;
  width: number;
  height: number;
  durationMs: number;
}

interface Animation {
  width: number;
  height: number;
  /** How often it is shown; 0 is without end. */
  loops: number;
  frames: readonly Frame[];
}

interface Chunk {
  name: string;
  body: Buffer;
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const IS_ANIMATED = 0x02;
/** Each part replaces what was there, and stays for the next. */
const REPLACES = 0x02;
const BACKGROUND = 0xff_ff_ff_ff;
/** What a frame consists of: its transparency, and its pixels with or without loss. */
const IMAGE_CHUNKS = ['ALPH', 'VP8 ', 'VP8L'];

/**
 * Joins opaque pictures to an animated WebP, as in the container specification of WebP. Browsers encode single pictures
 * only.
 */
export function formatAnimatedWebp({ width, height, loops, frames }: Animation): Buffer {
  const header = Buffer.alloc(10);
  header.writeUInt8(IS_ANIMATED, 0);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const animation = Buffer.alloc(6);
  animation.writeUInt32LE(BACKGROUND, 0);
  animation.writeUInt16LE(loops, 4);
  const content = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    formatChunk('VP8X', header),
    formatChunk('ANIM', animation),
    ...frames.map(formatFrame),
  ]);
  return formatChunk('RIFF', content);
}

/** Returns for how long each frame of an animated WebP is shown. */
export function readDurations(file: Buffer): number[] {
  return splitChunks(file.subarray(RIFF_HEADER_BYTES))
    .filter(({ name }) => name === 'ANMF')
    .map(({ body }) => body.readUIntLE(12, 3));
}

function formatFrame({ file, x, y, width, height, durationMs }: Frame): Buffer {
  if (x % 2 !== 0 || y % 2 !== 0) throw new Error(`a frame cannot begin at ${x}, ${y}`);
  const header = Buffer.alloc(16);
  header.writeUIntLE(x / 2, 0, 3);
  header.writeUIntLE(y / 2, 3, 3);
  header.writeUIntLE(width - 1, 6, 3);
  header.writeUIntLE(height - 1, 9, 3);
  header.writeUIntLE(durationMs, 12, 3);
  header.writeUInt8(REPLACES, 15);
  const image = splitChunks(file.subarray(RIFF_HEADER_BYTES)).filter(({ name }) =>
    IMAGE_CHUNKS.includes(name),
  );
  if (image.length === 0) throw new Error('a frame is no WebP file');
  return formatChunk(
    'ANMF',
    Buffer.concat([header, ...image.map(({ name, body }) => formatChunk(name, body))]),
  );
}

function splitChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + CHUNK_HEADER_BYTES <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const start = at + CHUNK_HEADER_BYTES;
    chunks.push({ name: bytes.toString('latin1', at, at + 4), body: bytes.subarray(start, start + size) });
    at = start + size + (size % 2);
  }
  return chunks;
}

/** A chunk has an even length: a byte is added if need be, which its size does not count. */
function formatChunk(name: string, body: Buffer): Buffer {
  const header = Buffer.alloc(CHUNK_HEADER_BYTES);
  header.write(name, 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body, Buffer.alloc(body.length % 2)]);
}
