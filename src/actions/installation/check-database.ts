import { join, resolve } from 'node:path';
import { DAY_MS } from '../../domain/calendar.ts';
import { inspectFile } from '../../store/inspect-backup.ts';
import { countRestored } from '../../store/tables/account/places.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Whether a copy can be read through, however long that takes. */
export async function isCopyWhole(file: string): Promise<boolean> {
  return (await inspectFile(file, { maxMs: DAY_MS })) !== 'broken';
}

const { fine, todo } = findingsOf('database');

/** Whether the file of the database can be read through. PostgreSQL has checksums of its own. */
export async function checkDatabase({ config, db }: Examined): Promise<Finding[]> {
  const restored = await countRestored(db.read);
  const waiting = restored > 0 ? [todo('databaseRestored', { accounts: String(restored) })] : [];
  if (db.engine === 'postgres') return waiting;
  const file = join(resolve(config.dataDir), 'proffer.db');
  const state = await inspectFile(file, { isCopy: false });
  if (state === 'broken') return [...waiting, todo('databaseDamaged', { file })];
  return [...waiting, fine(state === 'late' ? 'databaseLate' : 'databaseGood', { file })];
}
