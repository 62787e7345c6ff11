import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DAY_MS } from '../../domain/calendar.ts';
import { inspectBackup } from '../../store/inspect-backup.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

const { fine, todo } = findingsOf('backup');
const HOUR_MS = 3_600_000;
/** Copies of SQLite, and dumps of PostgreSQL. */
const BACKUP = { sqlite: /\.db$/, postgres: /\.dump$/ };

/** Whether the newest backup is younger than a day and can be restored. */
export async function checkBackup({ config, db, clock }: Examined): Promise<Finding> {
  if (config.backupDir === null) return todo('backupUnset');
  const folder = resolve(config.backupDir);
  const newest = await findNewest(folder, BACKUP[db.engine]);
  if (!newest) return todo('backupNone', { folder });
  const { file } = newest;
  const age = clock() - newest.at;
  const values = { file, hours: String(Math.max(0, Math.round(age / HOUR_MS))) };
  if (age > DAY_MS) return todo('backupOld', values);
  const state = await inspectBackup(file, db.engine);
  if (state === 'broken' || state === 'empty') return todo('backupBroken', values);
  return state === 'late' ? todo('backupLate', values) : fine('backupGood', values);
}

async function findNewest(folder: string, name: RegExp): Promise<{ file: string; at: number } | undefined> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((each) => name.test(each))
      .map(async (each) => {
        const file = join(folder, each);
        const found = await stat(file).catch(() => undefined);
        return found?.isFile() ? [{ file, at: found.mtimeMs }] : [];
      }),
  );
  return files.flat().toSorted((a, b) => b.at - a.at)[0];
}
