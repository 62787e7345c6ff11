import { readFile } from 'node:fs/promises';
import type { InstallationSecrets } from '../../actions/account/move/convert-rows.ts';
import {
  planMove,
  readInstallationSecrets,
  runMove,
  undoMove,
} from '../../actions/account/move/move-between.ts';
import type { Database } from '../../store/database.ts';
import { MoveError } from '../../store/move-data.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { isServiceRunning } from '../service/find-service.ts';
import { formatTable, printJson } from '../terminal/output.ts';
import { type Place, withPlaces } from './places.ts';
import { showProgress } from './show-progress.ts';

type Plan = Awaited<ReturnType<typeof planMove>>;

/** Moves one account into a database that has others. */
export async function run(input: Input): Promise<void> {
  const { text, flag } = input;
  const accountId = text('account') ?? '';
  const start = performance.now();
  await withPlaces(input, async (from, to, { source, target }) => {
    await Promise.all([expectStopped(from, source), expectStopped(to, target)]);
    if (flag('undo')) {
      printUndone(await toCliError(undoMove({ from, to, accountId })), flag('json'));
      return;
    }
    const secrets = {
      source: await readSecrets(from, source, text('from-secret')),
      target: await readSecrets(to, target, text('to-secret')),
    };
    if (flag('keep-links')) secrets.target.config.previousSecret = secrets.source.secret;
    const move = { from, to, accountId, secrets, onProgress: showProgress() };
    if (flag('dry-run')) {
      printPlan(await toCliError(planMove(move)), flag('json'));
      return;
    }
    const plan = await toCliError(runMove(move));
    const seconds = Number(((performance.now() - start) / 1000).toFixed(1));
    if (flag('json')) printJson({ ...plan, seconds });
    else
      process.stderr.write(
        `Moved and verified ${format(plan.rows)} rows in ${seconds} s\n${describeLosses(plan)}`,
      );
  });
}

/** The embedded database is locked by its service; PostgreSQL serves any number, so the one that was started last is asked. */
async function expectStopped(db: Database, { option }: Place): Promise<void> {
  if (db.engine === 'sqlite' || !(await isServiceRunning(db))) return;
  throw new CliError(`--${option}: the service of this database is running. Stop all its processes first`);
}

async function readSecrets(
  db: Database,
  { option, sqlite }: Place,
  file: string | undefined,
): Promise<InstallationSecrets> {
  const secret = file === undefined ? null : (await readFile(file, 'utf8')).trim();
  const secrets = await readInstallationSecrets(db, sqlite, secret);
  switch (secrets) {
    case 'new':
      throw new CliError(`--${option}: start the service on this database once, and stop it`);
    case 'missing':
      throw new UsageError(
        `--${option}-secret is missing: without the PROFFER_SECRET of this service, stored keys, passwords and links would not work`,
      );
    case 'wrong':
      throw new UsageError(
        `--${option}-secret is not what the service of this database was started with last`,
      );
    default:
      return secrets;
  }
}

function printUndone({ rows }: { rows: number }, json: boolean): void {
  if (json) printJson({ rows });
  else process.stderr.write(`${format(rows)} rows were removed from the target again\n`);
}

function printPlan(plan: Plan, json: boolean): void {
  if (json) {
    printJson(plan);
    return;
  }
  const rows = Object.entries(plan.counts).map(([table, n]) => [table, format(n)]);
  process.stdout.write(formatTable(['TABLE', 'ROWS'], rows));
  const people = plan.people.map(({ email, knownAs }) => [email, knownAs === undefined ? 'new' : 'known']);
  if (people.length > 0) process.stdout.write(formatTable(['PERSON', 'IN THE TARGET'], people));
  process.stderr.write(`Nothing was written.\n${describeLosses(plan)}`);
}

function describeLosses({ unopened, lostLinks }: Plan): string {
  const sealed = Object.entries(unopened).map(
    ([field, n]) => `${n} × ${field}: neither can open it. Set it again in the target.\n`,
  );
  const links =
    lostLinks === 0
      ? ''
      : `${lostLinks} links of customers stop working: send these documents again. If the target runs with the secret of the
source as PROFFER_SECRET_PREVIOUS, they go on working at its URL: then add --keep-links.\n`;
  return [...sealed, links].join('');
}

function format(n: number): string {
  return n.toLocaleString('en');
}

async function toCliError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MoveError) throw new CliError(error.message);
    throw error;
  }
}
