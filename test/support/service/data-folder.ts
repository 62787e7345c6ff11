import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the data of a test run are; set by `once-per-run.ts`. */
export const DATA_FOLDERS = 'TEST_DATA_FOLDERS';

/**
 * An empty folder for the data of a service. In memory where the system has room for it: a commit waits for the disk
 * every time, and no test pulls the plug of the machine.
 */
export function newDataFolder(prefix: string): Promise<string> {
  return mkdtemp(join(process.env[DATA_FOLDERS] ?? tmpdir(), prefix));
}

/** A folder whose SQLite database has all its tables and nothing in them; set by `once-per-run.ts`. */
export const FOLDER_WITH_TABLES = 'TEST_FOLDER_WITH_TABLES';

/** With a database in it, where the run has one to copy: making its tables takes a third of the start of a service. */
export async function newFolderWithTables(prefix: string): Promise<string> {
  const folder = await newDataFolder(prefix);
  const filled = process.env[FOLDER_WITH_TABLES];
  if (filled) await cp(filled, folder, { recursive: true });
  return folder;
}
