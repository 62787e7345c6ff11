import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { LOG_PAGES } from './set-up.ts';

const BULK_LOG_PAGES = 1000;

export interface Flush {
  /**
   * Sets how the next transaction is flushed: by its commit, which blocks the event loop, or by `flushLog` afterwards.
   * After a bulk transaction, the commit also moves a log into the file that is not long yet, which takes less time.
   */
  choose(isDeferred: boolean, isBulk: boolean): void;
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
  let isBulkNow = false;
  let isLogValid = true;

  return {
    choose(isDeferred, isBulk) {
      if (!isLogValid) startNewLog(writer);
      isLogValid = true;
      if (isDeferred !== isDeferredNow) writer.exec(`PRAGMA synchronous = ${isDeferred ? 'NORMAL' : 'FULL'}`);
      isDeferredNow = isDeferred;
      if (isBulk !== isBulkNow)
        writer.exec(`PRAGMA wal_autocheckpoint = ${isBulk ? BULK_LOG_PAGES : LOG_PAGES}`);
      isBulkNow = isBulk;
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
