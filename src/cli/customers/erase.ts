import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SealingSecrets } from '../../actions/account/sealing/sealed-field.ts';
import { findSealingSecrets } from '../../actions/account/sealing/sealing-secrets.ts';
import { eraseCustomer } from '../../actions/customers/erasure/erase-customer.ts';
import { applyErasures } from '../../actions/customers/erasure/erasure-list.ts';
import { exportCustomer } from '../../actions/customers/erasure/export-customer.ts';
import { ErasureLineError, formatErasures } from '../../actions/customers/erasure/store-erasure-file.ts';
import { readConfig } from '../../app/config/config.ts';
import { Problem } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { formatTable, printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

const PRIVATE = 0o600;

export async function erase({ args, text, flag }: Input): Promise<void> {
  if (!flag('yes')) {
    throw new UsageError(
      'this cannot be undone: add --yes to erase the customer, and export it first if in doubt',
    );
  }
  const result = await withDatabase(async (db) => {
    const { id } = await requireAccount(db.read, text('account'));
    const store = { db, sealing: await readSecrets(db) };
    return toCliError(eraseCustomer(store, { accountId: id, actor: { type: 'system' } }, args[0] ?? ''));
  });
  if (flag('json')) {
    printJson(result);
    return;
  }
  const { customerId, retained } = result;
  if (retained.length > 0) {
    const rows = retained.map(({ type, number, id, retainUntil }) => [type, number, id, retainUntil]);
    process.stdout.write(formatTable(['KEPT', 'NUMBER', 'ID', 'UNTIL'], rows));
  }
  process.stderr.write(`${customerId} is erased. ${retained.length} documents are kept.\n`);
}

export async function exportOne({ args, text, flag }: Input): Promise<void> {
  const target = text('out');
  if (target === undefined) throw new UsageError('--out FILE is missing');
  const file = resolve(target);
  // Gets its name only when it is complete.
  const partial = `${file}.${process.pid}.partial`;
  try {
    await withDatabase(async (db) => {
      const { id } = await requireAccount(db.read, text('account'));
      const zip = await toCliError(exportCustomer({ db }, id, args[0] ?? ''));
      await pipeline(zip, createWriteStream(partial, { mode: PRIVATE }));
    });
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
  if (flag('json')) printJson({ file });
  else process.stderr.write(`${file}\n`);
}

export async function exportErasures({ text }: Input): Promise<void> {
  const list = await withDatabase((db) => formatErasures({ db }));
  const target = text('out');
  if (target === undefined) process.stdout.write(list);
  else await writeFile(resolve(target), list, { mode: PRIVATE });
}

export async function applyErasureList({ args, flag }: Input): Promise<void> {
  const list = await readFile(resolve(args[0] ?? ''), 'utf8');
  const applied = await withDatabase(async (db) =>
    applyErasures({ db, sealing: await readSecrets(db) }, list),
  ).catch((error) => {
    if (error instanceof ErasureLineError) {
      throw new CliError(`${args[0]} is not a list of erasures: see line ${error.line}`);
    }
    throw error;
  });
  if (flag('json')) printJson({ applied });
  else process.stderr.write(`${applied} erasures applied\n`);
}

/** The service opens what this seals only if both have the same secret, but an erasure is finished in any case. */
async function readSecrets(db: Database): Promise<SealingSecrets> {
  const sealing = await findSealingSecrets(db, readConfig(process.env));
  if (!sealing) throw new CliError('start the service once first (proffer serve)');
  return sealing;
}

async function toCliError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem) throw new CliError(error.message);
    throw error;
  }
}
