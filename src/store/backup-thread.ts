import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { BackupState } from './inspect-backup.ts';
import { MIGRATION_TABLE, MIGRATIONS } from './migrations.ts';

/** Immutable, so that nothing is written next to the backup. */
const url = new URL(`${pathToFileURL(workerData as string).href}?mode=ro&immutable=1`);

parentPort?.postMessage(inspect());

/** Whether the file is whole, has an account, and is of no later version. */
function inspect(): BackupState {
  const db = new DatabaseSync(url, { readOnly: true });
  try {
    const [result] = db.prepare('PRAGMA quick_check(1)').all();
    const account = db.prepare('SELECT 1 FROM accounts LIMIT 1').get();
    const { n } = db.prepare(`SELECT COUNT(*) AS n FROM ${MIGRATION_TABLE}`).get() as { n: number };
    const isWhole = result?.quick_check === 'ok' && account !== undefined && n <= MIGRATIONS.length;
    return isWhole ? 'restorable' : 'broken';
  } finally {
    db.close();
  }
}
