import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder for the data of a test run; set by `once-per-run.ts`. */
export const DATA_FOLDERS = 'TEST_DATA_FOLDERS';

/**
 * Creates an empty folder for the data of a service, in memory if the system supports it: every commit waits for the
 * disk, and no test simulates a power failure.
 */
export function newDataFolder(prefix: string): Promise<string> {
  return mkdtemp(join(process.env[DATA_FOLDERS] ?? tmpdir(), prefix));
}

/** A folder whose SQLite database has empty tables; set by `once-per-run.ts`. */
export const FOLDER_WITH_TABLES = 'TEST_FOLDER_WITH_TABLES';

/**
 * Creates a folder with a database if the run has one to copy: creating the tables takes a third of the start of a
 * service.
 */
export async function newFolderWithTables(prefix: string): Promise<string> {
  const folder = await newDataFolder(prefix);
  await copyTables(folder);
  return folder;
}

/** Copies the database of the run into a folder that has none, if there is one. */
export async function copyTables(folder: string): Promise<void> {
  const filled = process.env[FOLDER_WITH_TABLES];
  if (filled) await cp(filled, folder, { recursive: true, force: false });
}
