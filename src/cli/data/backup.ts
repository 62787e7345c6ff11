import { access, constants, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError, type Input } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { withDatabase } from '../with-database.ts';

const PG_DUMP =
  'PostgreSQL comes with its own tool for this: pg_dump --format=custom --file=proffer.dump "$DATABASE_URL"';

export async function run({ args, flag }: Input): Promise<void> {
  const target = resolve(args[0] ?? '');
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
    await rename(partial, target);
  } finally {
    for (const leftover of [partial, `${partial}-journal`, `${partial}-wal`, `${partial}-shm`]) {
      await rm(leftover, { force: true });
    }
  }
  const bytes = (await findSize(target)) ?? 0;
  if (flag('json')) printJson({ file: target, bytes });
  else process.stderr.write(`${target}: ${formatMegabytes(bytes)} MB\n`);
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
