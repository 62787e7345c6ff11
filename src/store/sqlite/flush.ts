import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../../domain/outage.ts';

export interface Flush {
  /**
   * Sets how the next transaction is flushed: by its commit, which blocks the event loop, or by `flushLog` afterwards.
   */
  choose(isDeferred: boolean): void;
  /** Resolves when everything committed so far is on disk, without blocking the event loop. */
  flushLog(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A commit at NORMAL writes to SQLite's log without a flush, and any later flush of the log covers everything before
 * it. `npm run bench:pdf` shows the benefit for other requests while PDFs are rendered.
 */
export async function createFlush(writer: DatabaseSync, file: string): Promise<Flush> {
  const log = await open(`${file}-wal`, 'r+');
  let isDeferredNow = false;
  let isLogValid = true;

  return {
    choose(isDeferred) {
      if (!isLogValid) startNewLog(writer);
      isLogValid = true;
      if (isDeferred === isDeferredNow) return;
      writer.exec(`PRAGMA synchronous = ${isDeferred ? 'NORMAL' : 'FULL'}`);
      isDeferredNow = isDeferred;
    },
    async flushLog() {
      try {
        await log.datasync();
      } catch (error) {
        // The operating system drops pages that it could not write: another flush would succeed without them.
        isLogValid = false;
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
