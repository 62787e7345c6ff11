import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../../domain/outage.ts';

const { R_OK, W_OK, X_OK } = constants;
const PRIVATE = 0o600;
/** Suffixes of the files next to a database. SQLite gives them the permissions of the database. */
const FILE_SUFFIXES = ['', '-wal', '-shm', '-journal'];
const NEARLY_FULL = 1024 * 1024;
/** Suffix of a file that is not complete yet. */
export const UNFINISHED_SUFFIX = '.new';

/** Creates the folder if it is missing, and explains why it cannot be used. */
export function prepareFolder(folder: string): void {
  try {
    createFolder(folder);
    accessSync(folder, R_OK | W_OK | X_OK);
  } catch (error) {
    throw folderFailure(error as NodeJS.ErrnoException, folder);
  }
}

/**
 * Creates one level at a time: if a parent allows no subfolders, as in /proc, Node's recursive mode would loop forever.
 */
function createFolder(folder: string): void {
  const make = () => mkdirSync(folder, { mode: 0o700 });
  try {
    make();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !existsSync(dirname(folder))) {
      createFolder(dirname(folder));
      make();
    } else if (code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

function folderFailure(error: NodeJS.ErrnoException, folder: string): Error {
  switch (error.code) {
    case 'EEXIST':
      return new DatabaseUnavailable('this is a file, not a folder: set DATA_DIR to a folder');
    case 'ENOENT':
      return new DatabaseUnavailable('no folder can be created there: set DATA_DIR to another');
    case 'EACCES':
    case 'EPERM':
      return new DatabaseUnavailable(forbidden(error.path ?? folder));
    default:
      return error;
  }
}

function forbidden(path: string): string {
  const { username } = userInfo();
  return `the user ${username} may not read and write ${path}: change its owner or rights, or set DATA_DIR to another folder`;
}

/**
 * A new database gets its name only when it is complete, so an empty file under that name always means data loss. If
 * two processes create one, the first wins.
 */
export async function createDatabaseFile(
  file: string,
  fill: (db: DatabaseSync) => Promise<void>,
): Promise<void> {
  const unfinished = `${file}.${randomUUID()}${UNFINISHED_SUFFIX}`;
  try {
    createPrivateFile(unfinished);
    const db = new DatabaseSync(unfinished, { timeout: 0 });
    try {
      await fill(db);
    } finally {
      db.close();
    }
    publishFile(unfinished, file);
  } finally {
    for (const companion of FILE_SUFFIXES) rmSync(unfinished + companion, { force: true });
  }
}

/** Deletes what a killed startup left behind. Requires the folder lock. */
export function deleteUnfinishedFiles(folder: string): void {
  const names = readdirSync(folder).filter((name) => /^proffer\.(db|secret)\./.test(name));
  for (const name of names) {
    if (FILE_SUFFIXES.some((companion) => name.endsWith(UNFINISHED_SUFFIX + companion)))
      rmSync(join(folder, name));
  }
}

/** Gives a complete file its name, unless there is one of that name. */
export function publishFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // The file system has no hard links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' && !existsSync(to)) renameSync(from, to);
  }
}

/** Creates a file that only its owner can read, whatever the umask, from the start. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'wx', PRIVATE));
  // A file owned by root would lock out the user of the service.
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(file));
  chownSync(file, uid, gid);
}

/** Rejects a file that cannot be a Proffer database, and restricts the permissions of one that can. */
export function expectDatabaseFile(file: string): void {
  if (statSync(file).size === 0) {
    throw new DatabaseUnavailable(
      'proffer.db is empty (0 bytes), so what was in it is lost: restore a backup. If there never was anything in it, delete the file and start again',
    );
  }
  try {
    accessSync(file, R_OK | W_OK);
  } catch (error) {
    throw folderFailure(error as NodeJS.ErrnoException, file);
  }
  restrictPermissions(file);
}

/** Changes permissions by name, never through an open file: closing it would release SQLite's locks. */
export function restrictPermissions(file: string): void {
  for (const companion of FILE_SUFFIXES) {
    const path = file + companion;
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) === 0) continue;
    try {
      chmodSync(path, PRIVATE);
    } catch (error) {
      // The file belongs to another user who granted access through a group, which is their decision.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
}

/** Whether the disk is nearly full. Some file systems do not report it. */
export function isNearlyFull(folder: string): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks > 0 && bavail * bsize < NEARLY_FULL;
}
