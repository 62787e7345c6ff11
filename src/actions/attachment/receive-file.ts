import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { newId } from '../../domain/ids.ts';
import {
  deleteFile,
  type FileKey,
  insertFile,
  insertPiece,
} from '../../store/tables/quote/attachment-files.ts';

/** So much of a file is in memory at once, here and wherever it is read again. */
const PIECE_BYTES = 131_072;

export interface ReceivedFile extends FileKey {
  size: number;
  sha256: string;
}

/**
 * Writes a file down piece by piece as it comes, each in a transaction of its own: whoever sends slowly holds up nobody.
 * Nothing names it yet. `check` may refuse it by the size that has come so far. What fails is deleted at once; what a
 * process that dies leaves behind, by `deleteUnusedFiles`.
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
    for await (const piece of inPieces(bytes)) {
      size += piece.length;
      check(size);
      hash.update(piece);
      const place = n++;
      await deps.db.write((tx) => insertPiece(tx, key, place, piece));
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

/** All of the same length but the last. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    pending.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    const joined = Buffer.concat(pending);
    let at = 0;
    for (; length - at >= PIECE_BYTES; at += PIECE_BYTES) yield joined.subarray(at, at + PIECE_BYTES);
    pending = [joined.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(pending);
}
