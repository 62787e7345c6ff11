import { type Stats, statSync } from 'node:fs';
import { DatabaseUnavailable } from '../database.ts';

export interface FileInPlace {
  /** Throws when what is open here is no longer what a restart would find. */
  check(): void;
  /** The same for a moment before a commit, where a look of just now will do. */
  checkBefore(): void;
}

const JUST_NOW_MS = 5;
/** Nobody deletes the log alone but by mistake: for that a look now and then must do. */
const LOG_EVERY_MS = 50;

/**
 * SQLite goes on writing to a file that was deleted, moved or replaced: all of it would be gone with the process. A look
 * after each commit, before anybody is told of it, takes two microseconds.
 */
export function fileInPlace(file: string): FileInPlace {
  const log = `${file}-wal`;
  const opened = { file: look(file), log: look(log) };
  /** The file only grows; one that was written over is mostly shorter. */
  let size = opened.file?.size ?? 0;
  let lastLook = 0;
  let lastLookAtLog = 0;

  function check(): void {
    const at = performance.now();
    const now = look(file);
    const isLogDue = at - lastLookAtLog > LOG_EVERY_MS;
    const isHere = isSame(now, opened.file) && (!isLogDue || isSame(look(log), opened.log));
    if (!isHere || now.size < size) {
      lastLook = lastLookAtLog = 0;
      throw gone();
    }
    size = now.size;
    lastLook = at;
    if (isLogDue) lastLookAtLog = at;
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
