import { stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

const { fine, todo } = findingsOf('disk');
const MIN_FREE_BYTES = 1_000_000_000;
/** A backup needs as much as the database, and the database grows. */
const FREE_PER_USED = 2;

/** Whether there is room for the database to grow, and for a copy of it. */
export async function checkDisk({ config, db }: Examined): Promise<Finding> {
  if (db.engine === 'postgres') return fine('diskElsewhere');
  const folder = resolve(config.dataDir);
  const [{ bavail, bsize }, { size }] = await Promise.all([statfs(folder), stat(join(folder, 'proffer.db'))]);
  const free = bavail * bsize;
  const values = { free: formatGigabytes(free), used: formatGigabytes(size), folder };
  return free < Math.max(MIN_FREE_BYTES, FREE_PER_USED * size)
    ? todo('diskLow', values)
    : fine('diskGood', values);
}

/** In decimal gigabytes, as disks are sold. */
function formatGigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 0);
}
