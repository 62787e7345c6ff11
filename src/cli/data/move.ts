import type { Database } from '../../store/database.ts';
import { MoveError, type MoveProgress, moveData } from '../../store/move-data.ts';
import { CliError, type Input } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { withPlaces } from './places.ts';
import { showProgress } from './show-progress.ts';

export async function run(input: Input): Promise<void> {
  const { text, flag } = input;
  if (text('account') !== undefined) return (await import('./move-account.ts')).run(input);
  const start = performance.now();
  const rows = await withPlaces(input, (from, to) => move({ from, to, onProgress: showProgress() }));
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
