import type { Deps } from '../../../app/deps.ts';
import type { Problem } from '../../../domain/errors.ts';
import type { Sql } from '../../../store/database.ts';
import { readList } from '../../../store/lists/read-list.ts';
import { findLimits, noteFile } from '../../../store/tables/account/account-limits.ts';
import { limitReached } from './check-limits.ts';

/** The storage that an account with a limit has left. */
export interface StorageRoom {
  /** Throws if a file of this size does not fit. */
  expect(size: number): void;
  /** Returns `false` if another file was added since, so that the room must be measured again. */
  take(tx: Sql): Promise<boolean>;
}

class RoomChanged extends Error {}

/**
 * Measures what is left, without a lock: it looks at every file, in a thread if there are any. PDFs that the service
 * generates count, but are never rejected: what was agreed can always be sent and invoiced.
 */
export async function measureRoom(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
): Promise<StorageRoom | undefined> {
  const row = await findLimits(db.read, accountId);
  const limit = row?.storage ?? null;
  if (!row || limit === null) return undefined;
  const used = await readList(db, 'storedBytes', accountId);
  return {
    expect(size) {
      if (used + size > limit) throw storageReached(limit, used);
    },
    take: (tx) => noteFile(tx, accountId, row.files),
  };
}

/**
 * Runs the transaction that adds a file. If another file was added since the room was measured, measures it again: as
 * often as other uploads end first.
 */
export async function addFile<T>(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  size: number,
  room: StorageRoom | undefined,
  write: (take: (tx: Sql) => Promise<void>) => Promise<T>,
): Promise<T> {
  try {
    room?.expect(size);
    return await write(async (tx) => {
      if (room && !(await room.take(tx))) throw new RoomChanged('another file was added');
    });
  } catch (error) {
    if (!(error instanceof RoomChanged)) throw error;
    return addFile(deps, accountId, size, await measureRoom(deps, accountId), write);
  }
}

function storageReached(limit: number, used: number): Problem {
  return limitReached(
    'storage',
    { limit, used },
    `The account may store ${limit} bytes of files, and its attachments and PDFs have ${used}.`,
  );
}
