import { mkdtemp } from 'node:fs/promises';
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
