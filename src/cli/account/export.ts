import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getAccountTime } from '../../actions/account/account-time.ts';
import { exportAccount } from '../../actions/account/export/export-account.ts';
import { type Input, UsageError } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { verifyExport } from './verify-export.ts';

const PRIVATE = 0o600;

export async function run({ text, flag }: Input): Promise<void> {
  const target = text('out');
  if (target === undefined) throw new UsageError('--out FILE is missing');
  const file = resolve(target);
  // Gets its name only when it is complete, and on disk.
  const partial = `${file}.${process.pid}.partial`;
  try {
    await withDatabase(async (db) => {
      const { id } = await requireAccount(db.read, text('account'));
      const zip = await exportAccount({ db }, id, { now: await getAccountTime(db.read, id) });
      await pipeline(zip, createWriteStream(partial, { mode: PRIVATE }));
    });
    const { files, missing } = await verifyExport(partial);
    await flush(partial);
    await rename(partial, file);
    if (flag('json')) printJson({ file, files: files.length, missing });
    else process.stderr.write(`${file}: ${files.length} files\n${describeMissing(missing.length)}`);
  } finally {
    await rm(partial, { force: true });
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function describeMissing(count: number): string {
  if (count === 0) return '';
  return `${count} ${count === 1 ? 'document has' : 'documents have'} no PDF yet, because nobody has opened it: the export in the console makes it.\n`;
}
