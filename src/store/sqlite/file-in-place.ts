import { type Stats, statSync } from 'node:fs';
import { DatabaseUnavailable } from '../../domain/outage.ts';

export interface FileInPlace {
  /** Throws when what is open here is no longer what a restart would find. */
  check(): void;
  /** The same for a moment before a commit, where a look of just now will do. */
  checkBefore(): void;
}

const JUST_NOW_MS = 5;

/**
 * SQLite goes on writing to a file that was deleted, moved or replaced: all of it would be gone with the process. A look
 * at both after each commit, before anybody is told of it, takes four microseconds.
 */
export function fileInPlace(file: string): FileInPlace {
  const log = `${file}-wal`;
  const opened = { file: look(file), log: look(log) };
  /** The file only grows; one that was written over is mostly shorter. */
  let size = opened.file?.size ?? 0;
  let lastLook = 0;

  function check(): void {
    const at = performance.now();
    const now = look(file);
    if (!isSame(now, opened.file) || now.size < size || !isSame(look(log), opened.log)) {
      lastLook = 0;
      throw gone();
    }
    size = now.size;
    lastLook = at;
  }

  return {
    check,
    checkBefore() {
      if (performance.now() - lastLook > JUST_NOW_MS) check();
    },
  };
}

function look(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function isSame(now: Stats | undefined, before: Stats | undefined): now is Stats {
  return now !== undefined && now.ino === before?.ino && now.dev === before.dev;
}

function gone(): DatabaseUnavailable {
  return new DatabaseUnavailable('proffer.db or its log was deleted, moved or replaced', {
    reason: 'replaced',
  });
}
