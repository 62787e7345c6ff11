import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { isBusy } from './errors.ts';
import { createPrivateFile, deleteUnfinishedFiles, prepareFolder, restrictPermissions } from './file.ts';

export interface FolderLock {
  release(): void;
}

/**
 * Exclusive use of a data folder, for the service and for a move. SQLite holds the lock on a second file, so that the
 * system releases it however the process ends, and other commands can still use the database.
 */
export function lockFolder(folder: string): FolderLock {
  prepareFolder(folder);
  const file = join(folder, 'proffer.lock');
  if (!existsSync(file)) createUnlessThere(file);
  restrictPermissions(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    deleteUnfinishedFiles(folder);
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DatabaseUnavailable(
      'another process of Proffer is using this folder (the service, or a move): stop it first, or set DATA_DIR to another folder',
    );
  }
  return { release: () => lock.close() };
}

function createUnlessThere(file: string): void {
  try {
    createPrivateFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
