import type { Deps } from '../../../app/deps.ts';
import type { Attachment } from '../../../domain/quote/attachment.ts';
import type { Database } from '../../../store/database.ts';
import {
  deleteUnusedFile,
  type FileKey,
  findFile,
  findUnusedFiles,
  readChunk,
} from '../../../store/tables/quote/attachment-files.ts';

/** Streams a file in chunks; `undefined` if it does not exist. */
export async function openAttachment(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { sha256, size }: Pick<Attachment, 'sha256' | 'size'>,
): Promise<AsyncGenerator<Uint8Array> | undefined> {
  const key = await findFile(db.read, accountId, sha256);
  return key && readChunks(db, key, size);
}

async function* readChunks({ read }: Database, key: FileKey, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  for (let n = 0; left > 0; n++) {
    const bytes = await readChunk(read, key, n);
    if (!bytes || bytes.length === 0) throw new Error('a chunk of an attachment is missing');
    left -= bytes.length;
    yield bytes;
  }
}

/** Reads the whole file, to attach it to an email. */
export async function readAttachment(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  attachment: Attachment,
): Promise<Uint8Array> {
  const bytes = await openAttachment(deps, accountId, attachment);
  if (!bytes) throw new Error('the attachment to send no longer exists');
  return Buffer.concat(await Array.fromAsync(bytes));
}

/** Keeps unused files longer than any upload, or an email in progress, needs them. */
const UNUSED_TTL_MS = 3_600_000;
const BATCH = 100;

/** Deletes the files of interrupted uploads and files that nothing refers to any more. */
export async function deleteUnusedFiles({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = clock() - UNUSED_TTL_MS;
  for (;;) {
    const unused = await findUnusedFiles(db.read, before, BATCH);
    for (const key of unused) {
      await db.write((tx) => deleteUnusedFile(tx, key, before), {
        account: key.accountId,
        evenIfClosed: true,
        evenIfMoved: true,
      });
    }
    if (unused.length < BATCH) return;
  }
}
