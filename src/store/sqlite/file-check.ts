import { type Stats, statSync } from 'node:fs';
import { DatabaseUnavailable } from '../../domain/outage.ts';

export interface FileCheck {
  /** Throws if the open file is not the one that a restart would open. */
  check(): void;
  /** Same check before a commit, where a recent result is sufficient. */
  checkBefore(): void;
}

const JUST_NOW_MS = 5;

/**
 * SQLite keeps writing to a file that was deleted, moved or replaced, and all of that would be lost with the process.
 * Checking both files after each commit, before it is acknowledged, takes four microseconds.
 */
export function createFileCheck(file: string): FileCheck {
  const log = `${file}-wal`;
  const opened = { file: look(file), log: look(log) };
  /** The file only grows; an overwritten one is usually shorter. */
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
