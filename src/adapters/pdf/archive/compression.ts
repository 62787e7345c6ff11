import { deflateSync, inflateSync } from 'node:zlib';

/*
 * zlib allocates output in chunks, 16 KB by default, outside the heap, and frees them only with a full garbage
 * collection. Eight streams per document caused two of these per second, on the cores that serve requests. So the chunk
 * size matches the expected output.
 */
const MIN_CHUNK_BYTES = 256;
const MAX_CHUNK_BYTES = 16 * 1024;

export function compress(content: Buffer): Buffer {
  return deflateSync(content, { level: 6, chunkSize: estimateChunkSize(content.length / 4) });
}

export function decompress(content: Buffer): Buffer {
  return inflateSync(content, { chunkSize: estimateChunkSize(content.length * 4) });
}

function estimateChunkSize(length: number): number {
  return Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, Math.ceil(length)));
}
