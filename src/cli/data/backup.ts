import { access, constants, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isCopyWhole } from '../../actions/installation/check-database.ts';
import { readConfig } from '../../app/config/config.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { withDatabase } from '../with-database.ts';

const PG_DUMP =
  'PostgreSQL comes with its own tool for this: pg_dump --format=custom --file=proffer.dump "$DATABASE_URL"';

const DAMAGED =
  'The database is damaged: the copy cannot be read through, or holds what was never stored. Nothing was kept of it, and older copies stay. See: proffer doctor';

/** Names of the copies in BACKUP_DIR, which sort by time. */
const DATED = /^proffer-\d{4}-\d{2}-\d{2}T\d{6}Z\.db$/;

export async function run({ args, flag, text }: Input): Promise<void> {
  const [file] = args;
  const keep = readKeep(text('keep'), file);
  const target = file === undefined ? chooseFile() : resolve(file);
  if (!flag('force') && (await findSize(target)) !== undefined) {
    throw new CliError(`${target} exists already: choose another name, or add --force`);
  }
  await access(dirname(target), constants.W_OK);
  // Gets its final name only when it is complete, so that an interrupted copy never looks like a backup.
  const partial = `${target}.${process.pid}.partial`;
  try {
    await withDatabase((db) => {
      if (db.engine === 'postgres') throw new CliError(PG_DUMP);
      return db.backup(partial);
    });
    if (!(await isCopyWhole(partial))) throw new CliError(DAMAGED);
    await rename(partial, target);
  } finally {
    for (const leftover of [partial, `${partial}-journal`, `${partial}-wal`, `${partial}-shm`]) {
      await rm(leftover, { force: true });
    }
  }
  if (keep !== undefined) await deleteOldest(dirname(target), keep);
  const bytes = (await findSize(target)) ?? 0;
  if (flag('json')) printJson({ file: target, bytes });
  else process.stderr.write(`${target}: ${formatMegabytes(bytes)} MB\n`);
}

function readKeep(text: string | undefined, file: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (file !== undefined) throw new UsageError('--keep is for copies in BACKUP_DIR: name no file');
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--keep must be a number of copies, at least 1');
  return Number(text);
}

function chooseFile(): string {
  const { backupDir } = readConfig(process.env);
  if (backupDir === null)
    throw new UsageError('name the file, or set BACKUP_DIR. See: proffer backup --help');
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '');
  return resolve(join(backupDir, `proffer-${time}.db`));
}

/** Deletes copies of the same name pattern only, after the new one is complete. */
async function deleteOldest(folder: string, keep: number): Promise<void> {
  const copies = (await readdir(folder)).filter((name) => DATED.test(name)).sort();
  for (const name of copies.slice(0, -keep)) await rm(join(folder, name), { force: true });
}

async function findSize(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
