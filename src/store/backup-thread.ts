import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { BackupState } from './inspect-backup.ts';
import { MIGRATION_TABLE, MIGRATIONS } from './migrations.ts';

const { file, isCopy } = workerData as { file: string; isCopy: boolean };
/** A copy is immutable, so that nothing is written next to it. */
const url = new URL(`${pathToFileURL(file).href}?mode=ro${isCopy ? '&immutable=1' : ''}`);

parentPort?.postMessage(inspect());

/** Whether the file is whole, has an account, and is of no later version, and all of its documents are what was stored. */
function inspect(): BackupState {
  const db = new DatabaseSync(url, { readOnly: true, timeout: 5000 });
  try {
    const [result] = db.prepare('PRAGMA quick_check(1)').all();
    const account = db.prepare('SELECT 1 FROM accounts LIMIT 1').get();
    const { n } = db.prepare(`SELECT COUNT(*) AS n FROM ${MIGRATION_TABLE}`).get() as { n: number };
    const isWhole = result?.quick_check === 'ok' && n <= MIGRATIONS.length && hasWholeDocuments(db);
    if (!isWhole) return 'broken';
    return account ? 'restorable' : 'empty';
  } finally {
    db.close();
  }
}

/** SQLite has no checksum of a page: one that was overwritten within a long value is only seen in that value. */
function hasWholeDocuments(db: DatabaseSync): boolean {
  const columns = db
    .prepare(
      `SELECT t.name AS name, c.name AS doc FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
       WHERE t.type = 'table' AND c.name IN ('doc', 'creation')`,
    )
    .all() as { name: string; doc: string }[];
  const isDamaged = ({ name, doc }: { name: string; doc: string }) =>
    db.prepare(`SELECT 1 FROM ${name} WHERE ${doc} IS NOT NULL AND NOT json_valid(${doc}) LIMIT 1`).get();
  if (columns.some(isDamaged)) return false;
  for (const row of db.prepare('SELECT sha256, pdf FROM documents WHERE pdf IS NOT NULL').iterate()) {
    const { sha256, pdf } = row as { sha256: string; pdf: Uint8Array };
    if (createHash('sha256').update(pdf).digest('hex') !== sha256) return false;
  }
  return true;
}
