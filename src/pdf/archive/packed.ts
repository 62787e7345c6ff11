import { deflateSync, inflateSync } from 'node:zlib';

/*
 * zlib allocates output in chunks, 16 KB by default, outside the heap, and frees them only with a full garbage
 * collection. Eight streams per document caused two of these per second, on the cores that serve requests. So the chunk
 * size matches the expected output.
 */
const LEAST_CHUNK = 256;
const MOST_CHUNK = 16 * 1024;

export function pack(content: Buffer): Buffer {
  return deflateSync(content, { level: 6, chunkSize: chunkFor(content.length / 4) });
}

export function unpack(content: Buffer): Buffer {
  return inflateSync(content, { chunkSize: chunkFor(content.length * 4) });
}

function chunkFor(length: number): number {
  return Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, Math.ceil(length)));
}
