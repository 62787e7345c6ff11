import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { applyPlaces, formatAllPlaces } from '../../actions/account/restore/places.ts';
import { PlaceLineError } from '../../domain/account/places.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { withDatabase } from '../with-database.ts';

export async function exportPlaces({ text }: Input): Promise<void> {
  const list = await withDatabase((db) => formatAllPlaces({ db }));
  const target = text('out');
  if (target === undefined) process.stdout.write(list);
  else await writeFile(resolve(target), list, { mode: 0o600 });
}

export async function applyPlaceList({ args, flag, text }: Input): Promise<void> {
  const list = await readFile(resolve(args[0] ?? ''), 'utf8');
  const skip = Number(text('skip') ?? 0);
  if (!(Number.isSafeInteger(skip) && skip >= 0)) throw new UsageError('--skip takes a whole number');
  const behind = await withDatabase((db) => applyPlaces({ db }, list, skip)).catch((error) => {
    if (error instanceof PlaceLineError)
      throw new CliError(`${args[0]} is not a list of places: see ${error.message}`);
    throw error;
  });
  if (flag('json')) printJson({ behind });
  else process.stderr.write(`${behind} accounts are behind the list\n`);
}
