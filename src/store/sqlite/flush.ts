import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../../domain/outage.ts';

export interface Flush {
  /** Of the next transaction: by its commit, which stops the event loop meanwhile, or by `beside` after it. */
  choose(isBeside: boolean): void;
  /** Resolves when all that is committed by now is on disk, and lets the event loop go on until then. */
  beside(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A commit at NORMAL writes to SQLite's log without flushing it, and any later flush of the log is one of all that stands
 * before. `npm run bench:pdf` shows what that is worth to others while documents are set.
 */
export async function flushOf(writer: DatabaseSync, file: string): Promise<Flush> {
  const log = await open(`${file}-wal`, 'r+');
  let isBesideNow = false;
  let isLogSound = true;

  return {
    choose(isBeside) {
      if (!isLogSound) startNewLog(writer);
      isLogSound = true;
      if (isBeside === isBesideNow) return;
      writer.exec(`PRAGMA synchronous = ${isBeside ? 'NORMAL' : 'FULL'}`);
      isBesideNow = isBeside;
    },
    async beside() {
      try {
        await log.datasync();
      } catch (error) {
        // The system forgets what it could not write: another flush would succeed without it.
        isLogSound = false;
        const { code } = error as NodeJS.ErrnoException;
        const reason = code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'unwritable';
        throw new DatabaseUnavailable('the log of proffer.db cannot be flushed', { cause: error, reason });
      }
    },
    close: () => log.close(),
  };
}

/** What is in the log goes to the file of the database, from where it is flushed. */
function startNewLog(writer: DatabaseSync): void {
  const { busy } = writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  if (busy === 0) return;
  throw new DatabaseUnavailable('the log of proffer.db could not be flushed', { reason: 'unwritable' });
}
