import { type Stats, statSync } from 'node:fs';
import { DatabaseUnavailable } from './database.ts';

export interface FileInPlace {
  /** Throws when what is open here is no longer what a restart would find. */
  check(): void;
}

/**
 * SQLite goes on writing to a file that was deleted, moved or replaced, and to a log that was: all of it would be gone
 * with the process. A look at both takes some microseconds, a commit a hundred times that.
 */
export function fileInPlace(file: string): FileInPlace {
  const log = `${file}-wal`;
  const opened = { file: look(file), log: look(log) };
  /** The file only grows; one that was written over is mostly shorter. */
  let size = opened.file?.size ?? 0;

  return {
    check() {
      const now = look(file);
      if (!isSame(now, opened.file) || !isSame(look(log), opened.log)) throw gone();
      const { size: sizeNow = 0 } = now ?? {};
      if (sizeNow < size) throw gone();
      size = sizeNow;
    },
  };
}

function look(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function isSame(now: Stats | undefined, before: Stats | undefined): boolean {
  return now !== undefined && now.ino === before?.ino && now.dev === before.dev;
}

function gone(): DatabaseUnavailable {
  return new DatabaseUnavailable('proffer.db or its log was deleted, moved or replaced', {
    reason: 'replaced',
  });
}
