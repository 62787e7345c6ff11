import { createHash } from 'node:crypto';
import type { Deps } from '../../../app/deps.ts';
import { newId } from '../../../domain/ids.ts';
import {
  deleteFile,
  type FileKey,
  insertChunk,
  insertFile,
} from '../../../store/tables/quote/attachment-files.ts';

/** Chunk size of stored files, and so the memory that reading or writing one takes. */
const CHUNK_BYTES = 131_072;

export interface ReceivedFile extends FileKey {
  size: number;
  sha256: string;
}

/**
 * Stores a file chunk by chunk as it arrives, each in its own transaction, so that a slow client blocks no other. Nothing
 * refers to the file yet. `check` may reject it by the size received so far. A failed upload is deleted immediately, and
 * that of a process that died by `deleteUnusedFiles`.
 */
export async function receiveFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  bytes: AsyncIterable<Uint8Array>,
  check: (size: number) => void,
): Promise<ReceivedFile> {
  const now = deps.clock();
  const key = { accountId, id: newId('fil', now) };
  await deps.db.write((tx) => insertFile(tx, key, now));
  try {
    const hash = createHash('sha256');
    let size = 0;
    let n = 0;
    for await (const piece of splitIntoChunks(bytes)) {
      size += piece.length;
      check(size);
      hash.update(piece);
      const place = n++;
      await deps.db.write((tx) => insertChunk(tx, key, place, piece));
    }
    return { ...key, size, sha256: hash.digest('hex') };
  } catch (error) {
    await discardFile(deps, key);
    throw error;
  }
}

export async function discardFile({ db }: Pick<Deps, 'db'>, key: FileKey): Promise<void> {
  await db.write((tx) => deleteFile(tx, key)).catch(() => {});
}

/** Splits the bytes into chunks of equal length, except for the last. */
async function* splitIntoChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    pending.push(chunk);
    length += chunk.length;
    if (length < CHUNK_BYTES) continue;
    const joined = Buffer.concat(pending);
    let at = 0;
    for (; length - at >= CHUNK_BYTES; at += CHUNK_BYTES) yield joined.subarray(at, at + CHUNK_BYTES);
    pending = [joined.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(pending);
}
