import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../../domain/outage.ts';

export interface Flush {
  /**
   * Sets how the next transaction is flushed: by its commit, which blocks the event loop, or by `beside` afterwards.
   */
  choose(isBeside: boolean): void;
  /** Resolves when everything committed so far is on disk, without blocking the event loop. */
  beside(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A commit at NORMAL writes to SQLite's log without a flush, and any later flush of the log covers everything before
 * it. `npm run bench:pdf` shows the benefit for other requests while PDFs are rendered.
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
        // The operating system drops pages that it could not write: another flush would succeed without them.
        isLogSound = false;
        const { code } = error as NodeJS.ErrnoException;
        const reason = code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'unwritable';
        throw new DatabaseUnavailable('the log of proffer.db cannot be flushed', { cause: error, reason });
      }
    },
    close: () => log.close(),
  };
}

/** Moves the log into the database file, which is flushed. */
function startNewLog(writer: DatabaseSync): void {
  const { busy } = writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  if (busy === 0) return;
  throw new DatabaseUnavailable('the log of proffer.db could not be flushed', { reason: 'unwritable' });
}
