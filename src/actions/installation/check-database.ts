import { join, resolve } from 'node:path';
import { DAY_MS } from '../../domain/calendar.ts';
import { findDamagedTable } from '../../store/find-damaged-table.ts';
import { inspectFile } from '../../store/inspect-backup.ts';
import { countRestored } from '../../store/tables/account/places.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Whether a copy can be read through, however long that takes. */
export async function isCopyWhole(file: string): Promise<boolean> {
  return (await inspectFile(file, { maxMs: DAY_MS })) !== 'broken';
}

const { fine, todo } = findingsOf('database');

/** Whether the database can be read through: the file, or the stored documents of PostgreSQL, whose checksums may be off. */
export async function checkDatabase({ config, db }: Examined): Promise<Finding[]> {
  const restored = await countRestored(db.read);
  const waiting = restored > 0 ? [todo('databaseRestored', { accounts: String(restored) })] : [];
  if (db.engine === 'postgres') {
    const table = await findDamagedTable(db);
    return [...waiting, table ? todo('databaseDocsDamaged', { table }) : fine('databaseDocsGood')];
  }
  const file = join(resolve(config.dataDir), 'proffer.db');
  const state = await inspectFile(file, { isCopy: false });
  if (state === 'broken') return [...waiting, todo('databaseDamaged', { file })];
  return [...waiting, fine(state === 'late' ? 'databaseLate' : 'databaseGood', { file })];
}
