import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../../app/config/config.ts';
import { databaseUrl } from '../../app/config/config-values.ts';
import type { Database } from '../../store/database.ts';
import { MoveError, type MoveProgress, moveData } from '../../store/move-data.ts';
import { openExclusively } from '../../store/open-database.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { explainError } from '../failure.ts';
import { printJson } from '../terminal/output.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';

export async function run({ text, flag }: Input): Promise<void> {
  const [source, target] = [parsePlace('from', text('from')), parsePlace('to', text('to'))];
  if (source.sqlite && !existsSync(join(source.sqlite, 'proffer.db'))) {
    throw new CliError(`--from: there is no database in ${resolve(source.sqlite)}`);
  }
  const start = performance.now();
  const rows = await withBoth(source, target, (from, to) => move({ from, to, onProgress: showProgress() }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (flag('json')) printJson({ rows, seconds: Number(seconds) });
  else process.stderr.write(`Moved and verified ${rows.toLocaleString('en')} rows in ${seconds} s\n`);
}

/** Copies everything from one database into an empty one and verifies it row by row. Returns the number of rows. */
export async function move(options: {
  from: Database;
  to: Database;
  onProgress?: (progress: MoveProgress) => void;
}): Promise<number> {
  try {
    return (await moveData(options.from, options.to, options.onProgress)).rows;
  } catch (error) {
    if (error instanceof MoveError) throw new CliError(error.message);
    throw error;
  }
}

interface Place {
  option: string;
  sqlite?: string;
  postgres?: string;
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

async function withBoth<T>(
  source: Place,
  target: Place,
  work: (from: Database, to: Database) => Promise<T>,
): Promise<T> {
  const from = await open(source);
  try {
    const to = await open(target);
    try {
      return await work(from, to);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
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

function showProgress(): (progress: MoveProgress) => void {
  const bars = new Map<MoveProgress['step'], ReturnType<typeof createProgressBar>>();
  const labels = { copy: 'Copying  ', verify: 'Verifying' };
  return ({ step, done, total }) => {
    const bar = bars.get(step) ?? createProgressBar(labels[step], total);
    bars.set(step, bar);
    bar.show(done);
    if (done >= total) bar.end();
  };
}
