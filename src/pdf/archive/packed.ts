import { deflateSync, inflateSync } from 'node:zlib';

/*
 * zlib allots its room for results by the chunk, 16 KB unless told, and what it allots lies outside the heap until all of
 * the heap is looked through: eight streams a document made a typesetter do so twice a second, on the processors that
 * requests are answered with. So the chunks are as large as the result is likely to be.
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
