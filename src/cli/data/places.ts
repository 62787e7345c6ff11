import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../../app/config/config.ts';
import { databaseUrl } from '../../app/config/config-values.ts';
import type { Database } from '../../store/database.ts';
import { openExclusively } from '../../store/open-database.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { explainError } from '../failure.ts';

/** A database that `--from` or `--to` names. */
export interface Place {
  option: string;
  sqlite?: string;
  postgres?: string;
}

/** Opens both databases of a move, without creating the one that it reads. */
export async function withPlaces<T>(
  { text }: Pick<Input, 'text'>,
  work: (from: Database, to: Database, places: { source: Place; target: Place }) => Promise<T>,
): Promise<T> {
  const [source, target] = [parsePlace('from', text('from')), parsePlace('to', text('to'))];
  if (source.sqlite && !existsSync(join(source.sqlite, 'proffer.db'))) {
    throw new CliError(`--from: there is no database in ${resolve(source.sqlite)}`);
  }
  const from = await open(source);
  try {
    const to = await open(target);
    try {
      return await work(from, to, { source, target });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

function parsePlace(option: string, value: string | undefined): Place {
  if (value === undefined) throw new UsageError(`--${option} is missing: sqlite:FOLDER or postgres://…`);
  if (value.startsWith('sqlite:') && value.length > 'sqlite:'.length) {
    return { option, sqlite: value.slice('sqlite:'.length) };
  }
  if (!/^postgres(ql)?:\/\//i.test(value)) {
    throw new UsageError(`--${option} must be sqlite:FOLDER or postgres://…`);
  }
  try {
    return { option, postgres: databaseUrl(value) };
  } catch (error) {
    throw new UsageError(`--${option} ${(error as Error).message}`);
  }
}

async function open({ option, sqlite, postgres }: Place): Promise<Database> {
  const { databasePooler } = readConfig(process.env);
  try {
    return await openExclusively({
      dataDir: sqlite ?? '',
      databaseUrl: postgres ?? null,
      databasePooler,
    });
  } catch (error) {
    const reason = explainError(error);
    throw reason === undefined ? error : new CliError(`--${option}: ${reason}`);
  }
}
